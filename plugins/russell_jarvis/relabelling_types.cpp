#include "russell_jarvis/relabelling_types.hpp"

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/problem.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::cycle_type_of;
using mathematics::cycle_types;
using mathematics::power_type;

namespace {

/// The action of g^m on a region, for the least m at which g^m maps the region to itself.
struct Return {
  int power = 0;
  CycleType type;
  auto operator<=>(const Return&) const = default;
};

Return return_of(const Region& region, const std::vector<std::uint16_t>& cell_images) {
  std::map<int, std::size_t> place_of;
  for (std::size_t i = 0; i < region.size(); ++i) place_of.emplace(region[i], i);
  Region images = region;
  for (int power = 1;; ++power) {
    for (int& cell : images) cell = cell_images[static_cast<std::size_t>(cell)];
    if (!std::all_of(images.begin(), images.end(), [&](int cell) { return place_of.contains(cell); })) continue;
    std::vector<std::size_t> places;
    for (const int cell : images) places.push_back(place_of.at(cell));
    return {power, cycle_type_of(places, places.size())};
  }
}

}  // namespace

std::vector<CycleType> relabelling_types(Shape shape, const std::vector<std::uint16_t>& cell_images) {
  std::set<Return> returns;
  for (const Region& region : Problem{shape}.regions()) returns.insert(return_of(region, cell_images));
  std::vector<CycleType> possible;
  for (CycleType& type : cycle_types(shape.side())) {
    const auto fits = [&type](const Return& back) { return power_type(type, back.power) == back.type; };
    if (std::all_of(returns.begin(), returns.end(), fits)) possible.push_back(std::move(type));
  }
  return possible;
}

}  // namespace gridcensus::russell_jarvis
