#include "band_monte_carlo/hit_rate_estimate.hpp"

#include "band_monte_carlo/batches.hpp"
#include "band_monte_carlo/shared_findings.hpp"
#include "band_monte_carlo/source_trials.hpp"
#include "gridcensus/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gridcensus::band_monte_carlo {

namespace {

/// The numbers of trials needed before an error is reported.
struct TrialsNeeded {
  std::uint64_t for_pairs = 0;  ///< of the share of pairs that do not clash
  std::uint64_t for_grids = 0;
};

/// Returns as many as find five hits on average; the probability of no hit is e^-5 = 0.7 %. Other trials, with their
/// own numbers that are the same in every run, estimate how rare hits are: using the hits of the run itself would
/// select the lucky runs, whose estimates are too high.
///
/// @cost  of trials: as many as find forty grids, but not more than a million
TrialsNeeded trials_needed(const Trials& trials, Shape shape, const Poll& poll) {
  constexpr std::uint64_t wanted_hits = 5;
  constexpr std::uint64_t enough_hits = 40;  // known to a sixth
  constexpr std::uint64_t max_trials = 1U << 20U;
  constexpr std::uint64_t at_once = 1U << 12U;
  std::uint64_t made = 0;
  std::uint64_t pairs = 0;
  std::uint64_t grids = 0;
  while (grids < enough_hits && made < max_trials) {
    Random random{0, 1, made};
    const TrialSums sums = trials.run(random, at_once, poll);
    made += at_once;
    pairs += sums.rest.count;
    grids += sums.completed;
  }
  const auto needed = [&](std::uint64_t hits) { return wanted_hits * made / std::max<std::uint64_t>(1, hits); };
  // If nearly all trials are hits, their values differ as those of mode low_variance do.
  return {needed(pairs), std::max(needed(grids), low_variance_samples_needed(shape))};
}

/// The first units count the last bands of the given partial grids, the others draw.
class HitRateJob final : public Job {
 public:
  HitRateJob(const Request& request, const Params& params, const std::optional<PartialGrid>& pair)
      : shape_{request.problem.shape},
        params_{params},
        last_band_{last_band_of(params)},
        batches_{source_batches(params)},
        trials_{shape_,
                {.indices = params.indices, .last_band = last_band_, .tries = static_cast<std::uint64_t>(params.tries)},
                request.poll},
        needed_{trials_needed(trials_, shape_, request.poll)} {
    if (pair) partial_grids_.push_back(*pair);
    for (std::int64_t number = 0; number < params.pairs; ++number) {
      // With its own numbers, the same in every run, so two runs count for the same pairs.
      Random random{0, 0, static_cast<std::uint64_t>(number)};
      partial_grids_.push_back(trials_.draw_partial_grid(random));
    }
  }

  std::uint64_t units() const override { return partial_grids_.size() + batches_.units(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    if (unit < partial_grids_.size()) {
      const PartialGrid& given = partial_grids_[unit];
      Table table{"bands", {"last bands"}, {}};
      table.add(to_string(given), {Integer{trials_.last_bands(given, last_band_, context.poll).value_or(0)}});
      return Tally{}.add("last_bands", table);
    }
    Random random = context.random;
    const auto sums = trials_.run(random, batches_.samples_of(unit - partial_grids_.size()), context.poll);
    Tally tally;
    tally.add("pairs", sums.pairs).add("all", sums.all).add("completed", Integer{sums.completed});
    if (sums.rest.count > 0) tally.add("rest", sums.rest).add("empty", sums.empty_hits);
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    if (units <= partial_grids_.size()) return false;
    // With fewer hits the error itself is too uncertain to stop by.
    static constexpr std::uint64_t min_hits = 100;
    const Moments all = prefix.moments("all");
    return prefix.sum("completed") >= min_hits && is_precise_enough(params_, all.mean, all.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    add_listed_bands(trials_.listed_bands(), report.findings);
    if (!partial_grids_.empty()) {
      report.findings.merge(internal({{"last_bands",
                                       {total.table("last_bands"),
                                        "(relabelling, listed band) pairs that complete a grid, behind given bands "
                                        "(top band, then label row and band for each below)"}}}));
    }
    const Moments all = total.moments("all");
    const Moments rest = total.moments("rest");
    if (all.count >= needed_.for_pairs && rest.count >= 2) {
      add_first_stage_hit_rate(estimate_mean(total.moments("pairs"), 1), report.findings);
      if (params_.indices == Indices::as_written) {
        report.findings["share_of_hits_with_an_empty_band"] = {
            estimate_mean(total.moments("empty"), 1),
            "share of the clash-free pairs in which a band was read past the end of its table"};
      }
    }
    if (all.count < needed_.for_grids) {
      report.outcomes[Quantity::grids] =
          Unfinished{too_few_samples(all.count, needed_.for_grids) +
                     (last_band_ == LastBand::random ? "; fewer with third_band: scan or signature" : "")};
      return report;
    }
    if (total.sum("completed") == 0) {
      report.outcomes[Quantity::grids] =
          Unfinished{"none of " + std::to_string(all.count) + " trials found a grid, so that no error can be stated"};
      return report;
    }
    const Estimate combined = estimate_mean(all, 1);
    add_combined_hit_rate(combined, report.findings);
    if (shape_.bands() == 2) add_first_stage_hit_rate(combined, report.findings);
    if (rest.count >= 2) add_second_stage_hit_rate(estimate_mean(rest, 1), report.findings);
    const Real bands = trials_.choices() * to_real(factorial(shape_.box_rows - 1));
    report.outcomes[Quantity::grids] = estimate_mean(all, std::pow(bands, Real(shape_.bands())));
    return report;
  }

 private:
  Shape shape_;
  Params params_;
  LastBand last_band_;
  Batches batches_;
  Trials trials_;
  TrialsNeeded needed_;
  std::vector<PartialGrid> partial_grids_;
};

}  // namespace

std::uint64_t given_partial_grids(const Params& params) {
  return static_cast<std::uint64_t>(params.pairs) + (params.pair ? 1 : 0);
}

std::unique_ptr<Job> hit_rate_estimate(const Request& request, const Params& params,
                                       const std::optional<PartialGrid>& pair) {
  return std::make_unique<HitRateJob>(request, params, pair);
}

}  // namespace gridcensus::band_monte_carlo
