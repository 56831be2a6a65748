#include "band_monte_carlo/hit_rate_estimate.hpp"

#include "band_monte_carlo/batches.hpp"
#include "band_monte_carlo/shared_findings.hpp"
#include "band_monte_carlo/source_trials.hpp"
#include "gridcensus/sampling.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace gridcensus::band_monte_carlo {

namespace {

/// The first units count behind the given partial grids, the others draw.
class HitRateJob final : public Job {
 public:
  HitRateJob(const Request& request, const Params& params, const std::optional<PartialGrid>& pair)
      : shape_{request.problem.shape},
        params_{params},
        last_band_{last_band_of(params)},
        batches_{source_batches(params)},
        trials_{shape_,
                {.indices = params.indices, .last_band = last_band_, .tries = static_cast<std::uint64_t>(params.tries)},
                request.stop.poll()} {
    if (pair) partial_grids_.push_back(*pair);
    for (std::int64_t number = 0; number < params.pairs; ++number) {
      // Of its own numbers, the same in every run: so that two runs count behind the same pairs.
      Random random{0, 0, static_cast<std::uint64_t>(number)};
      partial_grids_.push_back(trials_.draw_partial_grid(random));
    }
  }

  std::uint64_t units() const override { return partial_grids_.size() + batches_.units(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    if (unit < partial_grids_.size()) {
      const PartialGrid& given = partial_grids_[unit];
      Table table{"bands", {"last bands"}, {}};
      table.add(to_string(given), {Integer{trials_.last_bands(given, last_band_, context.poll()).value_or(0)}});
      return Tally{}.add("last_bands", table);
    }
    Random random = context.random();
    const auto sums = trials_.run(random, batches_.samples_of(unit - partial_grids_.size()), context.poll());
    Tally tally;
    tally.add("pairs", sums.pairs).add("all", sums.all).add("completed", Integer{sums.completed});
    if (sums.rest.count > 0) tally.add("rest", sums.rest).add("empty", sums.empty_hits);
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    if (units <= partial_grids_.size()) return false;
    // With fewer hits the error itself is too uncertain to stop by.
    static constexpr std::uint64_t least_hits = 100;
    const Moments all = prefix.moments("all");
    return prefix.sum("completed") >= least_hits && is_precise_enough(params_, all.mean, all.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    add_listed_bands(trials_.listed_bands(), report.findings);
    if (!partial_grids_.empty()) {
      report.findings["last_bands"] = {total.table("last_bands"),
                                       "(relabelling, listed band) pairs that complete a grid, behind given bands (top "
                                       "band, then label row and band for each below)"};
    }
    const Moments all = total.moments("all");
    const Moments rest = total.moments("rest");
    if (rest.count >= 2 && shape_.bands() > 2) {
      add_first_stage_hit_rate(from_hits(total.moments("pairs"), 1, rest.count), report.findings);
      if (params_.indices == Indices::as_written) {
        report.findings["share_of_hits_with_an_empty_band"] = {
            estimate_mean(total.moments("empty"), 1),
            "share of the clash-free pairs in which a band was read past the end of its table"};
      }
    }
    const auto completed = static_cast<std::uint64_t>(total.sum("completed"));
    if (completed < 2) {
      report.outcomes[Quantity::grids] =
          Unfinished{"only " + std::to_string(completed) + " of " + std::to_string(all.count) +
                     " trials found a grid, so that no error can be stated: take more samples" +
                     (last_band_ == LastBand::random ? ", or third_band: scan or signature" : "")};
      return report;
    }
    const Estimate combined = from_hits(all, 1, completed);
    add_combined_hit_rate(combined, report.findings);
    if (shape_.bands() == 2) add_first_stage_hit_rate(combined, report.findings);
    if (shape_.bands() > 2) add_second_stage_hit_rate(from_hits(rest, 1, completed), report.findings);
    const Real bands = trials_.choices() * to_real(factorial(shape_.box_rows - 1));
    report.outcomes[Quantity::grids] = from_hits(all, std::pow(bands, Real(shape_.bands())), completed);
    return report;
  }

 private:
  /// The estimate from trials most of which are 0: only the hits carry information on their spread.
  static Estimate from_hits(const Moments& trials, Real scale, std::uint64_t hits) {
    return estimate_mean(trials, scale, Estimate{}.confidence, hits);
  }

  Shape shape_;
  Params params_;
  LastBand last_band_;
  Batches batches_;
  Trials trials_;
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
