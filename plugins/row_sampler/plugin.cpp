#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"
#include "row_sampler/any_rules.hpp"
#include "row_sampler/descent.hpp"
#include "row_sampler/last_rows.hpp"
#include "row_sampler/open_grid.hpp"
#include "symmetric_grids_bound/essentially_different.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using symmetric_grids_bound::EssentiallyDifferent;

struct RowSamplerParams : SamplingLimits {
  std::optional<std::int64_t> batch;
};

/// Returns the number of samples of one unit: about a tenth of a second of them, at least one.
std::uint64_t batch_of(const Problem& problem, const RowSamplerParams& params) {
  if (params.batch) return static_cast<std::uint64_t>(*params.batch);
  constexpr double nanoseconds = 1e8;
  const double of_sample = problem.rules.are_classic() ? row_sampler::descent_nanoseconds(problem.shape)
                                                       : row_sampler::sample_nanoseconds(problem.shape.side());
  return std::max(std::uint64_t{1}, static_cast<std::uint64_t>(nanoseconds / of_sample));
}

/// Reports the share of samples whose rows all came to a dead end, unless there are too few to be meaningful.
void report_dead_ends(std::uint64_t samples, std::uint64_t dead_ends, Report& report) {
  constexpr std::uint64_t min_dead_ends = 30;
  if (dead_ends < min_dead_ends || dead_ends >= samples) return;
  Moments share{.count = samples - dead_ends, .mean = 0, .squares = 0};
  share.add(Moments{.count = dead_ends, .mean = 1, .squares = 0, .min = 1, .max = 1});
  report.findings["dead_ends"] = {estimate_mean(share, 1), "share of samples whose rows all came to a dead end"};
}

template <class Drawing>
DrawSample samples_from(std::shared_ptr<Drawing> descent) {
  return [descent = std::move(descent)](Random& random, const Poll& poll) { return descent->sample(random, poll); };
}

/// Draws the samples of each unit; the number needed before an error is stated.
struct Sampling {
  std::function<DrawSample()> begin_unit;
  std::uint64_t min_samples = default_min_samples;
};

Sampling sampling_of(const Request& request) {
  if (request.problem.rules.are_classic()) {
    return {.begin_unit = [shape = request.problem.shape] {
      return samples_from(std::make_shared<row_sampler::Descent>(shape));
    }};
  }
  using row_sampler::AnyRulesDescent;
  const auto neighbours = std::make_shared<const row_sampler::Neighbours>(request.problem);
  const auto settings = AnyRulesDescent::tuned_settings(neighbours, request.poll);
  return {.begin_unit = [neighbours,
                         settings] { return samples_from(std::make_shared<AnyRulesDescent>(neighbours, settings)); },
          .min_samples = settings.min_samples};
}

class RowSampler final : public Strategy {
 public:
  using Params = RowSamplerParams;

  static About about() {
    return {.id = "row_sampler",
            .version = "2.1.0",
            .summary = "Draws grids row by row and weighs each by the inverse of its probability.",
            .source =
                "sequential importance sampling: Knuth, Mathematics of Computation 29 (1975) 121-136; copies by "
                "weight for rules that are not classic: Grassberger, Physical Review E 56 (1997) 3682; rows and their "
                "weights are our own",
            .yields = {{Quantity::grids, Kind::estimate},
                       {Quantity::relabelling_classes, Kind::estimate},
                       {Quantity::essentially_different, Kind::estimate}},
            .rules = SupportedRules::any};
  }

  static void describe(Schema<Params>& schema) {
    describe_sampling_limits(schema);
    schema.field("batch", &Params::batch)
        .unit("samples")
        .at_least(1)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
  }

  explicit RowSampler(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem, quantity); });
    if (offer.refused.size() == quantities.size()) return offer;
    const bool is_different = quantities.contains(Quantity::essentially_different) &&
                              !offer.refused.contains(Quantity::essentially_different);
    if (is_different && !EssentiallyDifferent::is_bounded(problem))
      offer.kinds[Quantity::essentially_different] = Kind::approximation;
    const Batches batches{params_, batch_of(problem, params_)};
    // For each thread: the host does not give their number.
    offer.units = batches.forecast();
    offer.memory_bytes = problem.rules.are_classic() ? row_sampler::memory_bytes(problem.shape)
                                                     : row_sampler::any_rules_memory_bytes(problem.shape.side());
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const auto different = request.quantities.contains(Quantity::essentially_different)
                               ? std::optional<EssentiallyDifferent>{request.problem}
                               : std::nullopt;
    const Sampling sampling = sampling_of(request);
    return mean_of_samples({.limits = params_,
                            .batch = batch_of(request.problem, params_),
                            .begin_unit = sampling.begin_unit,
                            .min_samples = sampling.min_samples,
                            .conclude =
                                [different](const SplitSample& samples, std::uint64_t zeros, Report& report) {
                                  if (different) different->add_to(report, estimate_heavy_tailed_mean(samples, 1));
                                  report_dead_ends(samples.even.count + samples.odd.count, zeros, report);
                                }},
                           request);
  }

 private:
  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const {
    const Shape shape = problem.shape;
    if (shape.side() > row_sampler::max_symbols) {
      return "the tables of rows have 2^" + std::to_string(shape.side()) + " entries, too many (at most 2^" +
             std::to_string(row_sampler::max_symbols) + ")";
    }
    const bool is_classic = problem.rules.are_classic();
    const int counted_rows = is_classic ? row_sampler::counted_rows(shape) : row_sampler::min_counted_rows;
    if (shape.side() - counted_rows <= 1) {
      return "all rows but the first are counted: nothing is left to draw";
    }
    if (!is_classic && !row_sampler::can_place_symbols(problem)) {
      return "a symbol cannot be placed in every row: there are no grids to draw";
    }
    if (auto reason = too_few_samples(params_)) return reason;
    if (quantity != Quantity::essentially_different) return std::nullopt;
    return EssentiallyDifferent::why_not(problem);
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(RowSampler);
