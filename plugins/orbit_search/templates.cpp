#include "orbit_search/templates.hpp"

#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "orbit_search/orbits.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace gridcensus::orbit_search {

namespace {

CellSet set_of(const Region& region) {
  CellSet set;
  for (const int cell : region) set.insert(cell);
  return set;
}

/// Adds the orbits of further regions under the group. A symmetry carries a region to cells of which each two must
/// differ, so every image is a region, too, though no rule names it. An orbit of too many is left out as a whole.
void add_closed(const std::vector<Region>& more, const std::vector<PointImages>& generators,
                std::vector<Region>& regions) {
  constexpr std::size_t most_of_an_orbit = 500;
  std::set<CellSet> known;
  for (const Region& region : regions) known.insert(set_of(region));
  for (const Region& region : more) {
    std::vector<CellSet> orbit{set_of(region)};
    std::set<CellSet> met{orbit.front()};
    if (known.contains(orbit.front())) continue;
    for (std::size_t i = 0; i < orbit.size() && orbit.size() <= most_of_an_orbit; ++i) {
      for (const PointImages& generator : generators) {
        const CellSet image = image_of(orbit[i], generator);
        if (met.insert(image).second) orbit.push_back(image);
      }
    }
    if (orbit.size() > most_of_an_orbit) continue;
    for (const CellSet& image : orbit) {
      if (!known.insert(image).second) continue;
      Region& added = regions.emplace_back();
      image.for_each([&](int cell) { added.push_back(cell); });
    }
  }
}

}  // namespace

Constraints::Constraints(const Problem& problem) : side{problem.shape.side()} {
  if (side > max_side_of_search) throw std::invalid_argument{"a grid has too many cells for a set of 128"};
  Problem searched = problem;
  generators = symmetry_generators(problem);
  const auto order_of = [&](const std::vector<PointImages>& elements) {
    PermutationGroup group{static_cast<std::size_t>(problem.shape.cells())};
    for (const PointImages& element : elements) group.insert(element);
    return group.order();
  };
  group_order = order_of(generators);
  if (const Problem stronger = with_implied_regions(problem); stronger != problem) {
    auto its_generators = symmetry_generators(stronger);
    Integer its_order = order_of(its_generators);
    if (its_order >= group_order) {
      searched = stronger;
      generators = std::move(its_generators);
      group_order = std::move(its_order);
    }
  }
  for (const auto& cells : cells_seen(searched)) seen.push_back(set_of(cells));
  // N cells of which no two must differ are one in each row, wherever a symmetry carries the rows.
  auto all = searched.regions();
  const auto first_other = all.begin() + side;
  regions.assign(all.begin(), first_other);
  add_closed({first_other, all.end()}, generators, regions);
}

namespace {

/// Chooses a cell in each row that none of the cells above sees.
class TemplateSearch {
 public:
  TemplateSearch(const Constraints& constraints, std::size_t most) : constraints_{constraints}, most_{most} {
    for (const Region& region : constraints.regions) regions_.push_back(set_of(region));
  }

  /// @return  false: there are too many
  bool descend(int row, const CellSet& chosen, const CellSet& forbidden) {
    if (row == constraints_.side) {
      const auto is_met = [&](const CellSet& region) { return !region.is_disjoint_from(chosen); };
      if (!std::ranges::all_of(regions_, is_met)) return true;
      if (found.size() == most_) return false;
      found.push_back(chosen);
      return true;
    }
    for (int cell = row * constraints_.side; cell < (row + 1) * constraints_.side; ++cell) {
      if (forbidden.contains(cell)) continue;
      CellSet more = chosen;
      more.insert(cell);
      if (!descend(row + 1, more, forbidden.united_with(constraints_.seen[static_cast<std::size_t>(cell)]))) {
        return false;
      }
    }
    return true;
  }

  std::vector<CellSet> found;

 private:
  const Constraints& constraints_;
  std::size_t most_;
  std::vector<CellSet> regions_;
};

/// Drops templates that leave some other cell without a template, until none does. Templates of one orbit stay or go
/// together.
void drop_dead(const Constraints& constraints, std::vector<CellSet>& templates, const Poll& poll) {
  constexpr std::size_t most_looks = 200'000'000;
  CellSet all_cells;
  for (int cell = 0; cell < constraints.side * constraints.side; ++cell) all_cells.insert(cell);
  for (bool is_done = false; !is_done;) {
    const Orbits orbits = orbits_of(templates, constraints.generators, poll);
    if (orbits.orbits.size() * templates.size() > most_looks) return;
    std::vector<bool> is_alive;
    for (const auto& [representative, size] : orbits.orbits) {
      poll();
      const CellSet& chosen = templates[representative];
      CellSet reached = chosen;
      for (const CellSet& other : templates) {
        if (other.is_disjoint_from(chosen)) reached = reached.united_with(other);
        if (reached == all_cells) break;
      }
      is_alive.push_back(reached == all_cells);
    }
    std::vector<CellSet> left;
    for (std::size_t number = 0; number < templates.size(); ++number) {
      if (is_alive[orbits.orbit_of[number]]) left.push_back(templates[number]);
    }
    is_done = left.size() == templates.size();
    templates = std::move(left);
  }
}

}  // namespace

std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most, const Poll& poll) {
  TemplateSearch search{constraints, most};
  if (!search.descend(0, {}, {})) return std::nullopt;
  std::ranges::sort(search.found);
  drop_dead(constraints, search.found, poll);
  return std::move(search.found);
}

}  // namespace gridcensus::orbit_search
