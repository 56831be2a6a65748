#include "stack_product/samples_needed.hpp"

#include "gridcensus/random.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridcensus::stack_product {

std::uint64_t samples_that_show(std::vector<WeightedValue> values) {
  constexpr double missed = 5;  // a value expected this often is missed with a probability of e^-5 = 0.7 %
  constexpr double share = 0.5;
  double weights = 0;
  double mean = 0;
  for (const auto& [value, weight] : values) {
    weights += weight;
    mean += (value - mean) * weight / weights;
  }
  const auto square = [mean](const WeightedValue& each) { return (each.value - mean) * (each.value - mean); };
  double left = 0;  // the squares that may be missed, of the values farthest from the mean
  for (const auto& each : values) left += share * each.weight * square(each);
  std::ranges::sort(values, [&](const auto& one, const auto& other) { return square(one) > square(other); });
  double rare = 0;
  for (const auto& each : values) {
    const double squares = each.weight * square(each);
    if (squares >= left) {
      if (squares > 0) rare += each.weight * left / squares;
      break;
    }
    left -= squares;
    rare += each.weight;
  }
  return rare > 0 ? static_cast<std::uint64_t>(std::ceil(missed * weights / rare)) : 0;
}

std::uint64_t samples_needed(const Plan& plan, const Poll& poll) {
  constexpr double half_of_the_time = 0.5;
  constexpr std::uint64_t max_trials = 20'000;
  constexpr std::uint64_t min_trials = 200;  // fewer show nothing of rare values
  const Plan measured = plan_of(plan.shape);
  // The time of a sample grows with the number of first columns drawn for it.
  const int slower = std::max(1, plan.settings.counting.draws / measured.settings.counting.draws);
  const std::uint64_t trials = std::min(max_trials, 2 * measured.batch / static_cast<std::uint64_t>(slower));
  if (plan.settings == measured.settings || trials < min_trials) return plan.min_samples;
  Settings settings = plan.settings;
  settings.repeats = half_of_the_time;
  const GridRatio ratio{plan.shape, settings, poll};
  GridRatio::Workspace workspace;
  // Its own numbers, the same in every run, because this choice must not depend on the samples of the run.
  Random random{0, 0, 0};
  std::vector<WeightedValue> values;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const auto sample = ratio.draw(random, workspace, poll);
    const double drawn = ratio.weight(workspace, settings.repeats);
    const double wanted = ratio.weight(workspace, plan.settings.repeats);
    values.push_back({sample.known + (sample.total() - sample.known) / drawn * wanted, drawn / wanted});
  }
  return std::max(plan.min_samples, samples_that_show(std::move(values)));
}

}  // namespace gridcensus::stack_product
