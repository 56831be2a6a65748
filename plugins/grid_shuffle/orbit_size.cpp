#include "grid_shuffle/orbit_size.hpp"

#include "grid_shuffle/collisions.hpp"

#include <string>
#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

class CollisionsJob final : public SampledShuffleJob {
 public:
  CollisionsJob(Question question, std::set<Quantity> quantities, const SamplingLimits& limits, std::uint64_t batch)
      : SampledShuffleJob{std::move(question), std::move(quantities), limits, batch},
        sampler_{this->question().grid, this->question().moves} {}

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    const Integer images = batches().samples_of(unit);
    Tally tally;
    tally.add("images", images);
    tally.add("pairs", images * (images - 1) / 2);
    tally.add("colliding", sampler_.colliding_pairs(batches().samples_of(unit), random, context.poll()));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const auto estimate = estimate_orbit(prefix.sum("pairs"), prefix.sum("colliding"));
    return estimate && is_precise_enough(limits(), estimate->size, estimate->standard_error);
  }

 private:
  void add_counted(const Tally& total, Report& report) const override {
    const Integer colliding = total.sum("colliding");
    const Integer images = total.sum("images");
    if (const auto estimate = estimate_orbit(total.sum("pairs"), colliding)) {
      report.outcomes[Quantity::orbit_size] = Estimate{.value = estimate->size,
                                                       .standard_error = estimate->standard_error,
                                                       .low = estimate->low,
                                                       .high = estimate->high,
                                                       .samples = images.convert_to<std::uint64_t>(),
                                                       .degrees_of_freedom = estimate->degrees_of_freedom};
    } else {
      report.outcomes[Quantity::orbit_size] = Unfinished{too_few(colliding, images)};
    }
  }

  /// How many images would do: by the pairs met so far, or if there are none, even if no two options gave one grid.
  std::string too_few(const Integer& colliding, const Integer& images) const {
    const std::string fewest = std::to_string(fewest_collisions);
    const std::string met = "only " + to_decimal(colliding) + " pairs of images were equal, fewer than " + fewest;
    if (colliding > 0) {
      const Integer wanted = images * fewest_collisions / colliding;
      return met + "; at this rate about " + group_digits(to_decimal(wanted)) + " samples would do";
    }
    const Integer pairs_of_image = batches().samples_of(0) - 1;
    if (pairs_of_image <= 0) return met + "; one image in a unit has nothing to be compared with, so raise batch";
    const Integer wanted = 2 * fewest_collisions * question().options() / pairs_of_image + 1;
    return met + "; about " + group_digits(to_decimal(wanted)) +
           " samples would do even if every combination of moves gave another grid";
  }

  ImageSampler sampler_;
};

}  // namespace

std::unique_ptr<Job> estimate_orbit_size(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                         std::uint64_t batch) {
  return std::make_unique<CollisionsJob>(std::move(question), std::move(quantities), limits, batch);
}

}  // namespace gridcensus::grid_shuffle
