#include "band_signatures/closing_counts.hpp"

#include "band_signatures/factorisation_counter.hpp"
#include "closed_formulas/closed_formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
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

/// Returns the columns of a graph of N columns and symbols in disjoint pairs: some rows drawn one after the other, each
/// a partition of the symbols into pairs that give one symbol to each column.
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

OpenGraph open_graph(const std::vector<SymbolSet>& columns) { return OpenGraph::of(without_last_two(columns)); }

/// Compares f of a graph closed in any way with the count of the closed graph.
template <class Line>
void expect_every_closing(std::vector<SymbolSet> columns, int rows, const Line& line) {
  const FactorisationCounter counter;
  const Closings closings{rows};
  const SymbolSet free = free_symbols(columns);
  std::set<std::size_t> numbers;
  for (unsigned half = 1; half <= free; ++half) {
    if ((half & ~unsigned{free}) != 0 || mathematics::size_of(static_cast<SymbolSet>(half)) != rows) continue;
    columns.back() = static_cast<SymbolSet>(half);
    columns[columns.size() - 2] = mathematics::without(free, columns.back());
    const std::size_t number = closings.number_of(free, columns.back());
    EXPECT_EQ(number, closings.number_of(free, columns[columns.size() - 2]));
    numbers.insert(number);
    EXPECT_EQ(line[number] * mathematics::factorial(rows), counter.count(columns)) << columns.size() << ' ' << rows;
  }
  EXPECT_EQ(numbers.size(), line.size());
}

std::vector<std::uint32_t> swept_line(const std::vector<SymbolSet>& columns, int rows,
                                      const LastColumnsKernel* kernel = nullptr) {
  std::vector<std::uint32_t> line;
  SweptCounts{columns.size(), rows, kernel}.count(open_graph(columns), line);
  return line;
}

std::vector<std::uint64_t> closing_line(const std::vector<SymbolSet>& columns, ClosingCountTable& table,
                                        const Poll& poll = {}) {
  std::vector<std::uint64_t> line;
  ClosingCounts{columns.size(), table}.count(open_graph(columns), line, poll);
  return line;
}

/// Returns five rows of two Latin squares of order 6 beside each other: each column lacks another symbol.
std::vector<SymbolSet> latin_rectangles() {
  constexpr SymbolSet low = 0x03F;
  constexpr SymbolSet high = 0xFC0;
  std::vector<SymbolSet> columns;
  for (unsigned box = 0; box < 6; ++box) {
    columns.push_back(static_cast<SymbolSet>(low & ~(1U << box)));
    columns.push_back(static_cast<SymbolSet>(high & ~(1U << (box + 6))));
  }
  return columns;
}

TEST(SweptCounts, AreCorrectForEachWayToClose) {
  std::mt19937 random{1};
  for (const auto& [symbols, rows] : {std::pair{4, 1}, {6, 3}, {8, 2}, {8, 4}, {10, 3}, {10, 4}, {12, 3}, {12, 4}}) {
    for (int trial = 0; trial < 2; ++trial) {
      const std::vector<SymbolSet> columns = random_columns(static_cast<std::size_t>(symbols), rows, random);
      expect_every_closing(columns, rows, swept_line(columns, rows));
    }
  }
}

TEST(SweptCounts, AreEqualInAllKernels) {
  std::mt19937 random{2};
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<SymbolSet> columns = random_columns(8 + 2 * (static_cast<std::size_t>(trial) % 3), 4, random);
    const auto line = swept_line(columns, 4, &last_columns_kernels().back());
    for (const LastColumnsKernel& kernel : last_columns_kernels()) {
      if (!kernel.is_supported()) continue;
      EXPECT_EQ(swept_line(columns, 4, &kernel), line) << kernel.name;
    }
  }
}

TEST(SweptCounts, RefuseMoreThanFourRows) {
  EXPECT_THROW((SweptCounts{12, 5}), std::invalid_argument);
  EXPECT_THROW(Closings{7}, std::invalid_argument);
}

TEST(ClosingCounts, AreCorrectForEachWayToClose) {
  std::mt19937 random{3};
  ClosingCountTable table{ClosingCounts::width_of_table(), 100'000};
  for (int trial = 0; trial < 2; ++trial) {
    const std::vector<SymbolSet> columns = random_columns(10, 5, random);
    expect_every_closing(columns, 5, closing_line(columns, table));
  }
}

TEST(ClosingCounts, AreCorrectForOneWayToCloseTwelveColumns) {
  std::mt19937 random{12};
  ClosingCountTable table{ClosingCounts::width_of_table(), 100'000};
  const std::vector<SymbolSet> columns = random_columns(12, 5, random);
  const std::size_t number = Closings{5}.number_of(free_symbols(columns), columns.back());
  EXPECT_EQ(closing_line(columns, table)[number] * mathematics::factorial(5), FactorisationCounter{}.count(columns));
}

TEST(ClosingCounts, DoNotDependOnTheTable) {
  std::mt19937 random{4};
  ClosingCountTable all{ClosingCounts::width_of_table(), 100'000};
  ClosingCountTable few{ClosingCounts::width_of_table(), 10};
  ClosingCountTable none{ClosingCounts::width_of_table(), 0};
  const std::vector<SymbolSet> columns = random_columns(10, 5, random);
  const auto line = closing_line(columns, all);
  const std::uint64_t lines = all.size();
  EXPECT_EQ(closing_line(columns, all), line);
  EXPECT_EQ(all.size(), lines);
  EXPECT_EQ(closing_line(columns, few), line);
  EXPECT_EQ(few.size(), 10U);
  EXPECT_EQ(closing_line(columns, none), line);
  EXPECT_EQ(none.size(), 0U);
}

TEST(ClosingCounts, CountPairsOfLatinRectangles) {
  const std::vector<SymbolSet> columns = latin_rectangles();
  ClosingCountTable table{ClosingCounts::width_of_table(), 100'000};
  const auto line = closing_line(columns, table);
  const std::size_t number = Closings{5}.number_of(free_symbols(columns), columns.back());
  // A Latin square of order 6 is five rows in the order of a given sixth: one in 6! of 812851200.
  const std::uint64_t five_rows = 812851200U / 720U;
  EXPECT_EQ(line[number] * 120, five_rows * five_rows);
}

TEST(ClosingCounts, AddUpToSixRowsOfTwoKindsOfBoxes) {
  // L_6^2 / binomial(6,t) for t boxes of one kind and 6 - t of another: see plugins/band_classes/README.md.
  constexpr std::uint64_t latin_squares = 812851200U;
  constexpr SymbolSet low = 0x03F;
  constexpr SymbolSet high = 0xFC0;
  std::vector<SymbolSet> columns;
  for (int box = 0; box < 5; ++box) columns.insert(columns.end(), {low, high});
  const OpenFormKernel& kernel = fastest_open_form_kernel();
  std::map<OpenGraphKey, std::vector<std::uint64_t>> lines;
  ClosingCountTable table{ClosingCounts::width_of_table(), 100'000};
  ClosingCounts counter{12, table};
  const Closings closings{5};
  constexpr SymbolSet changed = low ^ 0x041;  // a symbol exchanged for one of the other kind
  std::uint64_t like = 0;
  std::uint64_t unlike = 0;
  MatchingsOfEdge{OpenGraph::of(columns), 12}.for_each([&](const RestOfMatching& rest) {
    const OpenForm form = least_form(kernel, rest.graph, 12, 10);
    std::vector<std::uint64_t>& line = lines[form.key];
    if (line.empty()) counter.count(graph_of(form.key, 10), line, {});
    const auto part_of = [&](SymbolSet half) {
      const auto of_rest = static_cast<SymbolSet>(half & rest.graph.free);
      if (mathematics::size_of(of_rest) != 5) return std::uint64_t{0};
      SymbolSet image = 0;
      for (SymbolSet left = of_rest; left != 0; left = mathematics::without_least(left)) {
        image = static_cast<SymbolSet>(image | 1U << form.symbols[static_cast<std::size_t>(mathematics::least(left))]);
      }
      return line[closings.number_of(image)];
    };
    like += part_of(low);
    unlike += part_of(changed);
  });
  EXPECT_LT(lines.size(), 10U);
  EXPECT_EQ(like * 720, latin_squares * latin_squares);
  EXPECT_EQ(unlike * 720, latin_squares * latin_squares / 6);
}

TEST(ClosingCounts, CanShareATable) {
  std::mt19937 random{5};
  const std::vector<SymbolSet> columns = random_columns(10, 5, random);
  ClosingCountTable table{ClosingCounts::width_of_table(), 100'000};
  std::vector<std::vector<std::uint64_t>> lines(4);
  std::vector<std::thread> threads;
  for (auto& line : lines) threads.emplace_back([&] { line = closing_line(columns, table); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& line : lines) EXPECT_EQ(line, lines.front());
}

TEST(ClosingCounts, StopOnRequest) {
  std::mt19937 random{6};
  ClosingCountTable table{ClosingCounts::width_of_table(), 1000};
  struct Stopped {};
  EXPECT_THROW(closing_line(random_columns(10, 5, random), table, [] { throw Stopped{}; }), Stopped);
}

TEST(ClosingCounts, RefuseInvalidGraphs) {
  ClosingCountTable table{ClosingCounts::width_of_table(), 1};
  EXPECT_THROW((ClosingCounts{7, table}), std::invalid_argument);
  EXPECT_THROW((ClosingCounts{14, table}), std::invalid_argument);
  EXPECT_THROW(OpenGraph::of(std::vector<SymbolSet>{0b011, 0b011, 0b101, 0b110}), std::invalid_argument);
  EXPECT_THROW(OpenGraph::of(std::vector<SymbolSet>{0b0011, 0b0100}), std::invalid_argument);
}

TEST(ClosingCountTable, FindsAddedEntries) {
  constexpr std::uint32_t lines = 5000;
  ClosingCountTable table{2, lines};
  const auto key_of = [](std::uint64_t number) { return OpenGraphKey{{number, 7 * number}}; };
  for (std::uint32_t number = 0; number < lines; ++number) {
    const OpenGraphKey key = key_of(number);
    const std::array line{number, ~number};
    ASSERT_NE(table.add(key, ClosingCountTable::hash_of(key), line), nullptr);
  }
  for (std::uint32_t number = 0; number < lines; ++number) {
    const OpenGraphKey key = key_of(number);
    const std::uint32_t* const line = table.find(key, ClosingCountTable::hash_of(key));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line[0], number);
    EXPECT_EQ(line[1], ~number);
  }
  const OpenGraphKey other = key_of(lines);
  EXPECT_EQ(table.find(other, ClosingCountTable::hash_of(other)), nullptr);
  EXPECT_EQ(table.add(other, ClosingCountTable::hash_of(other), std::array{1U, 2U}), nullptr);
  EXPECT_EQ(table.size(), lines);
}

/// Returns the graph with renamed symbols and reordered columns.
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

TEST(OpenForm, IsIsomorphicToTheGraph) {
  std::mt19937 random{6};
  for (int trial = 0; trial < 200; ++trial) {
    const OpenGraph graph = OpenGraph::of(without_last_two(random_columns(12, 3 + trial % 2, random)));
    for (const OpenFormKernel& kernel : open_form_kernels()) {
      if (!kernel.is_supported()) continue;
      const OpenForm form = kernel.form(graph, 12, 10, 0);
      const OpenGraph again = graph_of(form.key, 10);
      EXPECT_EQ(again.columns, relabelled(graph, form.symbols, 10).columns) << kernel.name;
      EXPECT_EQ(again.free, (1U << static_cast<unsigned>(mathematics::size_of(graph.free))) - 1) << kernel.name;
    }
  }
}

TEST(OpenForm, IsEqualInAllKernelsSinglyOrInBatches) {
  std::mt19937 random{7};
  for (const std::size_t symbols : {8U, 10U, 12U}) {
    std::vector<OpenGraph> graphs;  // more than a batch of any kernel
    for (int trial = 0; trial < 150; ++trial) {
      graphs.push_back(OpenGraph::of(without_last_two(random_columns(symbols, 2 + trial % 3, random))));
    }
    for (const SymbolSet marked : std::array<SymbolSet, 3>{0, 1U << 3U, 1U << 7U | 1U << 2U}) {
      std::vector<OpenForm> first(graphs.size());
      fastest_open_form_kernel().forms(graphs, symbols, symbols - 2, marked, first);
      for (const OpenFormKernel& kernel : open_form_kernels()) {
        if (!kernel.is_supported()) continue;
        for (std::size_t i = 0; i < graphs.size(); ++i) {
          const OpenForm form = kernel.form(graphs[i], symbols, symbols - 2, marked);
          EXPECT_EQ(form.key, first[i].key) << kernel.name;
          EXPECT_EQ(form.symbols, first[i].symbols) << kernel.name;
          EXPECT_EQ(form.is_canonical, first[i].is_canonical) << kernel.name;
        }
      }
    }
  }
}

TEST(OpenForm, IsNearlyAlwaysEqualForIsomorphicGraphs) {
  std::mt19937 random{8};
  constexpr int trials = 500;
  int same = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const OpenGraph graph = OpenGraph::of(without_last_two(random_columns(12, 4, random)));
    std::vector<std::uint8_t> renaming(12);
    std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
    std::ranges::shuffle(renaming, random);
    const OpenFormKernel& kernel = fastest_open_form_kernel();
    same += kernel.form(graph, 12, 10, 0).key == kernel.form(relabelled(graph, renaming, 10), 12, 10, 0).key ? 1 : 0;
  }
  EXPECT_GT(same, trials * 98 / 100);
}

}  // namespace
