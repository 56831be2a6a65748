// Perfect matchings of regular graphs: counts, and uniform draws.
#include "stack_product/stacks/matchings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace {

using gridcensus::Random;
using gridcensus::stack_product::Matchings;
using gridcensus::stack_product::SymbolSet32;
using Graph = std::vector<SymbolSet32>;

int side_of(const Graph& graph) { return static_cast<int>(graph.size()); }

std::vector<int> shuffled(Random& random, int size) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t last = order.size(); last-- > 1;) std::swap(order[last], order[random.below(last + 1)]);
  return order;
}

/// Returns `degree` bands, each of them a random partition of the symbols.
Graph band_graph(Random& random, int side, int degree) {
  Graph graph;
  for (int band = 0; band < degree; ++band) {
    const std::vector<int> symbols = shuffled(random, side);
    for (std::size_t from = 0; from < symbols.size(); from += static_cast<std::size_t>(degree)) {
      SymbolSet32 row = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(degree); ++i) row |= SymbolSet32{1} << symbols[from + i];
      graph.push_back(row);
    }
  }
  return graph;
}

/// Returns the graph in which row r has the symbols r, r + 1, .. r + degree - 1 (mod side), all renamed.
Graph circulant(Random& random, int side, int degree) {
  const std::vector<int> names = shuffled(random, side);
  Graph graph;
  for (const int row : shuffled(random, side)) {
    SymbolSet32 symbols = 0;
    for (int i = 0; i < degree; ++i) symbols |= SymbolSet32{1} << names[static_cast<std::size_t>((row + i) % side)];
    graph.push_back(symbols);
  }
  return graph;
}

/// The reference: counts row after row, over all subsets of the symbols.
std::uint64_t permanent(const Graph& graph) {
  std::vector<std::uint64_t> ways(std::size_t{1} << graph.size());
  ways[0] = 1;
  for (SymbolSet32 used = 0; used + 1 < ways.size(); ++used) {
    const auto row = static_cast<std::size_t>(std::popcount(used));
    for (SymbolSet32 left = graph[row] & ~used; left != 0; left &= left - 1) ways[used | (left & -left)] += ways[used];
  }
  return ways.back();
}

/// Another reference: lists one matching after the other.
void list_matchings(const Graph& graph, std::size_t row, SymbolSet32 used, Graph& matching, std::vector<Graph>& found) {
  if (row == graph.size()) {
    found.push_back(matching);
    return;
  }
  for (SymbolSet32 left = graph[row] & ~used; left != 0; left &= left - 1) {
    matching[row] = left & -left;
    list_matchings(graph, row + 1, used | matching[row], matching, found);
  }
}

std::vector<Graph> all_matchings(const Graph& graph) {
  std::vector<Graph> found;
  Graph matching(graph.size());
  list_matchings(graph, 0, 0, matching, found);
  return found;
}

void expect_matching_removed(const Graph& graph, const Graph& rest) {
  SymbolSet32 taken = 0;
  for (std::size_t row = 0; row < graph.size(); ++row) {
    ASSERT_EQ(rest[row] & ~graph[row], 0U) << "row " << row;
    ASSERT_EQ(std::popcount(graph[row] ^ rest[row]), 1) << "row " << row;
    taken |= graph[row] ^ rest[row];
  }
  ASSERT_EQ(std::popcount(taken), side_of(graph)) << "two rows took the same symbol";
}

/// Returns the excess of chi square over its mean for uniform draws, in standard deviations.
double excess_of_chi_square(const Graph& graph, std::uint64_t seed, std::uint64_t draws_each) {
  const Matchings matchings{side_of(graph)};
  Matchings::Workspace workspace;
  std::map<Graph, std::uint64_t> drawn;
  for (const Graph& matching : all_matchings(graph)) drawn[matching] = 0;
  const std::size_t kinds = drawn.size();
  EXPECT_EQ(matchings.count(graph, workspace), kinds);
  Random random{seed, 0, 0};
  Graph rest(graph.size());
  for (std::uint64_t draw = 0; draw < draws_each * kinds; ++draw) {
    matchings.draw(random, workspace, rest);
    for (std::size_t row = 0; row < rest.size(); ++row) rest[row] ^= graph[row];
    ++drawn[rest];
  }
  EXPECT_EQ(drawn.size(), kinds) << "something was drawn that is no matching";
  double chi_square = 0;
  for (const auto& [matching, times] : drawn) {
    const double difference = static_cast<double>(times) - static_cast<double>(draws_each);
    chi_square += difference * difference / static_cast<double>(draws_each);
  }
  const auto freedoms = static_cast<double>(kinds - 1);
  return (chi_square - freedoms) / std::sqrt(2 * freedoms);
}

TEST(Matchings, CountsAgreeWithTheReference) {
  Random random{1, 0, 0};
  Matchings::Workspace workspace;  // one for all: nothing may remain from a larger graph
  const std::vector<std::pair<int, int>> sizes{{16, 4}, {16, 8}, {14, 7}, {15, 5}, {15, 3}, {12, 6}, {12, 4},
                                               {12, 2}, {10, 5}, {9, 3},  {8, 2},  {6, 6},  {6, 3},  {6, 2},
                                               {5, 5},  {4, 4},  {4, 2},  {2, 2},  {7, 1},  {1, 1}};
  for (const auto& [side, degree] : sizes) {
    for (int graph_number = 0; graph_number < 12; ++graph_number) {
      const Graph graph = band_graph(random, side, degree);
      const std::uint64_t expected = permanent(graph);
      EXPECT_EQ(Matchings{side}.count(graph, workspace), expected) << "side " << side << ", degree " << degree;
      if (side <= 9) {
        EXPECT_EQ(all_matchings(graph).size(), expected);
      }
    }
  }
}

TEST(Matchings, CountsCirculantsOfAnySide) {
  Random random{2, 0, 0};
  Matchings::Workspace workspace;
  for (int side = 3; side <= 13; ++side) {
    for (int degree = 1; degree <= Matchings::max_degree && degree <= side; ++degree) {
      const Graph graph = circulant(random, side, degree);
      EXPECT_EQ(Matchings{side}.count(graph, workspace), permanent(graph)) << "side " << side << ", degree " << degree;
    }
  }
  // With three neighbours each there are L(n) + 2 matchings, L the Lucas numbers: Minc (1964), "Permanents of
  // (0,1)-circulants", and the reference above agrees up to side 13.
  std::uint64_t lucas = 1;
  std::uint64_t next_lucas = 3;
  for (int side = 1; side <= 25; ++side) {
    if (side >= 3) {
      EXPECT_EQ(Matchings{side}.count(circulant(random, side, 3), workspace), lucas + 2);
    }
    lucas = std::exchange(next_lucas, lucas + next_lucas);
  }
}

TEST(Matchings, CountsGraphsThatAreNotRegular) {
  // These meet more of the small frontiers than regular graphs do.
  Random random{12, 0, 0};
  Matchings::Workspace workspace;
  for (int graph_number = 0; graph_number < 4000; ++graph_number) {
    const int side = 1 + static_cast<int>(random.below(9));
    Graph graph(static_cast<std::size_t>(side));
    std::vector<int> rows_of(graph.size());
    const std::uint64_t edges = random.below(4 * graph.size() + 1);
    for (std::uint64_t edge = 0; edge < edges; ++edge) {
      SymbolSet32& row = graph[random.below(graph.size())];
      const std::size_t symbol = random.below(graph.size());
      const SymbolSet32 bit = SymbolSet32{1} << symbol;
      if ((row & bit) != 0 || std::popcount(row) == Matchings::max_degree || rows_of[symbol] == Matchings::max_degree)
        continue;
      row |= bit;
      ++rows_of[symbol];
    }
    ASSERT_EQ(Matchings{side}.count(graph, workspace), permanent(graph)) << "graph " << graph_number;
  }
}

TEST(Matchings, CountsTheLargestPossibleNumber) {
  // Complete blocks: D! each; an overflow of 64 bits would be noticed here.
  Matchings::Workspace workspace;
  for (const auto& [side, degree] : std::vector<std::pair<int, int>>{{25, 5}, {24, 6}, {24, 4}, {24, 3}, {24, 2}}) {
    Random random{3, 0, static_cast<std::uint64_t>(side)};
    const std::vector<int> names = shuffled(random, side);
    Graph graph(static_cast<std::size_t>(side));
    std::uint64_t expected = 1;
    const std::size_t blocks = graph.size() / static_cast<std::size_t>(degree);
    for (std::size_t block = 0; block < blocks; ++block) {
      SymbolSet32 symbols = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(degree); ++i) {
        symbols |= SymbolSet32{1} << names[i * blocks + block];
        expected *= i + 1;
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(degree); ++i) graph[i * blocks + block] = symbols;
    }
    EXPECT_EQ(Matchings{side}.count(graph, workspace), expected) << "side " << side << ", degree " << degree;
    Graph rest(graph.size());
    for (int draw = 0; draw < 100; ++draw) {
      Matchings{side}.draw(random, workspace, rest);
      expect_matching_removed(graph, rest);
    }
  }
}

TEST(Matchings, CountsCyclesByPowersOfTwo) {
  Random random{4, 0, 0};
  Matchings::Workspace workspace;
  for (int side = 2; side <= 25; ++side) {
    EXPECT_EQ(Matchings{side}.count(circulant(random, side, 2), workspace), 2U) << "side " << side;
  }
  // Cycles of 5, 7 and 13 rows.
  Graph graph;
  for (const int length : {5, 7, 13}) {
    const int first = side_of(graph);
    for (int row = 0; row < length; ++row)
      graph.push_back((SymbolSet32{1} << (first + row)) | (SymbolSet32{1} << (first + (row + 1) % length)));
  }
  EXPECT_EQ(Matchings{25}.count(graph, workspace), 8U);
}

TEST(Matchings, LargeGraphsAreCountedByTheirMatchingsThroughOneRow) {
  // Row 0 takes one of its symbols: the counts with each of them fixed add up. The graphs of the sum are not regular.
  Random random{5, 0, 0};
  Matchings::Workspace workspace;
  for (const auto& [side, degree] : std::vector<std::pair<int, int>>{{25, 5}, {24, 4}, {20, 5}}) {
    const Graph graph = band_graph(random, side, degree);
    std::uint64_t sum = 0;
    for (SymbolSet32 left = graph[0]; left != 0; left &= left - 1) {
      const SymbolSet32 symbol = left & -left;
      Graph held = graph;
      for (SymbolSet32& row : held) row &= ~symbol;
      held[0] = symbol;
      sum += Matchings{side}.count(held, workspace);
    }
    EXPECT_EQ(Matchings{side}.count(graph, workspace), sum) << "side " << side << ", degree " << degree;
  }
}

TEST(Matchings, RestsAreRegularDownToTheLast) {
  Random random{6, 0, 0};
  Matchings::Workspace workspace;
  for (const auto& [side, degree] :
       std::vector<std::pair<int, int>>{{25, 5}, {20, 5}, {24, 4}, {12, 6}, {15, 3}, {8, 2}}) {
    const Matchings matchings{side};
    for (int graph_number = 0; graph_number < 4; ++graph_number) {
      Graph graph = band_graph(random, side, degree);
      for (int left = degree; left > 0; --left) {
        ASSERT_GT(matchings.count(graph, workspace), 0U);
        Graph rest(graph.size());
        matchings.draw(random, workspace, rest);
        expect_matching_removed(graph, rest);
        matchings.draw(random, workspace, graph);
      }
      EXPECT_EQ(graph, Graph(graph.size(), 0));
    }
  }
}

TEST(Matchings, DrawsAreUniform) {
  Random random{7, 0, 0};
  std::uint64_t seed = 100;
  for (const auto& [side, degree] :
       std::vector<std::pair<int, int>>{{6, 3}, {6, 2}, {9, 3}, {8, 4}, {5, 5}, {12, 3}, {12, 2}, {6, 6}}) {
    for (int graph_number = 0; graph_number < 3; ++graph_number) {
      Graph graph = band_graph(random, side, degree);
      EXPECT_LT(std::abs(excess_of_chi_square(graph, ++seed, 60)), 5) << "seed " << seed;
    }
  }
  EXPECT_LT(std::abs(excess_of_chi_square(circulant(random, 11, 3), ++seed, 60)), 5);
}

TEST(Matchings, DrawsFromLargeGraphsTakeEachSymbolWithItsProbability) {
  // The probability of a row to take a symbol is a quotient of two counts.
  Random random{8, 0, 0};
  const int side = 20;
  const Graph graph = band_graph(random, side, 5);
  const Matchings matchings{side};
  Matchings::Workspace workspace;
  const std::uint64_t draws = 20'000;
  std::vector<std::vector<std::uint64_t>> taken(graph.size(), std::vector<std::uint64_t>(graph.size()));
  const auto all = static_cast<double>(matchings.count(graph, workspace));
  Graph rest(graph.size());
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    matchings.draw(random, workspace, rest);
    for (std::size_t row = 0; row < graph.size(); ++row)
      ++taken[row][static_cast<std::size_t>(std::countr_zero(graph[row] ^ rest[row]))];
  }
  for (const std::size_t row : {0U, 7U, 13U, 19U}) {
    for (SymbolSet32 left = graph[row]; left != 0; left &= left - 1) {
      const SymbolSet32 symbol = left & -left;
      Graph held = graph;
      for (SymbolSet32& other : held) other &= ~symbol;
      held[row] = symbol;
      const double chance = static_cast<double>(matchings.count(held, workspace)) / all;
      const double error = std::sqrt(chance * (1 - chance) / static_cast<double>(draws));
      const auto times = static_cast<double>(taken[row][static_cast<std::size_t>(std::countr_zero(symbol))]);
      EXPECT_NEAR(times / static_cast<double>(draws), chance, 5 * error) << "row " << row << ", symbol " << symbol;
    }
  }
}

TEST(Matchings, EachNumberGivesOneMatching) {
  Random random{11, 0, 0};
  Matchings::Workspace workspace;
  for (const auto& [side, degree] : std::vector<std::pair<int, int>>{{12, 3}, {8, 4}, {10, 2}, {5, 5}, {1, 1}}) {
    const Graph graph = band_graph(random, side, degree);
    std::vector<Graph> removed(Matchings{side}.count(graph, workspace), Graph(graph.size()));
    for (std::size_t number = 0; number < removed.size(); ++number) {
      Matchings{side}.remove(number, workspace, removed[number]);
      for (std::size_t row = 0; row < graph.size(); ++row) removed[number][row] ^= graph[row];
    }
    std::sort(removed.begin(), removed.end());
    std::vector<Graph> expected = all_matchings(graph);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(removed, expected) << "side " << side << ", degree " << degree;
  }
}

TEST(Matchings, DoNotDependOnEarlierUseOfTheWorkspace) {
  Random random{9, 0, 0};
  const Graph graph = band_graph(random, 15, 5);
  const Matchings matchings{15};
  Matchings::Workspace fresh;
  Matchings::Workspace used;
  Matchings{25}.count(band_graph(random, 25, 5), used);
  EXPECT_EQ(matchings.count(graph, fresh), matchings.count(graph, used));
  Random one{10, 0, 0};
  Random another{10, 0, 0};
  Graph rest(graph.size());
  Graph other_rest(graph.size());
  for (int draw = 0; draw < 50; ++draw) {
    matchings.draw(one, fresh, rest);
    matchings.draw(another, used, other_rest);
    EXPECT_EQ(rest, other_rest);
  }
}

}  // namespace
