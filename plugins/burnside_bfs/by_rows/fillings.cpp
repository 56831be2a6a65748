#include "burnside_bfs/by_rows/fillings.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

/// With more cycles of cells than this, a count takes seconds. (3x3: at most 45 if any grid is fixed.)
constexpr std::size_t max_cycles_of_short = 48;
/// With more states than this, uniting them costs more than it saves: 3x3 takes 0.18 s in all with 20000, 0.35 s with
/// 50000. For long counts it pays longer: one of 2x5 takes 485 s with 20000, 35 s with 2000000.
constexpr std::size_t max_united_in_short = 20'000;
constexpr std::size_t max_united_in_long = 2'000'000;

void include(SymbolSet& set, SymbolSet other) { set = static_cast<SymbolSet>(set | other); }

}  // namespace

Fillings::Fillings(Shape shape, CellMap map, const std::vector<Region>& regions, const std::vector<int>& type,
                   const std::vector<CellMap>& commuting)
    : side_{static_cast<std::size_t>(shape.side())}, map_{std::move(map)}, labels_{type} {
  for (std::size_t r = 0; r < regions.size(); ++r) {
    PlannedRegion region;
    for (const CellCycle& cycle : regions[r].cycles) region.cycles.push_back(planned(cycle));
    region.open = regions[r].open;
    region.open_after = r + 1 < regions.size() ? regions[r + 1].open : 0;
    // The filled cells are a union of lines, because all other lines are open.
    std::copy_if(commuting.begin(), commuting.end(), std::back_inserter(region.fixed_by),
                 [&](const CellMap& other) { return other.image(region.open) == region.open; });
    regions_.push_back(std::move(region));
  }
}

PlannedCycle<Fillings::Filling> Fillings::planned(const CellCycle& cycle) const {
  PlannedCycle<Filling> plan{cycle.front(), labels_.fitting_labels(cycle), std::vector<Filling>(side_)};
  for (std::size_t label = 0; label < side_; ++label) {
    Filling& filling = plan.with[label];
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const std::size_t image = labels_.image(label, i);
      for (const std::size_t line : cycle[i]) {
        filling.lines[image] |= LineSet{1} << line;
        include(filling.labels[line], mathematics::singleton(static_cast<int>(image)));
      }
    }
  }
  return plan;
}

std::size_t Fillings::cell_cycles() const {
  return std::accumulate(regions_.begin(), regions_.end(), std::size_t{0},
                         [](std::size_t sum, const PlannedRegion& region) { return sum + region.cycles.size(); });
}

bool Fillings::is_long() const { return cell_cycles() > max_cycles_of_short; }

/// Returns the state of the empty grid.
States Fillings::empty_grid() const {
  States states{labels_.cycles().size()};
  add(states, {}, 0, 1);
  return states;
}

std::size_t Fillings::add(States& states, const LinesOfLabels& lines, LineSet open, UInt128 ways) const {
  LinesOfLabels key{};
  std::size_t words = 0;
  std::size_t first_word = 0;  // of the cycles of this length
  std::size_t length = 0;
  for (const LabelCycles::Cycle& cycle : labels_.cycles()) {
    if (cycle.length != length) {
      length = cycle.length;
      first_word = words;
    }
    LineSet least = lines[cycle.first] & open;
    for (std::size_t i = 1; i < length; ++i) least = std::min(least, lines[cycle.first + i] & open);
    std::size_t place = words++;
    for (; place > first_word && key[place - 1] > least; --place) key[place] = key[place - 1];
    key[place] = least;
  }
  return states.add({key.data(), words}, ways);
}

Fillings::LinesOfLabels Fillings::lines_of(std::span<const LineSet> key) const {
  LinesOfLabels lines{};
  for (std::size_t c = 0; c < key.size(); ++c) {
    const LabelCycles::Cycle& cycle = labels_.cycles()[c];
    lines[cycle.first] = key[c];
    for (std::size_t label = cycle.first + 1U; label < std::size_t{cycle.first} + cycle.length; ++label) {
      lines[label] = map_.image(lines[label - 1]);
    }
  }
  return lines;
}

Fillings::Filling Fillings::filling_of(std::span<const LineSet> key) const {
  Filling filling;
  filling.lines = lines_of(key);
  for (std::size_t label = 0; label < side_; ++label) {
    for (LineSet left = filling.lines[label]; left != 0; left &= left - 1) {
      include(filling.labels[static_cast<std::size_t>(std::countr_zero(left))],
              mathematics::singleton(static_cast<int>(label)));
    }
  }
  return filling;
}

template <class Leaf>
Walk Fillings::fill_region(const PlannedRegion& region, std::span<const LineSet> key, const Leaf& leaf) const {
  const bool is_first = &region == &regions_.front();
  const auto known = [&](const Filling& filling) {
    // The first region has a whole row, and so every label.
    return labels_to_try(labels_, side_,
                         [&](std::size_t c) { return !is_first || filling.lines[labels_.cycles()[c].first] != 0; });
  };
  return fill_cycles(region.cycles, (1U << region.cycles.size()) - 1U, filling_of(key), known, leaf);
}

/// Returns the fillings of one more region, up to the remaining symmetries: `united`.
///
/// @param states  of fillings of all regions before `region`, which is not the last
std::optional<States> Fillings::filled(const States& states, std::size_t region, PollBudget& budget) const {
  const PlannedRegion& plan = regions_[region];
  States next{labels_.cycles().size()};
  BudgetedTicks ticks{budget};
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (!budget.ask()) return std::nullopt;
    const UInt128 ways = states.ways(state);
    const Walk walk = fill_region(plan, states.key(state), [&](const Filling& filling) {
      if (!ticks.tick()) return Walk::ends;
      add(next, filling.lines, plan.open_after, ways);
      return Walk::continues;
    });
    if (walk == Walk::ends) return std::nullopt;
  }
  return united(std::move(next), regions_[region + 1].fixed_by, budget);
}

/// Merges states that maps carry into one another. A map that commutes with g maps a filling that g and p fix to
/// another such filling, and its completions to those of the other: they are equally many.
///
/// @param maps  commute with g, and fix the filled cells, as a whole
std::optional<States> Fillings::united(States states, const std::vector<CellMap>& maps, PollBudget& budget) const {
  if (maps.empty() || states.size() > (is_long() ? max_united_in_long : max_united_in_short)) return states;
  // Components of the graph of states, with the least state as the root of each. Images that are not states yet become
  // states without fillings, to complete the orbits.
  std::vector<std::size_t> parents(states.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  const auto root = [&](std::size_t state) {
    for (; parents[state] != state; state = parents[state]) parents[state] = parents[parents[state]];
    return state;
  };
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (!budget.ask()) return std::nullopt;
    const LinesOfLabels lines = lines_of(states.key(state));
    for (const CellMap& map : maps) {
      LinesOfLabels images{};
      for (std::size_t label = 0; label < side_; ++label) images[label] = map.image(lines[label]);
      const std::size_t image = add(states, images, ~LineSet{0}, 0);
      if (image == parents.size()) parents.push_back(image);
      const std::size_t a = root(state);
      const std::size_t b = root(image);
      parents[std::max(a, b)] = std::min(a, b);
    }
  }
  States components{labels_.cycles().size()};
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (states.ways(state) != 0) components.add(states.key(root(state)), states.ways(state));
  }
  return components;
}

/// Returns the fillings of the last region.
///
/// @param states  of fillings of all others
std::optional<UInt128> Fillings::last_fillings(const States& states, PollBudget& budget) const {
  UInt128 total = 0;
  BudgetedTicks ticks{budget};
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (!budget.ask()) return std::nullopt;
    UInt128 found = 0;
    const Walk walk = fill_region(regions_.back(), states.key(state), [&](const Filling&) {
      if (!ticks.tick()) return Walk::ends;
      ++found;
      return Walk::continues;
    });
    if (walk == Walk::ends) return std::nullopt;
    total = mathematics::checked_add(total, mathematics::checked_multiply(found, states.ways(state)));
  }
  return total;
}

std::optional<UInt128> Fillings::count(PollBudget& budget) const {
  States states = empty_grid();
  for (std::size_t region = 0; region + 1 < regions_.size(); ++region) {
    std::optional<States> next = filled(states, region, budget);
    if (!next) return std::nullopt;
    states = *std::move(next);
  }
  return last_fillings(states, budget);
}

}  // namespace gridcensus::burnside_bfs
