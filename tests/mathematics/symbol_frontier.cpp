#include "gridcensus/rules.hpp"
#include "symbol_frontier/frontier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus::symbol_frontier;

constexpr std::size_t plenty = std::size_t{256} << 20U;

Constraints seen_in(const std::string& shape, const std::string& rules) {
  return {.seen = gridcensus::cells_seen(gridcensus::parse_problem(gridcensus::parse_shape(shape), rules))};
}

std::uint64_t counted(const Frontier& frontier, std::size_t memory = plenty) {
  const Layer layer = frontier.beginnings(1);
  return static_cast<std::uint64_t>(frontier.completions(layer, 0, layer.fillings.size(), memory));
}

/// Returns the grids up to relabelling, counted in the order with the smallest forecast.
std::uint64_t counted(const std::string& shape, const std::string& rules) {
  const Constraints seen = seen_in(shape, rules);
  std::vector<std::uint64_t> counts;
  for (const auto& order : Frontier::orders(seen)) counts.push_back(counted(Frontier{seen, order}));
  EXPECT_EQ(counts[0], counts[1]) << shape << " " << rules;
  EXPECT_EQ(counts[0], counts[2]) << shape << " " << rules;
  return counts[0];
}

/// Counts cell by cell, each new symbol taken once: grids up to relabelling, one at a time.
std::uint64_t by_definition(const CellsSeen& seen, std::vector<int>& symbol_of, int used) {
  const std::size_t cell = symbol_of.size();
  if (cell == seen.size()) return 1;
  std::uint64_t total = 0;
  int side = 0;
  while (side * side < static_cast<int>(seen.size())) ++side;
  for (int symbol = 0; symbol <= std::min(used, side - 1); ++symbol) {
    const bool is_free = std::ranges::none_of(seen[cell], [&](int other) {
      return static_cast<std::size_t>(other) < cell && symbol_of[static_cast<std::size_t>(other)] == symbol;
    });
    if (!is_free) continue;
    symbol_of.push_back(symbol);
    total += by_definition(seen, symbol_of, std::max(used, symbol + 1));
    symbol_of.pop_back();
  }
  return total;
}

std::uint64_t by_definition(const CellsSeen& seen) {
  std::vector<int> none;
  return by_definition(seen, none, 0);
}

TEST(Frontier, CountsLikeThePlainDefinition) {
  for (const std::string shape : {"1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "3x2"}) {
    for (const std::string rules : {"classic", "latin", "diagonals", "anti_knight", "anti_king", "toroidal_anti_knight",
                                    "disjoint_groups", "pandiagonal", "both_boxes"}) {
      if (rules == "latin" && shape == "2x3") continue;  // 1128960, a second or two
      if (rules == "latin" && shape == "3x2") continue;
      Constraints seen;
      try {
        seen = seen_in(shape, rules);
      } catch (const gridcensus::InvalidRules&) {
        continue;  // the shape does not have these rules
      }
      EXPECT_EQ(counted(shape, rules), by_definition(seen.seen)) << shape << " " << rules;
    }
  }
}

TEST(Frontier, CountsJigsawsOfSideSix) {
  for (const std::string layout :
       {"layout:aaabbb/aaabbb/cccddd/cccddd/eeefff/eeefff", "layout:aaaabb/aacbbb/ccccbd/eecddd/eeffdd/eeffff"}) {
    Constraints seen;
    try {
      seen = seen_in("2x3", layout);
    } catch (const gridcensus::InvalidRules& mistake) {
      FAIL() << layout << ": " << mistake.what();
    }
    EXPECT_EQ(counted("2x3", layout), by_definition(seen.seen)) << layout;
  }
}

// OEIS A002860 divided by N!: 812851200 / 6!, 61479419904000 / 7!. Enumeration finds the first, too.
TEST(Frontier, CountsLatinSquares) {
  EXPECT_EQ(counted("1x6", "classic"), 1128960U);
  EXPECT_EQ(counted("2x3", "latin"), 1128960U);
  const Constraints seen = seen_in("1x7", "classic");
  EXPECT_EQ(counted(Frontier{seen, Frontier::orders(seen)[0]}), 12198297600U);
}

// 29136487207403520 / 8! (OEIS A291187), and 592612475535360 / 8! for boxes of both orientations.
TEST(Frontier, CountsSideEight) {
  const Constraints classic = seen_in("2x4", "classic");
  EXPECT_EQ(counted(Frontier{classic, Frontier::orders(classic)[1]}), 722631131136U);
  const Constraints both = seen_in("2x4", "both_boxes");
  EXPECT_EQ(counted(Frontier{both, Frontier::orders(both)[0]}), 14697730048U);
}

TEST(Frontier, CountsZeroIfNoSymbolCanBePlaced) {
  // A pandiagonal Latin square of side 9 with boxes: no symbol has nine possible cells.
  const Constraints seen = seen_in("3x3", "pandiagonal");
  const Frontier frontier{seen, Frontier::orders(seen)[0]};
  EXPECT_EQ(counted(frontier), 0U);
  EXPECT_EQ(frontier.forecast().widest, 0);
}

TEST(Frontier, SumDoesNotDependOnTheSplit) {
  const Constraints seen = seen_in("2x3", "latin");
  const Frontier frontier{seen, Frontier::orders(seen)[0]};
  for (const std::size_t wanted : {1U, 2U, 50U, 1000U, 1000000U}) {
    const Layer layer = frontier.beginnings(wanted);
    const std::size_t fillings = layer.fillings.size();
    for (const std::size_t units : {1U, 3U, 17U}) {
      UInt128 total = 0;
      for (std::size_t unit = 0; unit < units; ++unit) {
        total += frontier.completions(layer, fillings * unit / units, fillings * (unit + 1) / units, plenty);
      }
      EXPECT_TRUE(total == 1128960U) << wanted << " " << units;
    }
  }
}

TEST(Frontier, CountDoesNotDependOnTheMemory) {
  // 2773 fillings in the widest layer of 2x3 latin; the smallest table has room for 768.
  const Constraints seen = seen_in("2x3", "latin");
  const Frontier frontier{seen, Frontier::orders(seen)[0]};
  const Layer layer = frontier.beginnings(1);
  for (const std::size_t memory : {std::size_t{0}, std::size_t{60'000}, std::size_t{100'000}, plenty}) {
    Effort effort;
    EXPECT_TRUE(frontier.completions(layer, 0, 1, memory, {}, &effort) == 1128960U) << memory;
    EXPECT_EQ(effort.cuts > 0, memory < plenty) << memory;
    EXPECT_LE(effort.widest, static_cast<double>(frontier.fillings_in(memory))) << memory;
    if (memory >= 60'000) {
      EXPECT_LE(effort.peak_bytes, std::max(memory, std::size_t{500'000}));
    }
  }
}

TEST(Frontier, ForecastsAreNearTheTruth) {
  const auto ratio = [](const std::string& shape, const std::string& rules, std::size_t order) {
    const Constraints seen = seen_in(shape, rules);
    const Frontier frontier{seen, Frontier::orders(seen)[order]};
    const Layer layer = frontier.beginnings(1);
    Effort effort;
    frontier.completions(layer, 0, 1, plenty, {}, &effort);
    return frontier.forecast().widest / effort.widest;
  };
  EXPECT_EQ(ratio("2x3", "classic", 0), 1);  // swept whole
  for (const double quotient : {ratio("2x3", "latin", 0), ratio("1x7", "classic", 0), ratio("2x4", "classic", 1),
                                ratio("2x4", "both_boxes", 0), ratio("2x4", "anti_knight", 0)}) {
    EXPECT_GT(quotient, 0.5);
    EXPECT_LT(quotient, 2);
  }
}

TEST(SymbolStates, HaveTheCellsOfAnyAndOfEveryCompletion) {
  // Side 2: a symbol has the main diagonal or the other one.
  const SymbolStates states{seen_in("1x2", "classic"), {0, 1, 2, 3}};
  ASSERT_EQ(states.layer(0).size(), 1U);
  EXPECT_TRUE(states.layer(0)[0].can.covers(states.unfilled(0)));
  EXPECT_EQ(states.layer(0)[0].must, Places{});
  ASSERT_EQ(states.layer(1).size(), 2U);
  for (const SymbolState& state : states.layer(1)) EXPECT_EQ(state.can, state.must);
  EXPECT_EQ(states.layer(4).size(), 1U);
}

TEST(SymbolStates, Accept46656PlacementsFor3x3) {
  const SymbolStates states{seen_in("3x3", "classic"), Frontier::orders(seen_in("3x3", "classic"))[0]};
  std::vector<std::uint64_t> after{1};
  for (std::size_t filled = states.cells(); filled-- > 0;) {
    std::vector<std::uint64_t> here;
    for (const SymbolState& state : states.layer(filled)) {
      std::uint64_t ways = 0;
      if (state.without != SymbolState::none) ways += after[state.without];
      if (state.with != SymbolState::none) ways += after[state.with];
      here.push_back(ways);
    }
    after = here;
  }
  EXPECT_EQ(after.at(0), 46656U);  // 6^6: Felgenhauer and Jarvis 2005, and every text on templates
}

TEST(SymbolStates, ReportTooManyStates) {
  const Constraints seen = seen_in("1x16", "classic");
  const auto order = Frontier::orders(seen)[0];
  EXPECT_TRUE(SymbolStates(seen, order).are_too_many());
  EXPECT_THROW(Frontier(seen, order), std::length_error);
}

TEST(Frontier, RefusesOtherThanSquares) {
  const Constraints good = seen_in("1x3", "classic");
  const std::vector<int> order = Frontier::orders(good)[0];
  EXPECT_THROW(Frontier(Constraints{}, {}), std::invalid_argument);
  EXPECT_THROW(Frontier({.seen = CellsSeen(5)}, {0, 1, 2, 3, 4}), std::invalid_argument);
  EXPECT_THROW(Frontier(good, {0, 1, 2, 3, 4, 5, 6, 7, 7}), std::invalid_argument);
  EXPECT_THROW(Frontier(good, {0, 1, 2}), std::invalid_argument);
  Constraints one_sided = good;
  one_sided.seen[0].push_back(4);
  EXPECT_THROW(Frontier(one_sided, order), std::invalid_argument);
  Constraints outside = good;
  outside.seen[0].push_back(9);
  EXPECT_THROW(Frontier(outside, order), std::invalid_argument);
  Constraints no_column = good;
  std::erase(no_column.seen[0], 3);
  std::erase(no_column.seen[3], 0);
  EXPECT_THROW(Frontier(no_column, order), std::invalid_argument);
}

TEST(Frontier, RefusesMissingFillings) {
  const Constraints seen = seen_in("1x3", "classic");
  const Frontier frontier{seen, Frontier::orders(seen)[0]};
  Layer layer = frontier.beginnings(1);
  EXPECT_THROW(frontier.completions(layer, 0, 2, plenty), std::invalid_argument);
  EXPECT_THROW(frontier.completions(layer, 1, 0, plenty), std::invalid_argument);
  layer.fillings[0].symbol_states[1] = 99;
  EXPECT_THROW(frontier.completions(layer, 0, 1, plenty), std::invalid_argument);
  layer = frontier.beginnings(1);
  layer.fillings[0].ways = ~UInt128{0};
  EXPECT_THROW(frontier.completions(layer, 0, 1, plenty), std::overflow_error);
}

TEST(Frontier, StopsWhenThePollThrows) {
  struct Stop {};
  const Constraints seen = seen_in("1x7", "classic");
  const Frontier frontier{seen, Frontier::orders(seen)[0]};
  int polls = 0;
  const auto stop_at_third = [&polls] {
    if (++polls == 3) throw Stop{};
  };
  EXPECT_THROW(frontier.completions(frontier.beginnings(1), 0, 1, plenty, stop_at_third), Stop);
  EXPECT_EQ(polls, 3);
}

// A. Inkala 2012; then a pair of cells that see each other and can only have 1.
TEST(Constraints, AreNarrowedByTrialsToWhatGridsHave) {
  using gridcensus::Problem;
  const std::string hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  Constraints narrowed = constraints_of(gridcensus::parse_problem({3, 3}, "givens:" + hard));
  const Constraints before = narrowed;
  rule_out_symbols(narrowed);
  EXPECT_NE(narrowed.allowed, before.allowed);
  for (const auto& order : Frontier::orders(narrowed)) EXPECT_EQ(counted(Frontier{narrowed, order}), 1U);
  Constraints empty = constraints_of(gridcensus::parse_problem({2, 2}, "allowed:1:r1c1.r2c2"));
  rule_out_symbols(empty);
  EXPECT_EQ(empty.allowed, std::vector<gridcensus::SymbolBits>(16, 0));
  EXPECT_EQ(counted(Frontier{empty, Frontier::orders(empty)[0]}), 0U);
  Constraints free = constraints_of(Problem{{2, 2}});
  rule_out_symbols(free);
  EXPECT_TRUE(free.symbols_are_alike());
  EXPECT_EQ(counted(Frontier{free, Frontier::orders(free)[0]}), 12U);
}

TEST(SymbolStates, RefuseInvalidRestrictions) {
  Constraints constraints = seen_in("1x3", "classic");
  const auto order = Frontier::orders(constraints)[0];
  constraints.allowed = {7, 7};
  EXPECT_THROW(SymbolStates(constraints, order), std::invalid_argument);
  constraints.allowed = {};
  constraints.related = {{.cells = {0, 9}, .goes_with = {7, 7, 7}}};
  EXPECT_THROW(SymbolStates(constraints, order), std::invalid_argument);
  constraints.related = {{.cells = {0, 8}, .goes_with = {7, 7}}};
  EXPECT_THROW(SymbolStates(constraints, order), std::invalid_argument);
}

}  // namespace
