#include "grid_shuffle/shuffle_job.hpp"

#include "grid_shuffle/quantities.hpp"
#include "gridcensus/ready_jobs.hpp"

#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

/// Returns the source's own numbers, which do not depend on the moves.
Findings source_numbers(Shape shape) {
  const auto [rows, cols] = shape;
  const Integer relabellings = factorial(shape.side());
  return internal({
      {"relabellings", {Exact{relabellings}, "permutations of the symbols, N!"}},
      {"row_and_column_orders",
       {Exact{power(factorial(rows), cols) * power(factorial(cols), rows)},
        "orders of the rows of every band and of the columns of every stack, (R!)^C (C!)^R"}},
      {"few_exchanges_options",
       {Exact{relabellings * (factorial(rows) * cols) * (factorial(cols) * rows)},
        "the source's estimate for a few exchanges: as if they reordered one band and one stack, N! (R! C) (C! R)"}},
  });
}

}  // namespace

ShuffleJob::ShuffleJob(Question question, std::set<Quantity> quantities)
    : question_{std::move(question)}, quantities_{std::move(quantities)} {}

Report ShuffleJob::conclude(const Tally& total, std::uint64_t /*units*/) const {
  Report report{.outcomes = {}, .findings = source_numbers(question_.grid.shape)};
  if (asks(shuffle_options)) report.outcomes[shuffle_options] = Exact{question_.options()};
  add_counted(total, report);
  return report;
}

SampledShuffleJob::SampledShuffleJob(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                     std::uint64_t batch)
    : ShuffleJob{std::move(question), std::move(quantities)}, limits_{limits}, batches_{limits, batch} {}

std::unique_ptr<Job> count_shuffle_options(const Question& question) {
  return exact_sum(
      {.quantity = shuffle_options,
       .count = [options = question.options()](std::uint64_t /*unit*/, const Poll& /*poll*/) { return options; },
       .findings = [shape = question.grid.shape](const Integer& /*sum*/) { return source_numbers(shape); }});
}

}  // namespace gridcensus::grid_shuffle
