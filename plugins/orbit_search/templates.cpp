#include "orbit_search/templates.hpp"

#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "orbit_search/orbits.hpp"

#include <algorithm>
#include <numeric>
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

/// Adds the orbits of further regions under the group. A symmetry maps a region to cells that must all differ, so every
/// image is a region, too, though no rule names it. An orbit that is too large is left out as a whole.
void add_closed(const std::vector<Region>& more, const std::vector<PointImages>& generators,
                std::vector<Region>& regions) {
  constexpr std::size_t max_orbit_size = 500;
  std::set<CellSet> known;
  for (const Region& region : regions) known.insert(set_of(region));
  for (const Region& region : more) {
    std::vector<CellSet> orbit{set_of(region)};
    std::set<CellSet> met{orbit.front()};
    if (known.contains(orbit.front())) continue;
    for (std::size_t i = 0; i < orbit.size() && orbit.size() <= max_orbit_size; ++i) {
      for (const PointImages& generator : generators) {
        const CellSet image = image_of(orbit[i], generator);
        if (met.insert(image).second) orbit.push_back(image);
      }
    }
    if (orbit.size() > max_orbit_size) continue;
    for (const CellSet& image : orbit) {
      if (!known.insert(image).second) continue;
      Region& added = regions.emplace_back();
      image.for_each([&](int cell) { added.push_back(cell); });
    }
  }
}

}  // namespace

Constraints::Constraints(const Problem& problem)
    : side{problem.shape.side()},
      are_told_apart{!problem.symbols_are_alike()},
      points{problem.shape.cells() + (are_told_apart ? side : 0)} {
  if (points > CellSet::capacity) throw std::invalid_argument{"a grid has too many cells for a set of 128"};
  Problem searched = problem;
  const auto generators_of = [&](const Problem& of) {
    return are_told_apart ? grid_symmetry_generators(of) : symmetry_generators(of);
  };
  generators = generators_of(problem);
  const auto order_of = [&](const std::vector<PointImages>& elements) {
    PermutationGroup group{static_cast<std::size_t>(points)};
    for (const PointImages& element : elements) group.insert(element);
    return group.order();
  };
  group_order = order_of(generators);
  if (const Problem stronger = with_implied_regions(problem); stronger != problem) {
    auto its_generators = generators_of(stronger);
    Integer its_order = order_of(its_generators);
    if (its_order >= group_order) {
      searched = stronger;
      generators = std::move(its_generators);
      group_order = std::move(its_order);
    }
  }
  for (const auto& cells : cells_seen(searched)) seen.push_back(set_of(cells));
  // N cells, no two of which must differ, are one in each row, wherever a symmetry maps the rows.
  auto all = searched.regions();
  const auto first_other = all.begin() + side;
  regions.assign(all.begin(), first_other);
  add_closed({first_other, all.end()}, generators, regions);
  if (are_told_apart) {
    Region& symbols = regions.emplace_back(static_cast<std::size_t>(side));
    std::iota(symbols.begin(), symbols.end(), problem.shape.cells());
  }
  allowed = searched.allowed();
  for (const auto& [cells, goes_with] : searched.related()) {
    related.resize(seen.size());
    Related backward{cells.first, SymbolTable(goes_with.size())};
    for (std::size_t one = 0; one < goes_with.size(); ++one) {
      for (std::size_t other = 0; other < goes_with.size(); ++other) {
        if ((goes_with[one] >> other & 1U) != 0) backward.goes_with[other] |= SymbolBits{1} << one;
      }
    }
    related[static_cast<std::size_t>(cells.first)].push_back({cells.second, goes_with});
    related[static_cast<std::size_t>(cells.second)].push_back(std::move(backward));
  }
}

Beside::Beside(const Constraints& constraints, const CellSet& set)
    : set_{set}, cells_{constraints.side * constraints.side} {
  if (constraints.related.empty()) return;
  excluded_.resize(static_cast<std::size_t>(constraints.side));
  const auto symbol = static_cast<std::size_t>(set.first_from(cells_) - cells_);
  set.for_each([&](int cell) {
    if (cell >= cells_) return;
    for (const auto& [other, goes_with] : constraints.related[static_cast<std::size_t>(cell)]) {
      for (std::size_t there = 0; there < excluded_.size(); ++there) {
        if ((goes_with[symbol] >> there & 1U) == 0) excluded_[there].insert(other);
      }
    }
  });
}

namespace {

/// Chooses a cell in each row that no cell above sees.
class TemplateSearch {
 public:
  TemplateSearch(const Constraints& constraints, std::size_t most)
      : constraints_{constraints}, most_{most}, seen_{constraints.seen} {
    for (const Region& region : constraints.regions) regions_.push_back(set_of(region));
  }

  /// Finds the templates of one symbol; if symbols are alike, those of any.
  ///
  /// @return  false: there are too many
  bool find(int symbol) {
    CellSet chosen;
    CellSet forbidden;
    const int cells = constraints_.side * constraints_.side;
    const auto may_hold = [&](SymbolBits symbols) { return (symbols >> static_cast<unsigned>(symbol) & 1U) != 0; };
    for (int cell = 0; cell < cells; ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      if (!may_hold(constraints_.allowed[at])) forbidden.insert(cell);
      if (constraints_.related.empty()) continue;
      seen_[at] = constraints_.seen[at];
      for (const auto& [other, goes_with] : constraints_.related[at]) {
        if (!may_hold(goes_with[static_cast<std::size_t>(symbol)])) seen_[at].insert(other);
      }
    }
    // Cells that allow no other symbol belong to this one.
    for (std::size_t cell = 0; constraints_.are_told_apart && cell < seen_.size(); ++cell) {
      const bool is_its = constraints_.allowed[cell] == SymbolBits{1} << static_cast<unsigned>(symbol);
      if (is_its) forbidden = forbidden.united_with(seen_[cell]);
    }
    if (constraints_.are_told_apart) chosen.insert(cells + symbol);
    return descend(0, chosen, forbidden);
  }

  std::vector<CellSet> found;

 private:
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
      if (!descend(row + 1, more, forbidden.united_with(seen_[static_cast<std::size_t>(cell)]))) {
        return false;
      }
    }
    return true;
  }

  const Constraints& constraints_;
  std::size_t most_;
  std::vector<CellSet> seen_;  // by cell: the cells that cannot have the symbol if this one has it
  std::vector<CellSet> regions_;
};

/// Drops templates of symbols that are told apart, until none qualifies: those with a cell that every template of
/// another symbol has, and those with a missing cell that no other symbol's template has. A whole orbit is dropped at a
/// time.
void drop_by_cells(const Constraints& constraints, std::vector<CellSet>& templates) {
  const int cells = constraints.side * constraints.side;
  const auto symbols = static_cast<std::size_t>(constraints.side);
  const auto symbol_of = [&](const CellSet& set) { return static_cast<std::size_t>(set.first_from(cells) - cells); };
  for (bool is_done = false; !is_done;) {
    CellSet all;
    for (int cell = 0; cell < cells; ++cell) all.insert(cell);
    std::vector<CellSet> can(symbols);
    std::vector<CellSet> must(symbols, all);
    for (const CellSet& set : templates) {
      can[symbol_of(set)] = can[symbol_of(set)].united_with(set);
      must[symbol_of(set)] = must[symbol_of(set)].without(all.without(set));
    }
    std::vector<CellSet> forbidden(symbols);
    std::vector<CellSet> required(symbols, all);
    for (std::size_t one = 0; one < symbols; ++one) {
      for (std::size_t other = 0; other < symbols; ++other) {
        if (one == other) continue;
        forbidden[one] = forbidden[one].united_with(must[other]);
        required[one] = required[one].without(can[other]);
      }
    }
    const std::size_t before = templates.size();
    std::erase_if(templates, [&](const CellSet& set) {
      const std::size_t symbol = symbol_of(set);
      return !set.is_disjoint_from(forbidden[symbol]) || required[symbol].without(set).size() > 0;
    });
    is_done = templates.size() == before;
  }
}

/// Drops templates that leave another cell without a template, until none does, or until it has taken some seconds. A
/// whole orbit is kept or dropped. Drops all if a cell has no template at all.
void drop_dead(const Constraints& constraints, std::vector<CellSet>& templates, const Poll& poll) {
  std::size_t steps_left = 500'000'000;  // comparisons of two templates
  CellSet all_points;
  for (int point = 0; point < constraints.points; ++point) all_points.insert(point);
  for (bool is_done = false; !is_done && steps_left > 0;) {
    CellSet met;
    for (const CellSet& set : templates) met = met.united_with(set);
    if (met != all_points) return templates.clear();
    const Orbits orbits = orbits_of(templates, constraints.generators, poll);
    // In a random order, most templates reach all cells after a few dozen others; in ascending order, not before those
    // of the last cell of the first row.
    std::vector<CellSet> others = templates;
    Random random{1, 0, 0};
    for (std::size_t i = others.size(); i > 1; --i) std::swap(others[i - 1], others[random.below(i)]);
    std::vector<bool> is_alive;
    for (const auto& [representative, size] : orbits.orbits) {
      poll();
      const CellSet& chosen = templates[representative];
      const Beside is_beside{constraints, chosen};
      CellSet reached = chosen;
      for (std::size_t other = 0; other < others.size() && reached != all_points && steps_left > 0; ++other) {
        if (is_beside(others[other])) reached = reached.united_with(others[other]);
        --steps_left;
      }
      is_alive.push_back(reached == all_points || steps_left == 0);
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
  std::vector<CellSet> templates;
  bool are_too_many = false;
  for (int symbol = 0; symbol < (constraints.are_told_apart ? constraints.side : 1); ++symbol) {
    TemplateSearch search{constraints, most};
    const bool is_whole = search.find(symbol);
    if (search.found.empty() && is_whole)
      return std::vector<CellSet>{};  // the symbol has no place, so there is no grid
    are_too_many = are_too_many || !is_whole || templates.size() + search.found.size() > most;
    if (!are_too_many) templates.insert(templates.end(), search.found.begin(), search.found.end());
  }
  if (are_too_many) return std::nullopt;
  std::ranges::sort(templates);
  if (constraints.are_told_apart) drop_by_cells(constraints, templates);
  drop_dead(constraints, templates, poll);
  return templates;
}

}  // namespace gridcensus::orbit_search
