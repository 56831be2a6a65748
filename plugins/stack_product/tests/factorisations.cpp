#include "stack_product/factorisations/factorisations.hpp"

#include "stack_product/factorisations/search.hpp"
#include "stack_product/factorisations/states.hpp"
#include "stack_product/factorisations/sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using gridcensus::stack_product::count_by_search;
using gridcensus::stack_product::count_by_sweep;
using gridcensus::stack_product::Factorisations;
using gridcensus::stack_product::max_searched_rows;
using gridcensus::stack_product::States;
using gridcensus::stack_product::SymbolSet32;
using Graph = std::vector<SymbolSet32>;

struct Size {
  int degree;
  int side;
};

std::uint64_t counted(const Graph& graph, int degree) {
  Factorisations::Workspace workspace;
  return Factorisations{static_cast<int>(graph.size()), degree}.count(graph, workspace);
}

/// Counts by the definition: cell by cell, a symbol that its column does not have yet.
std::uint64_t cell_by_cell(const Graph& graph, std::vector<SymbolSet32>& columns, std::size_t row, std::size_t column,
                           SymbolSet32 left) {
  if (column == columns.size()) {
    return ++row == graph.size() ? 1 : cell_by_cell(graph, columns, row, 0, graph[row]);
  }
  std::uint64_t sum = 0;
  for (SymbolSet32 some = left & ~columns[column]; some != 0; some &= some - 1) {
    const SymbolSet32 symbol = some & (0 - some);
    columns[column] |= symbol;
    sum += cell_by_cell(graph, columns, row, column + 1, left ^ symbol);
    columns[column] ^= symbol;
  }
  return sum;
}

std::uint64_t by_the_definition(const Graph& graph, int degree) {
  std::vector<SymbolSet32> columns(static_cast<std::size_t>(degree), 0);
  return cell_by_cell(graph, columns, 0, 0, graph.front());
}

/// Counts one column after the other: the symbols of a column are a choice of one symbol in each row, all different.
/// The last two columns have two orders for each cycle, found here from the rows that have a symbol in common.
std::uint64_t column_by_column(Graph& rest, std::size_t row, SymbolSet32 used, int degree) {
  if (row == rest.size()) {
    if (degree > 3) return column_by_column(rest, 0, 0, degree - 1);
    std::uint64_t orders = 1;
    std::array<char, 32> seen{};
    for (std::size_t start = 0; start < rest.size(); ++start) {
      if (seen[start] != 0) continue;
      orders *= 2;
      SymbolSet32 reached = rest[start];
      for (bool grows = true; grows;) {
        grows = false;
        for (std::size_t other = 0; other < rest.size(); ++other) {
          if (seen[other] != 0 || (rest[other] & reached) == 0) continue;
          reached |= rest[other];
          seen[other] = 1;
          grows = true;
        }
      }
    }
    return orders;
  }
  std::uint64_t sum = 0;
  const SymbolSet32 all = rest[row];
  for (SymbolSet32 some = all & ~used; some != 0; some &= some - 1) {
    const SymbolSet32 symbol = some & (0 - some);
    rest[row] = all ^ symbol;
    sum += column_by_column(rest, row + 1, used | symbol, degree);
    // The symbols of the first row are alike: they can determine which column is chosen first.
    if (row == 0) {
      sum *= static_cast<std::uint64_t>(degree);
      break;
    }
  }
  rest[row] = all;
  return sum;
}

/// Returns rows in bands, each of them a random partition of the symbols.
Graph banded(Size size, std::mt19937_64& random) {
  const auto side = static_cast<std::size_t>(size.side);
  const auto degree = static_cast<std::size_t>(size.degree);
  std::vector<unsigned> symbols(side);
  for (std::size_t i = 0; i < side; ++i) symbols[i] = static_cast<unsigned>(i);
  Graph graph(side, 0);
  for (std::size_t band = 0; band < degree; ++band) {
    std::shuffle(symbols.begin(), symbols.end(), random);
    for (std::size_t i = 0; i < side; ++i) graph[band * (side / degree) + i / degree] |= SymbolSet32{1} << symbols[i];
  }
  return graph;
}

/// Returns a cyclic graph after many exchanges of symbols between two rows, for any side.
Graph exchanged(Size size, std::mt19937_64& random) {
  const auto side = static_cast<std::size_t>(size.side);
  Graph graph(side, 0);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size.degree); ++i) {
      graph[row] |= SymbolSet32{1} << ((row + i) % side);
    }
  }
  const auto any_of = [&random](SymbolSet32 set) {
    for (auto skipped = random() % static_cast<unsigned>(std::popcount(set)); skipped > 0; --skipped) set &= set - 1;
    return set & (0 - set);
  };
  for (std::size_t i = 0; i < 20 * side; ++i) {
    SymbolSet32& one = graph[random() % side];
    SymbolSet32& two = graph[random() % side];
    if ((one & ~two) == 0) continue;
    const SymbolSet32 both = any_of(one & ~two) | any_of(two & ~one);
    one ^= both;
    two ^= both;
  }
  return graph;
}

Graph relabelled(const Graph& graph, std::mt19937_64& random) {
  std::vector<unsigned> names(graph.size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<unsigned>(i);
  std::shuffle(names.begin(), names.end(), random);
  Graph other(graph.size(), 0);
  for (std::size_t row = 0; row < graph.size(); ++row) {
    for (std::size_t symbol = 0; symbol < names.size(); ++symbol) {
      if (((graph[row] >> symbol) & 1U) != 0) other[row] |= SymbolSet32{1} << names[symbol];
    }
  }
  std::shuffle(other.begin(), other.end(), random);
  return other;
}

Graph transposed(const Graph& graph) {
  Graph other(graph.size(), 0);
  for (std::size_t row = 0; row < graph.size(); ++row) {
    for (std::size_t symbol = 0; symbol < graph.size(); ++symbol) {
      if (((graph[row] >> symbol) & 1U) != 0) other[symbol] |= SymbolSet32{1} << row;
    }
  }
  return other;
}

/// Latin squares: OEIS A002860.
std::uint64_t latin_squares(int side) {
  return std::vector<std::uint64_t>{1, 1, 2, 12, 576, 161280}.at(std::size_t(side));
}

TEST(StackProductFactorisations, AgreesWithTheDefinition) {
  std::mt19937_64 random{7};
  for (const auto& [degree, most] : {std::pair{1, 5}, {2, 10}, {3, 9}, {4, 7}, {5, 6}}) {
    for (int side = degree; side <= most; ++side) {
      for (int i = 0; i < (degree == 5 ? 1 : 6); ++i) {
        const Graph graph = exchanged({degree, side}, random);
        ASSERT_EQ(counted(graph, degree), by_the_definition(graph, degree)) << degree << " x " << side << ", " << i;
      }
    }
  }
}

TEST(StackProductFactorisations, AgreesWithColumnAfterColumn) {
  std::mt19937_64 random{8};
  for (const Size size :
       {Size{3, 9}, {3, 12}, {3, 15}, {3, 16}, {3, 17}, {3, 20}, {4, 8}, {4, 11}, {4, 12}, {5, 7}, {5, 8}}) {
    for (int i = 0; i < 3; ++i) {
      Graph graph = size.side % size.degree == 0 ? banded(size, random) : exchanged(size, random);
      const std::uint64_t found = counted(graph, size.degree);
      ASSERT_EQ(found, column_by_column(graph, 0, 0, size.degree)) << size.degree << " x " << size.side << ", " << i;
    }
  }
}

TEST(StackProductFactorisations, SearchAndSweepAgree) {
  std::mt19937_64 random{13};
  States now;
  States next;
  for (int side = 3; side <= max_searched_rows; ++side) {
    for (int i = 0; i < 10; ++i) {
      const Graph graph = exchanged({3, side}, random);
      ASSERT_EQ(count_by_search(graph), count_by_sweep(3, graph, now, next)) << side << ", " << i;
    }
  }
}

TEST(StackProductFactorisations, AgreesWithColumnAfterColumnFor4x4Boxes) {
  std::mt19937_64 random{9};
  Graph graph = banded({4, 16}, random);
  const std::uint64_t found = counted(graph, 4);
  EXPECT_EQ(found, column_by_column(graph, 0, 0, 4));
}

TEST(StackProductFactorisations, MultipliesOverPartsThatAreNotConnected) {
  std::mt19937_64 random{10};
  for (const Size size :
       {Size{2, 4}, {2, 24}, {3, 3}, {3, 9}, {3, 15}, {3, 24}, {4, 4}, {4, 12}, {4, 20}, {5, 5}, {5, 10}, {5, 15}}) {
    // All bands have equal rows: each row is the symbols of a Latin square.
    const SymbolSet32 row = (SymbolSet32{1} << static_cast<unsigned>(size.degree)) - 1;
    Graph graph;
    std::uint64_t expected = 1;
    for (int part = 0; part < size.side / size.degree; ++part) {
      graph.insert(graph.end(), static_cast<std::size_t>(size.degree),
                   row << static_cast<unsigned>(part * size.degree));
      expected *= latin_squares(size.degree);
    }
    EXPECT_EQ(counted(relabelled(graph, random), size.degree), expected) << size.degree << " x " << size.side;
  }
  const Graph small = exchanged({4, 7}, random);
  Graph twice = small;
  for (const SymbolSet32 row : small) twice.push_back(row << 7U);
  EXPECT_EQ(counted(relabelled(twice, random), 4), counted(small, 4) * counted(small, 4));
}

TEST(StackProductFactorisations, DoesNotDependOnNames) {
  std::mt19937_64 random{11};
  for (const Size size :
       {Size{2, 10}, {2, 25}, {3, 9}, {3, 15}, {3, 25}, {4, 12}, {4, 15}, {4, 16}, {4, 17}, {5, 10}}) {
    const Graph graph = exchanged(size, random);
    const std::uint64_t found = counted(graph, size.degree);
    EXPECT_EQ(counted(relabelled(graph, random), size.degree), found) << size.degree << " x " << size.side;
    EXPECT_EQ(counted(transposed(graph), size.degree), found) << size.degree << " x " << size.side;
  }
}

TEST(StackProductFactorisations, DoesNotDependOnTheWorkspacesPast) {
  std::mt19937_64 random{12};
  Factorisations::Workspace used;
  for (const Size size : {Size{4, 16}, {4, 8}, {5, 10}, {3, 20}, {4, 12}, {5, 5}, {3, 18}, {4, 13}}) {
    const Graph graph = exchanged(size, random);
    EXPECT_EQ((Factorisations{size.side, size.degree}.count(graph, used)), counted(graph, size.degree));
  }
}

TEST(StackProductFactorisations, RejectsIrregularGraphs) {
  Factorisations::Workspace workspace;
  const Factorisations three{4, 3};
  EXPECT_EQ(three.count(Graph{0b0111, 0b1011, 0b1101, 0b1110}, workspace),
            24U);  // 576 Latin squares / 24 fourth columns
  EXPECT_THROW(three.count(Graph{0b0111, 0b1011, 0b1101}, workspace), std::invalid_argument);
  EXPECT_THROW(three.count(Graph{0b0111, 0b1011, 0b1101, 0b0111}, workspace), std::invalid_argument);
  EXPECT_THROW(three.count(Graph{0b0111, 0b1011, 0b1101, 0b0110}, workspace), std::invalid_argument);
  EXPECT_THROW(three.count(Graph{0b0111, 0b1011, 0b1101, 0b11100}, workspace), std::invalid_argument);
  const Factorisations one{9, 1};
  EXPECT_THROW(one.count(Graph(9, 1), workspace), std::invalid_argument);  // 9 = 1 modulo 8
}

TEST(StackProductFactorisations, GivesTheReasonForSizesItCannotCount) {
  for (const Size size : {Size{2, 2}, {2, 25}, {3, 25}, {4, 20}, {4, 21}, {5, 10}, {5, 15}, {5, 16}}) {
    EXPECT_FALSE(Factorisations::why_not(size.side, size.degree)) << size.degree << " x " << size.side;
  }
  for (const Size size : {Size{0, 5}, {6, 12}, {2, 26}, {3, 2}, {4, 22}, {5, 17}, {5, 20}, {-1, 3}}) {
    EXPECT_TRUE(Factorisations::why_not(size.side, size.degree)) << size.degree << " x " << size.side;
    EXPECT_THROW((Factorisations{size.side, size.degree}), std::invalid_argument);
  }
}

}  // namespace
