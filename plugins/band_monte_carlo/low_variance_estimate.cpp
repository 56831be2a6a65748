#include "band_monte_carlo/low_variance_estimate.hpp"

#include "band_monte_carlo/batches.hpp"
#include "band_monte_carlo/low_variance.hpp"
#include "band_monte_carlo/shared_findings.hpp"
#include "gridcensus/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gridcensus::band_monte_carlo {

namespace {

/// Returns mean(above) / mean(below) * scale, with the error of a ratio of two means of the same samples.
///
/// @param sum  of above + below, for the covariance
Estimate ratio(const Moments& above, const Moments& below, const Moments& sum, Real scale) {
  const Real value = above.mean / below.mean;
  const Real covariance = (sum.variance() - above.variance() - below.variance()) / 2;
  const Real variance = above.variance() - 2 * value * covariance + value * value * below.variance();
  const Moments residuals{above.count, value,
                          std::max<Real>(0, variance) / below.mean / below.mean * static_cast<Real>(above.count - 1)};
  return estimate_mean(residuals, scale);
}

class LowVarianceJob final : public Job {
 public:
  LowVarianceJob(const Request& request, const Params& params)
      : shape_{request.problem.shape},
        params_{params},
        batches_{low_variance_batches(shape_, params)},
        fewest_{low_variance_samples_needed(shape_)},
        sampler_{make_low_variance_sampler(shape_, request.poll)},
        mean_{mean_bands_with_signature(shape_, sampler_->bands())} {}

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Random random = context.random;
    const auto sums = sampler_->run(random, batches_.samples_of(unit), context.poll);
    return Tally{}.add("second", sums.second).add("all", sums.all).add("both", sums.both);
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const Moments all = prefix.moments("all");
    return all.count >= fewest_ && is_precise_enough(params_, all.mean, all.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    add_counts(report.findings);
    const Moments all = total.moments("all");
    if (all.count < fewest_) {
      report.outcomes[Quantity::grids] = Unfinished{too_few_samples(all.count, fewest_)};
      return report;
    }
    const Real bands = to_real(sampler_->bands());
    const Real pairs = std::pow(static_cast<Real>(sampler_->completions_of_stack()), Real(shape_.stacks()));
    const Real products = std::pow(mean_, Real(shape_.bands() - 1));
    report.outcomes[Quantity::grids] = estimate_mean(all, bands * pairs * products);
    const Estimate combined = estimate_mean(all, pairs * products / std::pow(bands, Real(shape_.bands() - 1)));
    add_combined_hit_rate(combined, report.findings);
    if (shape_.bands() == 2) add_first_stage_hit_rate(combined, report.findings);
    if (shape_.bands() == 3) {
      const Moments second = total.moments("second");
      add_first_stage_hit_rate(estimate_mean(second, pairs * mean_ / bands), report.findings);
      add_second_stage_hit_rate(ratio(all, second, total.moments("both"), mean_ / bands), report.findings);
    }
    return report;
  }

 private:
  /// Adds the findings that follow exactly from the tables.
  void add_counts(Findings& findings) const {
    const Integer orders = factorial(shape_.box_rows - 1);
    add_listed_bands(exact_quotient(sampler_->bands(), factorial(shape_.side()) * orders,
                                    "the bands, which relabelling and the orders of the rows but the first permute"),
                     findings);
    const auto range = sampler_->bands_with_signature();
    if (!range) return;
    const auto listed = [&](std::uint64_t bands) {
      return Exact{exact_quotient(Integer{bands}, orders,
                                  "the bands with a signature, which the orders of the rows but the first permute")};
    };
    findings.merge(internal(
        {{"fewest_last_bands",
          {listed(range->fewest), "least number of (relabelling, listed band) pairs that complete a grid"}},
         {"most_last_bands",
          {listed(range->most), "greatest number of (relabelling, listed band) pairs that complete a grid"}}}));
  }

  Shape shape_;
  Params params_;
  Batches batches_;
  std::uint64_t fewest_;
  std::unique_ptr<const LowVarianceSampler> sampler_;
  Real mean_;
};

}  // namespace

std::unique_ptr<Job> low_variance_estimate(const Request& request, const Params& params) {
  return std::make_unique<LowVarianceJob>(request, params);
}

}  // namespace gridcensus::band_monte_carlo
