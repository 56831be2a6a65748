#include "grid_shuffle/orbit_size.hpp"

#include "grid_shuffle/collisions.hpp"
#include "grid_shuffle/quantities.hpp"

#include <string>
#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

class CollisionsJob final : public SampledShuffleJob {
 public:
  CollisionsJob(Question question, std::set<Quantity> quantities, const SamplingLimits& limits, std::uint64_t batch)
      : SampledShuffleJob{std::move(question), std::move(quantities), limits, batch},
        sampler_{this->question().grid, this->question().moves} {}

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Random random = context.random;
    const Integer images = batches().samples_of(unit);
    Tally tally;
    tally.add("images", images);
    tally.add("pairs", images * (images - 1) / 2);
    tally.add("colliding", sampler_.colliding_pairs(batches().samples_of(unit), random, context.poll));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    if (!has_enough_pairs(prefix) || prefix.sum("colliding") < min_hits) return false;
    const auto estimate = estimate_orbit(prefix.sum("pairs"), prefix.sum("colliding"));
    return is_precise_enough(limits(), estimate->size, estimate->standard_error);
  }

 private:
  /// Returns the number of pairs of which five are equal on average, even if every combination of moves gave another
  /// grid. The number of equal pairs that were met does not decide: deciding by that would select the runs that met
  /// many, whose estimates are too low.
  Integer wanted_pairs() const { return 5 * question().options(); }
  bool has_enough_pairs(const Tally& total) const { return total.sum("pairs") >= wanted_pairs(); }

  void add_counted(const Tally& total, Report& report) const override {
    const Integer images = total.sum("images");
    const auto estimate = estimate_orbit(total.sum("pairs"), total.sum("colliding"));
    if (estimate && has_enough_pairs(total)) {
      report.outcomes[orbit_size] = Estimate{.value = estimate->size,
                                             .standard_error = estimate->standard_error,
                                             .low = estimate->low,
                                             .high = estimate->high,
                                             .samples = images.convert_to<std::uint64_t>(),
                                             .degrees_of_freedom = estimate->degrees_of_freedom};
    } else {
      report.outcomes[orbit_size] =
          Unfinished{has_enough_pairs(total) ? "no two images were equal, so no error can be stated" : too_few(images)};
    }
  }

  std::string too_few(const Integer& images) const {
    const Integer pairs_of_image = batches().samples_of(0) - 1;
    if (pairs_of_image <= 0) return "a unit of one image has no pair to compare: raise batch";
    const Integer wanted = 2 * wanted_pairs() / pairs_of_image + 1;
    return group_digits(to_decimal(images)) + " samples are too few to state an error: about " +
           group_digits(to_decimal(wanted)) + " samples would do even if every combination of moves gave another grid";
  }

  ImageSampler sampler_;
};

}  // namespace

std::unique_ptr<Job> estimate_orbit_size(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                         std::uint64_t batch) {
  return std::make_unique<CollisionsJob>(std::move(question), std::move(quantities), limits, batch);
}

}  // namespace gridcensus::grid_shuffle
