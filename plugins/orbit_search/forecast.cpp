#include "orbit_search/forecast.hpp"

#include "gridcensus/random.hpp"

#include <algorithm>

namespace gridcensus::orbit_search {

double estimated_grids(const Constraints& constraints, const std::vector<CellSet>& templates) {
  constexpr int fillings = 200;
  Random random{1, 0, 0};
  double sum = 0;
  std::vector<CellSet> left;
  std::vector<CellSet> choices;
  for (int filling = 0; filling < fillings; ++filling) {
    left = templates;
    double product = 1;
    // Each symbol is identified by its cell in the first region.
    for (const int cell : constraints.regions.front()) {
      choices.clear();
      std::ranges::copy_if(left, std::back_inserter(choices),
                           [cell](const CellSet& set) { return set.contains(cell); });
      product *= static_cast<double>(choices.size());
      if (choices.empty()) break;
      const CellSet chosen = choices[random.below(choices.size())];
      const Beside is_beside{constraints, chosen};
      std::erase_if(left, [&](const CellSet& set) { return !is_beside(set); });
    }
    sum += product;
  }
  return sum / fillings;
}

double estimated_visits(const Constraints& constraints, const std::vector<CellSet>& templates) {
  const Integer& group_order = constraints.group_order;
  const double most = std::max<double>(1, static_cast<double>(templates.size()));
  const double gain = group_order > templates.size() ? most : group_order.convert_to<double>();
  return estimated_grids(constraints, templates) * constraints.side / gain;
}

}  // namespace gridcensus::orbit_search
