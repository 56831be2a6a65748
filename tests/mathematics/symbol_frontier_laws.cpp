#include "gridcensus/problem.hpp"
#include "symbol_frontier/frontier.hpp"
#include "symbol_frontier/weighted_layers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using gridcensus::RelatedCells;
using gridcensus::SymbolBits;
using namespace gridcensus::symbol_frontier;

constexpr int side = 5;
constexpr int cells = side * side;
constexpr std::size_t enough_memory = std::size_t{64} << 20U;

/// Returns rows and columns, and up to twelve further pairs.
CellsSeen arbitrary_rules() {
  std::vector<std::vector<bool>> differ(cells, std::vector<bool>(cells));
  for (int one = 0; one < cells; ++one) {
    for (int other = 0; other < cells; ++other) {
      const bool is_line = one / side == other / side || one % side == other % side;
      if (one != other && is_line) differ[static_cast<std::size_t>(one)][static_cast<std::size_t>(other)] = true;
    }
  }
  const auto extra = *rc::gen::inRange(0, 13);
  for (int i = 0; i < extra; ++i) {
    const auto pair = *rc::gen::unique<std::vector<std::size_t>>(2, rc::gen::inRange<std::size_t>(0, cells));
    differ[pair[0]][pair[1]] = differ[pair[1]][pair[0]] = true;
  }
  CellsSeen seen(cells);
  for (std::size_t one = 0; one < cells; ++one) {
    for (std::size_t other = 0; other < cells; ++other) {
      if (differ[one][other]) seen[one].push_back(static_cast<int>(other));
    }
  }
  return seen;
}

std::vector<int> arbitrary_order() {
  std::vector<int> order(cells);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  return order;
}

RC_GTEST_PROP(Frontier, CountDoesNotDependOnTheCellOrderOrTheSplit, ()) {
  const Constraints seen{.seen = arbitrary_rules()};
  const Frontier straight{seen, Frontier::orders(seen)[0]};
  const Frontier shuffled{seen, arbitrary_order()};
  const UInt128 expected = straight.completions(straight.beginnings(1), 0, straight.beginnings(1).fillings.size(), 0);
  const Layer layer = shuffled.beginnings(*rc::gen::inRange<std::size_t>(1, 200));
  const std::size_t fillings = layer.fillings.size();
  const auto units = *rc::gen::inRange<std::size_t>(1, 9);
  UInt128 total = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    total += shuffled.completions(layer, fillings * unit / units, fillings * (unit + 1) / units, enough_memory);
  }
  RC_ASSERT(total == expected);
}

/// Returns rows and columns of side 4, with or without boxes, with some restricted and some related cells.
Constraints arbitrary_restrictions() {
  constexpr std::size_t four = 4;
  const bool has_boxes = *rc::gen::arbitrary<bool>();
  const gridcensus::Problem problem{has_boxes ? gridcensus::Shape{2, 2} : gridcensus::Shape{1, four}};
  Constraints constraints{.seen = gridcensus::cells_seen(problem), .regions = problem.regions()};
  const auto cell = rc::gen::inRange<int>(0, four * four);
  const auto set = rc::gen::inRange<SymbolBits>(0, SymbolBits{1} << four);
  const auto symbols = rc::gen::apply([](SymbolBits one, SymbolBits other) { return one | other; }, set, set);
  constraints.allowed.assign(four * four, 0b1111);
  const int restricted = *rc::gen::inRange(0, 6);
  for (int i = 0; i < restricted; ++i) constraints.allowed[static_cast<std::size_t>(*cell)] = *symbols;
  const int related = *rc::gen::inRange(0, 6);
  for (int i = 0; i < related; ++i) {
    const auto pair = *rc::gen::unique<std::vector<int>>(2, cell);
    RelatedCells& added = constraints.related.emplace_back();
    added.cells = std::minmax(pair[0], pair[1]);
    if (*rc::gen::arbitrary<bool>()) {
      added.goes_with = {0b1110, 0b1100, 0b1000, 0b0000};  // less
    } else {
      for (std::size_t symbol = 0; symbol < four; ++symbol) added.goes_with.push_back(*symbols);
    }
  }
  return constraints;
}

/// Adds all grids, cell by cell.
void add_grids(const Constraints& constraints, std::vector<std::uint8_t>& grid,
               std::set<std::vector<std::uint8_t>>& grids) {
  const std::size_t cell = grid.size();
  if (cell == constraints.seen.size()) {
    grids.insert(grid);
    return;
  }
  const auto symbols = static_cast<std::uint8_t>(constraints.side());
  for (std::uint8_t symbol = 0; symbol < symbols; ++symbol) {
    if (((constraints.allowed[cell] >> symbol) & 1U) == 0) continue;
    const auto clashes = [&](int other) {
      return static_cast<std::size_t>(other) < cell && grid[static_cast<std::size_t>(other)] == symbol;
    };
    if (std::ranges::any_of(constraints.seen[cell], clashes)) continue;
    grid.push_back(symbol);
    const auto holds = [&](const RelatedCells& related) {
      const auto last = static_cast<std::size_t>(related.cells.second);
      return last != cell ||
             ((related.goes_with[grid[static_cast<std::size_t>(related.cells.first)]] >> symbol) & 1U) != 0;
    };
    if (std::ranges::all_of(constraints.related, holds)) add_grids(constraints, grid, grids);
    grid.pop_back();
  }
}

RC_GTEST_PROP(Frontier, CountsAndNumbersTheGridsOfRestrictedAndRelatedCells, ()) {
  Constraints constraints = arbitrary_restrictions();
  std::set<std::vector<std::uint8_t>> grids;
  std::vector<std::uint8_t> grid;
  add_grids(constraints, grid, grids);
  std::vector<int> order(constraints.seen.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  if (*rc::gen::arbitrary<bool>()) {
    rule_out_symbols(constraints);
    order = Frontier::orders(constraints)[*rc::gen::inRange<std::size_t>(0, 3)];
  }
  const auto frontier = std::make_shared<const Frontier>(constraints, order);
  const Layer layer = frontier->beginnings(*rc::gen::inRange<std::size_t>(1, 20));
  const UInt128 relabellings = frontier->counts_up_to_relabelling() ? 24 : 1;
  RC_ASSERT(frontier->completions(layer, 0, layer.fillings.size(), enough_memory) * relabellings == grids.size());
  const WeightedLayers layers{frontier, enough_memory};
  RC_ASSERT(layers.grids() == grids.size());
  std::set<std::vector<std::uint8_t>> numbered;
  for (UInt128 index = 0; index < layers.grids(); ++index) numbered.insert(layers.unrank(index));
  RC_ASSERT(numbered == grids);
  RC_ASSERT_THROWS_AS(layers.unrank(layers.grids()), std::out_of_range);
}

}  // namespace
