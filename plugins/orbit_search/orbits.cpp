#include "orbit_search/orbits.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace gridcensus::orbit_search {

CellSet image_of(const CellSet& set, const PointImages& map) {
  CellSet image;
  set.for_each([&](int cell) { image.insert(map[static_cast<std::size_t>(cell)]); });
  return image;
}

Orbits orbits_of(const std::vector<CellSet>& sets, const std::vector<PointImages>& generators, const Poll& poll) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  Orbits found{.orbits = {}, .orbit_of = std::vector<std::uint32_t>(sets.size(), none)};
  std::vector<std::uint32_t> members;
  for (std::uint32_t first = 0; first < sets.size(); ++first) {
    if (found.orbit_of[first] != none) continue;
    const auto number = static_cast<std::uint32_t>(found.orbits.size());
    found.orbit_of[first] = number;
    members.assign(1, first);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i % 4096 == 0) poll();
      for (const PointImages& generator : generators) {
        const CellSet image = image_of(sets[members[i]], generator);
        const auto place = std::ranges::lower_bound(sets, image);
        if (place == sets.end() || *place != image) {
          throw BrokenInvariant{"a symmetry maps a template to a set that is not a template"};
        }
        const auto next = static_cast<std::uint32_t>(place - sets.begin());
        if (found.orbit_of[next] != none) continue;
        found.orbit_of[next] = number;
        members.push_back(next);
      }
    }
    found.orbits.push_back({first, static_cast<std::uint32_t>(members.size())});
  }
  return found;
}

std::vector<PointImages> stabiliser_of(const CellSet& set, const std::vector<PointImages>& generators,
                                       const Integer& group_order, std::size_t cells) {
  PointImages identity(cells);
  std::iota(identity.begin(), identity.end(), Point{0});
  // The element that leads from the set to each member of its orbit.
  std::map<CellSet, PointImages> ways{{set, identity}};
  std::vector<CellSet> members{set};
  std::vector<PointImages> loops;
  const auto then = [cells](const PointImages& first, const PointImages& second) {
    PointImages product(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) product[cell] = second[first[cell]];
    return product;
  };
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const PointImages& generator : generators) {
      const CellSet image = image_of(members[i], generator);
      if (ways.try_emplace(image, then(ways.at(members[i]), generator)).second) members.push_back(image);
    }
  }
  const Integer wanted = group_order / members.size();
  if (wanted * members.size() != group_order)
    throw BrokenInvariant{"an orbit's size does not divide the group's order"};
  PermutationGroup subgroup{cells};
  std::vector<PointImages> found;
  PointImages back(cells);
  for (const CellSet& member : members) {
    if (subgroup.order() == wanted) return found;
    for (const PointImages& generator : generators) {
      const PointImages& way_back = ways.at(image_of(member, generator));
      for (std::size_t cell = 0; cell < cells; ++cell) back[way_back[cell]] = static_cast<Point>(cell);
      const PointImages loop = then(then(ways.at(member), generator), back);
      if (subgroup.insert(loop)) found.push_back(loop);
    }
  }
  if (subgroup.order() != wanted) throw BrokenInvariant{"too few symmetries fix a template"};
  return found;
}

}  // namespace gridcensus::orbit_search
