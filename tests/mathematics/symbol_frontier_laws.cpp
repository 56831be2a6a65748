#include "symbol_frontier/frontier.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::symbol_frontier;

constexpr int side = 5;
constexpr int cells = side * side;
constexpr std::size_t enough_memory = std::size_t{64} << 20U;

/// Rows and columns, and as many as twelve further pairs.
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

RC_GTEST_PROP(Frontier, TheOrderOfTheCellsAndTheSplitDoNotMatter, ()) {
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

}  // namespace
