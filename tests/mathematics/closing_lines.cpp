#include "band_signatures/closing_lines.hpp"

#include "band_signatures/factorisation_counter.hpp"
#include "closed_formulas/closed_formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_signatures;
using mathematics::SymbolSet;

/// The columns of a graph of N columns and symbols in pairs, which are disjoint: some rows that are drawn one after the
/// other, each a partition of the symbols into pairs of which one goes to each column.
std::vector<SymbolSet> random_columns(std::size_t symbols, int rows, std::mt19937& random) {
  std::vector<std::size_t> order(symbols);
  std::iota(order.begin(), order.end(), std::size_t{0});
  while (true) {
    std::vector<SymbolSet> columns(symbols, 0);
    bool is_good = true;
    for (int row = 0; row < rows && is_good; ++row) {
      is_good = false;
      for (int trial = 0; trial < 2000 && !is_good; ++trial) {
        std::ranges::shuffle(order, random);
        is_good = true;
        for (std::size_t c = 0; c < symbols && is_good; ++c) {
          is_good = (static_cast<unsigned>(columns[c] | columns[c ^ 1U]) >> order[c] & 1U) == 0;
        }
      }
      for (std::size_t c = 0; c < symbols; ++c) columns[c] = static_cast<SymbolSet>(columns[c] | 1U << order[c]);
    }
    if (is_good) return columns;
  }
}

std::span<const SymbolSet> without_last_two(const std::vector<SymbolSet>& columns) {
  return std::span{columns}.first(columns.size() - 2);
}

SymbolSet free_symbols(const std::vector<SymbolSet>& columns) {
  return static_cast<SymbolSet>(columns.back() | columns[columns.size() - 2]);
}

TEST(ClosingLines, HaveTheNumberOfEachWayToClose) {
  std::mt19937 random{1};
  const FactorisationCounter counter;
  for (const auto& [symbols, rows] : {std::pair{6, 3}, {8, 2}, {8, 4}, {10, 3}, {10, 4}, {10, 5}, {12, 3}}) {
    const ClosingLines lines{static_cast<std::size_t>(symbols)};
    for (int trial = 0; trial < 3; ++trial) {
      std::vector<SymbolSet> columns = random_columns(static_cast<std::size_t>(symbols), rows, random);
      const std::vector<std::uint64_t> line = lines.line(without_last_two(columns));
      const SymbolSet free = free_symbols(columns);
      std::set<std::size_t> numbers;
      for (unsigned half = 1; half <= free; ++half) {
        if ((half & ~unsigned{free}) != 0 || mathematics::size_of(static_cast<SymbolSet>(half)) != rows) continue;
        columns.back() = static_cast<SymbolSet>(half);
        columns[columns.size() - 2] = mathematics::without(free, columns.back());
        const std::size_t number = lines.number_of(free, columns.back());
        EXPECT_EQ(number, lines.number_of(free, columns[columns.size() - 2]));
        numbers.insert(number);
        EXPECT_EQ(line[number] * mathematics::factorial(rows), counter.count(columns)) << symbols << ' ' << rows;
      }
      EXPECT_EQ(numbers.size(), line.size());
    }
  }
}

TEST(ClosingLines, CountTwelveColumnsOfFourRows) {
  std::mt19937 random{2};
  const FactorisationCounter counter;
  const ClosingLines lines{12};
  const std::vector<SymbolSet> columns = random_columns(12, 4, random);
  const auto number = lines.number_of(free_symbols(columns), columns.back());
  EXPECT_EQ(lines.line(without_last_two(columns))[number] * mathematics::factorial(4), counter.count(columns));
}

TEST(ClosingLines, AreTheSameWhateverIsRemembered) {
  std::mt19937 random{3};
  const ClosingLines all{10};
  const ClosingLines few{10, 20'000};
  const ClosingLines none{10, 0};
  for (int trial = 0; trial < 2; ++trial) {
    const std::vector<SymbolSet> columns = random_columns(10, 4, random);
    const auto line = all.line(without_last_two(columns));
    EXPECT_EQ(few.line(without_last_two(columns)), line);
    EXPECT_EQ(none.line(without_last_two(columns)), line);
  }
  EXPECT_GT(all.remembered(3).lines, few.remembered(3).lines);
  EXPECT_GT(few.remembered(3).lines, 0U);
  EXPECT_LE(few.remembered(3).bytes + few.remembered(2).bytes, 20'000U);
  EXPECT_EQ(none.remembered(3).lines, 0U);
}

TEST(ClosingLines, CountPairsOfLatinRectangles) {
  constexpr SymbolSet low = 0x03F;
  constexpr SymbolSet high = 0xFC0;
  std::vector<SymbolSet> columns;
  for (int box = 0; box < 5; ++box) columns.insert(columns.end(), {low, high});
  // Five rows of it: in each column another symbol is missing.
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c] = static_cast<SymbolSet>(columns[c] & ~(1U << (c / 2 + (c % 2 == 0 ? 0U : 6U))));
  }
  const ClosingLines lines{12};
  const auto line = lines.line(columns);
  const auto number = lines.number_of(static_cast<SymbolSet>(0xFFFU & ~(1U << 5U | 1U << 11U)), 0x01F);
  // A Latin square of order 6 is five rows in the order of a sixth that is given: of 812851200, one in 6!.
  const std::uint64_t five_rows = 812851200U / 720U;
  EXPECT_EQ(line[number] * 120, five_rows * five_rows);
}

TEST(ClosingLines, MayBeAskedByManyThreads) {
  std::mt19937 random{4};
  const ClosingLines lines{10};
  const std::vector<SymbolSet> columns = random_columns(10, 5, random);
  std::vector<std::uint64_t> one;
  std::vector<std::uint64_t> other;
  std::thread first{[&] { one = lines.line(without_last_two(columns)); }};
  std::thread second{[&] { other = lines.line(without_last_two(columns)); }};
  first.join();
  second.join();
  EXPECT_EQ(one, other);
}

TEST(ClosingLines, StopWhenAsked) {
  std::mt19937 random{5};
  const ClosingLines lines{12};
  const std::vector<SymbolSet> columns = random_columns(12, 5, random);
  struct Stopped {};
  EXPECT_THROW(lines.line(without_last_two(columns), [] { throw Stopped{}; }), Stopped);
}

TEST(ClosingLines, RefuseWhatTheyCannotTake) {
  EXPECT_THROW(ClosingLines{7}, std::invalid_argument);
  EXPECT_THROW(ClosingLines{14}, std::invalid_argument);
  const ClosingLines lines{6};
  EXPECT_THROW(lines.line(std::vector<SymbolSet>{0b011, 0b011, 0b101, 0b110}), std::invalid_argument);
  EXPECT_THROW(lines.line(std::vector<SymbolSet>{0b000011, 0b001100}), std::invalid_argument);
}

/// The graph with symbols renamed and columns in another order.
OpenGraph relabelled(const OpenGraph& graph, std::span<const std::uint8_t> symbols, std::size_t columns) {
  std::vector<SymbolSet> sets(columns, 0);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t s = 0; s < columns + 2; ++s) {
      if ((graph.columns[c] >> s & 1U) != 0) sets[c] = static_cast<SymbolSet>(sets[c] | 1U << symbols[s]);
    }
  }
  std::ranges::sort(sets);
  return OpenGraph::of(sets);
}

TEST(OpenForm, IsTheGraphInAnotherNumbering) {
  std::mt19937 random{6};
  for (int trial = 0; trial < 200; ++trial) {
    const OpenGraph graph = OpenGraph::of(without_last_two(random_columns(12, 3 + trial % 2, random)));
    for (const OpenFormKernel& kernel : open_form_kernels()) {
      if (!kernel.is_supported()) continue;
      const OpenForm form = kernel.form(graph, 12, 10);
      const OpenGraph again = graph_of(form.key, 10);
      EXPECT_EQ(again.columns, relabelled(graph, form.symbols, 10).columns) << kernel.name;
      EXPECT_EQ(again.free, (1U << static_cast<unsigned>(mathematics::size_of(graph.free))) - 1) << kernel.name;
    }
  }
}

TEST(OpenForm, IsTheSameByAllKernels) {
  std::mt19937 random{7};
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t symbols = 8 + 2 * (static_cast<std::size_t>(trial) % 3);
    const OpenGraph graph = OpenGraph::of(without_last_two(random_columns(symbols, 2 + trial % 3, random)));
    const OpenForm first = open_form_kernels().front().is_supported()
                               ? open_form_kernels().front().form(graph, symbols, symbols - 2)
                               : fastest_open_form_kernel().form(graph, symbols, symbols - 2);
    for (const OpenFormKernel& kernel : open_form_kernels()) {
      if (!kernel.is_supported()) continue;
      const OpenForm form = kernel.form(graph, symbols, symbols - 2);
      EXPECT_EQ(form.key, first.key) << kernel.name;
      EXPECT_EQ(form.symbols, first.symbols) << kernel.name;
    }
  }
}

TEST(OpenForm, IsNearlyAlwaysTheSameForGraphsThatAreAlike) {
  std::mt19937 random{8};
  constexpr int trials = 500;
  int same = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const OpenGraph graph = OpenGraph::of(without_last_two(random_columns(12, 4, random)));
    std::vector<std::uint8_t> renaming(12);
    std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
    std::ranges::shuffle(renaming, random);
    const OpenFormKernel& kernel = fastest_open_form_kernel();
    same += kernel.form(graph, 12, 10).key == kernel.form(relabelled(graph, renaming, 10), 12, 10).key ? 1 : 0;
  }
  EXPECT_GT(same, trials * 98 / 100);
}

}  // namespace
