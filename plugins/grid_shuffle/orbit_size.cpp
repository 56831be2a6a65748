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
    tally.add("pairs", compared_pairs(images, images));
    tally.add("colliding", sampler_.colliding_pairs(batches().samples_of(unit), random, context.poll));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    if (too_few(prefix) || prefix.sum("colliding") < min_hits) return false;
    const auto estimate = estimate_orbit(prefix.sum("pairs"), prefix.sum("colliding"));
    return is_precise_enough(limits(), estimate->size, estimate->standard_error);
  }

 private:
  std::optional<std::string> too_few(const Tally& total) const {
    return too_few_images(total.sum("images"), total.sum("pairs"), batches().samples_of(0), question().options());
  }

  void add_counted(const Tally& total, Report& report) const override {
    const Integer images = total.sum("images");
    const auto estimate = estimate_orbit(total.sum("pairs"), total.sum("colliding"));
    if (const auto reason = too_few(total)) {
      report.outcomes[orbit_size] = Unfinished{*reason};
    } else if (estimate) {
      report.outcomes[orbit_size] = Estimate{.value = estimate->size,
                                             .standard_error = estimate->standard_error,
                                             .low = estimate->low,
                                             .high = estimate->high,
                                             .samples = images.convert_to<std::uint64_t>(),
                                             .degrees_of_freedom = estimate->degrees_of_freedom};
    } else {
      report.outcomes[orbit_size] = Unfinished{"no two images were equal, so no error can be stated"};
    }
  }

  ImageSampler sampler_;
};

}  // namespace

Integer compared_pairs(const Integer& images, const Integer& batch) {
  const auto pairs_of = [](const Integer& all) { return Integer{all * (all - 1) / 2}; };
  return images / batch * pairs_of(batch) + pairs_of(images % batch);
}

std::optional<std::string> too_few_images(const Integer& images, const Integer& pairs, std::uint64_t batch,
                                          const Integer& options) {
  // So many that five are equal on average, even if every combination of moves gave another grid.
  const Integer wanted_pairs = 5 * options;
  if (pairs >= wanted_pairs) return std::nullopt;
  if (batch < 2) return "a unit of one image has no pair to compare: raise batch";
  const Integer wanted = 2 * wanted_pairs / (batch - 1) + 1;
  return group_digits(to_decimal(images)) + " samples are too few to state an error: about " +
         group_digits(to_decimal(wanted)) + " samples would do even if every combination of moves gave another grid";
}

std::unique_ptr<Job> estimate_orbit_size(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                         std::uint64_t batch) {
  return std::make_unique<CollisionsJob>(std::move(question), std::move(quantities), limits, batch);
}

}  // namespace gridcensus::grid_shuffle
