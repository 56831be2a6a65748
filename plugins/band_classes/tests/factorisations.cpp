#include "band_signatures/factorisation_counter.hpp"
#include "band_signatures/sliced_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::band_signatures;
namespace mathematics = gridcensus::mathematics;

using Columns = std::vector<SymbolSet>;

std::uint64_t as_word(UInt128 value) { return static_cast<std::uint64_t>(value); }

std::uint64_t bands_row_by_row(Columns& left, std::size_t column, SymbolSet used);

/// Counts by the definition: the next row takes one symbol of every column, all different, and the other rows the rest.
std::uint64_t bands_row_by_row(Columns left) { return left.front() == 0 ? 1 : bands_row_by_row(left, 0, 0); }

std::uint64_t bands_row_by_row(Columns& left, std::size_t column, SymbolSet used) {
  if (column == left.size()) return bands_row_by_row(left);
  std::uint64_t sum = 0;
  const SymbolSet before = left[column];
  for (SymbolSet free = mathematics::without(before, used); free != 0; free = mathematics::without_least(free)) {
    const SymbolSet symbol = mathematics::singleton(mathematics::least(free));
    left[column] = mathematics::without(before, symbol);
    sum += bands_row_by_row(left, column + 1, static_cast<SymbolSet>(used | symbol));
  }
  left[column] = before;
  return sum;
}

/// Returns columns of a random band: from a cyclic one by many exchanges of a symbol between two columns.
Columns random_columns(std::size_t columns, int rows, std::mt19937_64& random) {
  Columns graph(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      const SymbolSet symbol = mathematics::singleton(static_cast<int>((column + row) % columns));
      graph[column] = static_cast<SymbolSet>(graph[column] | symbol);
    }
  }
  const auto any_of = [&](SymbolSet set) {
    for (auto skipped = random() % static_cast<std::uint64_t>(mathematics::size_of(set)); skipped > 0; --skipped) {
      set = mathematics::without_least(set);
    }
    return mathematics::singleton(mathematics::least(set));
  };
  for (std::size_t exchange = 0; exchange < 20 * columns; ++exchange) {
    SymbolSet& one = graph[random() % columns];
    SymbolSet& two = graph[random() % columns];
    if (one == two) continue;
    const auto both =
        static_cast<SymbolSet>(any_of(mathematics::without(one, two)) | any_of(mathematics::without(two, one)));
    one = static_cast<SymbolSet>(one ^ both);
    two = static_cast<SymbolSet>(two ^ both);
  }
  return graph;
}

UInt128 sum_of_slices(const Columns& columns, int first_rows) {
  const SlicedCount sliced{columns, first_rows};
  UInt128 sum = 0;
  for (std::size_t slice = 0; slice < sliced.slices(); ++slice) sum += sliced.count(slice);
  return sum;
}

/// Returns columns of `size` boxes of two columns, over two kinds of `size` symbols: in `plain` boxes the left column
/// is all of the first kind, in the others one symbol of each kind has changed places.
Columns two_kinds(int size, int plain) {
  const SymbolSet all = mathematics::first_symbols(2 * size);
  const SymbolSet kind = mathematics::first_symbols(size);
  const auto changed = static_cast<SymbolSet>(kind ^ (mathematics::singleton(0) | mathematics::singleton(size)));
  Columns columns;
  for (int box = 0; box < size; ++box) {
    columns.push_back(box < plain ? kind : changed);
    columns.push_back(mathematics::without(all, columns.back()));
  }
  return columns;
}

TEST(Factorisations, EqualARowByRowCountForRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::mt19937_64 random{seed};
    for (std::size_t columns = 4; columns <= 10; ++columns) {
      for (int rows = 1; rows <= 5; ++rows) {
        // Row by row takes too long for more.
        if (static_cast<std::size_t>(rows) > columns || columns > (rows >= 4 ? 10U - static_cast<unsigned>(rows) : 10U))
          continue;
        const Columns graph = random_columns(columns, rows, random);
        EXPECT_EQ(as_word(FactorisationCounter{}.count(graph)), bands_row_by_row(graph))
            << "seed " << seed << ", " << columns << " columns, " << rows << " rows";
      }
    }
  }
}

TEST(Factorisations, EqualARowByRowCountForLargerGraphs) {
  std::mt19937_64 random{20};
  for (const auto& [columns, rows] : std::vector<std::pair<std::size_t, int>>{{16, 2}, {12, 3}, {8, 4}, {6, 5}}) {
    const Columns graph = random_columns(columns, rows, random);
    EXPECT_EQ(as_word(FactorisationCounter{}.count(graph)), bands_row_by_row(graph)) << columns << " " << rows;
  }
}

TEST(Factorisations, AreTheSumOfTheSlicesOfEveryCut) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::mt19937_64 random{seed};
    for (const auto& [columns, rows] :
         std::vector<std::pair<std::size_t, int>>{{4, 4}, {5, 4}, {9, 4}, {5, 5}, {7, 5}, {6, 6}, {7, 6}}) {
      const Columns graph = random_columns(columns, rows, random);
      const UInt128 whole = FactorisationCounter{}.count(graph);
      for (int first = std::max(2, rows - 4); first <= std::min(4, rows - 2); ++first) {
        EXPECT_TRUE(sum_of_slices(graph, first) == whole)
            << "seed " << seed << ", " << columns << " columns, " << first << " of " << rows << " rows first";
      }
    }
  }
}

TEST(Factorisations, EqualLatinSquaresForTwoKindsOfSymbols) {
  // F(x_{C,t}) = L_C^2 / binomial(C,t) with L_C Latin squares of order C: Lin (2026), github.com/linche89/
  // sudoku-enumeration, higher-c-structure.md. L_C: OEIS A002860. Recomputed for C <= 5 row by row or by slices.
  const std::vector<std::uint64_t> latin_squares{1, 1, 2, 12, 576, 161280};
  for (int size = 2; size <= 5; ++size) {
    const std::uint64_t squares = latin_squares[static_cast<std::size_t>(size)];
    std::uint64_t binomial = 1;
    for (int plain = 0; plain <= size; ++plain) {
      EXPECT_EQ(as_word(FactorisationCounter{}.count(two_kinds(size, plain))), squares * squares / binomial)
          << size << " " << plain;
      binomial = binomial * static_cast<std::uint64_t>(size - plain) / static_cast<std::uint64_t>(plain + 1);
    }
  }
}

TEST(Factorisations, HaveManySlicesForSixRowsOnTwelveColumns) {
  std::mt19937_64 random{3};
  const Columns graph = random_columns(12, 6, random);
  for (const int first : {2, 3}) {
    const SlicedCount sliced{graph, first};
    EXPECT_GE(sliced.slices(), 200U);
    EXPECT_THROW(sliced.count(sliced.slices()), std::out_of_range);
  }
}

TEST(Factorisations, RefuseOtherCutsAndInvalidBandsInSlices) {
  std::mt19937_64 random{1};
  const auto cut = [&](int rows, int first) { return SlicedCount{random_columns(9, rows, random), first}.slices(); };
  EXPECT_THROW(cut(3, 2), std::invalid_argument);
  EXPECT_THROW(cut(5, 1), std::invalid_argument);
  EXPECT_THROW(cut(7, 2), std::invalid_argument);
  EXPECT_THROW(cut(7, 5), std::invalid_argument);
  EXPECT_THROW(cut(8, 4), std::invalid_argument);
  EXPECT_GE(cut(7, 3), 1U);
  EXPECT_THROW((SlicedCount{Columns(8, 0b1111), 2}), std::invalid_argument);
  EXPECT_THROW((SlicedCount{Columns{}, 2}), std::invalid_argument);
}

TEST(Factorisations, StopALongSliceWhenThePollThrows) {
  struct Stop {};
  std::mt19937_64 random{1};
  const Columns graph = random_columns(12, 6, random);
  const auto stop = [] { throw Stop{}; };
  EXPECT_THROW((SlicedCount{graph, 3}.count(0, stop)), Stop);
  EXPECT_THROW((SlicedCount{graph, 2}.count(0, stop)), Stop);
  EXPECT_THROW(FactorisationCounter{}.count(graph, stop), Stop);
}

TEST(Factorisations, DoNotDependOnTheCache) {
  // For five rows, counts of the remaining graphs are cached.
  const FactorisationCounter shared;
  std::mt19937_64 random{5};
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Columns graph = random_columns(7, 5, random);
    const UInt128 first = shared.count(graph);
    EXPECT_TRUE(first == shared.count(graph));
    EXPECT_TRUE(first == FactorisationCounter{}.count(graph));
  }
}

TEST(Factorisations, RefuseInvalidBands) {
  const FactorisationCounter counter;
  const auto count = [&](const std::vector<SymbolSet>& columns) { return counter.count(columns); };
  EXPECT_THROW(count({}), std::invalid_argument);
  EXPECT_THROW(count({0}), std::invalid_argument);
  EXPECT_THROW(count({0b01, 0b11}), std::invalid_argument);
  EXPECT_THROW(count({0b01, 0b01}), std::invalid_argument);
  EXPECT_THROW(count(std::vector<SymbolSet>(17, 1)), std::invalid_argument);
  EXPECT_TRUE(count({0b1}) == 1);
}

TEST(Factorisations, StopCountingLatinSquaresWhenThePollThrows) {
  struct Stop {};
  const std::vector<SymbolSet> latin_of_eight(8, mathematics::first_symbols(8));
  EXPECT_THROW(FactorisationCounter{}.count(latin_of_eight, [] { throw Stop{}; }), Stop);
}

}  // namespace
