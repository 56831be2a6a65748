#include "gridcensus/ready_jobs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridcensus {

namespace {

constexpr const char* counts = "counts";
constexpr const char* sampled = "samples";
constexpr const char* zero_samples = "zeros";

class ExactSumJob final : public Job {
 public:
  explicit ExactSumJob(ExactSum sum) : sum_{std::move(sum)} {
    if (!sum_.count) throw std::invalid_argument{"an exact sum needs a function that counts a unit"};
  }

  // A job has at least one unit. For an empty sum, it counts nothing.
  std::uint64_t units() const override { return std::max<std::uint64_t>(sum_.units, 1); }
  double weight(std::uint64_t unit) const override { return sum_.weight && sum_.units > 0 ? sum_.weight(unit) : 1; }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    context.poll();
    return Tally{}.add(counts, sum_.units == 0 ? Integer{0} : sum_.count(unit, context.poll));
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override { return {{counts, sum_.divisor}}; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer sum = total.sum(counts);
    return {.outcomes = {{sum_.quantity, Exact{sum * sum_.times}}},
            .findings = sum_.findings ? sum_.findings(sum) : Findings{}};
  }

 private:
  ExactSum sum_;
};

class MeanOfSamplesJob final : public Job {
 public:
  MeanOfSamplesJob(MeanOfSamples samples, const Request& request)
      : samples_{std::move(samples)},
        problem_{request.problem},
        quantities_{request.quantities},
        batches_{samples_.limits, samples_.batch} {
    if (!samples_.begin_unit) throw std::invalid_argument{"samples need a function that draws them"};
    if (samples_.batch == 0) throw std::invalid_argument{"a unit has at least one sample"};
  }

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    const DrawSample draw = samples_.begin_unit();
    const Poll poll = context.poll;
    Random random = context.random;
    SplitSample halves;
    std::uint64_t zeros = 0;
    for (std::uint64_t left = batches_.samples_of(unit); left > 0; --left) {
      const Real sample = draw(random, poll);
      halves.add(sample);
      if (sample == 0) ++zeros;
    }
    Tally tally;
    halves.add_to(tally, sampled, unit);
    return tally.add(zero_samples, Integer{zeros});
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    return is_precise_enough(samples_.limits, SplitSample::of(prefix, sampled), samples_.min_samples);
  }

  std::optional<double> seconds_limit() const override { return samples_.limits.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const SplitSample halves = SplitSample::of(total, sampled);
    const Reduction own = reduction(samples_.quantity, problem_);
    const Real base_scale = samples_.scale * to_real(own.divisor);
    Report report;
    for (const Quantity quantity : quantities_) {
      const Reduction wanted = reduction(quantity, problem_);
      if (wanted.base != own.base) continue;
      // From the samples, not from the other outcome, so nothing is rounded twice.
      report.outcomes[quantity] =
          estimate_heavy_tailed_mean(halves, base_scale / to_real(wanted.divisor), samples_.min_samples);
    }
    if (samples_.conclude) {
      samples_.conclude(halves, total.sum(zero_samples).convert_to<std::uint64_t>(), report);
    }
    return report;
  }

 private:
  MeanOfSamples samples_;
  Problem problem_;
  std::set<Quantity> quantities_;
  Batches batches_;
};

}  // namespace

std::unique_ptr<Job> exact_sum(ExactSum sum) { return std::make_unique<ExactSumJob>(std::move(sum)); }

std::unique_ptr<Job> mean_of_samples(MeanOfSamples samples, const Request& request) {
  return std::make_unique<MeanOfSamplesJob>(std::move(samples), request);
}

}  // namespace gridcensus
