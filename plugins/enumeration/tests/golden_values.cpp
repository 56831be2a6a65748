#include "enumeration/search.hpp"
#include "gridcensus/problem.hpp"

#include <gtest/gtest.h>

namespace {

using gridcensus::Problem;
using gridcensus::enumeration::Prefix;
using gridcensus::enumeration::Search;

std::uint64_t grids_with_given_first_row(int box_rows, int box_cols) {
  const Problem problem{.shape = gridcensus::make_shape(box_rows, box_cols)};
  const Search search{problem.shape.cells(), problem.regions()};
  std::uint64_t total = 0;
  for (const Prefix& prefix : search.prefixes(500, static_cast<std::size_t>(problem.shape.side()))) {
    total += search.completions(prefix);
  }
  return total;
}

// 288 / 4! and 28200960 / 6!: OEIS A107739, A291187; clasp finds the same (experiments/outside.yaml).
TEST(Enumeration, CountsSudokuGrids) {
  EXPECT_EQ(grids_with_given_first_row(2, 2), 12U);
  EXPECT_EQ(grids_with_given_first_row(2, 3), 39168U);
  EXPECT_EQ(grids_with_given_first_row(3, 2), 39168U);
}

// OEIS A002860 divided by N!.
TEST(Enumeration, CountsLatinSquares) {
  EXPECT_EQ(grids_with_given_first_row(1, 1), 1U);
  EXPECT_EQ(grids_with_given_first_row(1, 2), 1U);
  EXPECT_EQ(grids_with_given_first_row(1, 3), 2U);
  EXPECT_EQ(grids_with_given_first_row(1, 4), 24U);
  EXPECT_EQ(grids_with_given_first_row(1, 5), 1344U);
  EXPECT_EQ(grids_with_given_first_row(5, 1), 1344U);
  EXPECT_EQ(grids_with_given_first_row(1, 6), 1128960U);
}

}  // namespace
