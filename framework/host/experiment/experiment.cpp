#include "host/experiment/experiment.hpp"

#include <algorithm>

namespace gridcensus::host {

std::set<Quantity> requested_quantities(const Configuration& configuration) {
  if (!configuration.quantities.empty()) return configuration.quantities;
  std::set<Quantity> quantities;
  for (const auto& answer : configuration.plugin->answers) quantities.insert(answer.quantity);
  return quantities;
}

std::set<Quantity> counted_quantities(const Configuration& configuration, const std::set<Quantity>& quantities) {
  std::set<Quantity> counted;
  for (const auto quantity : quantities) counted.insert(configuration.plugin->counted_for(quantity));
  return counted;
}

bool share_base(Quantity left, Quantity right, const Problem& problem) {
  return reduction(left, problem).base == reduction(right, problem).base;
}

std::uint64_t LayoutList::layouts() const {
  std::uint64_t layouts = 0;
  for (const auto& [problem, weight] : weights) layouts += weight;
  return layouts;
}

bool Experiment::is_listed(const Problem& problem) const {
  return std::ranges::any_of(layout_lists, [&](const LayoutList& list) { return list.weights.contains(problem); });
}

}  // namespace gridcensus::host
