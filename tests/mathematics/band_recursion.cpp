// The recursion over sub-bands, compared with listing, closed formulas and published numbers.
#include "band_recursion/band_sum.hpp"
#include "band_recursion/row_uses.hpp"
#include "band_recursion/sub_bands.hpp"
#include "band_recursion/use_table.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "support/closed_band_formulas.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_recursion;

/// Fills a band cell by cell.
class BandFiller {
 public:
  explicit BandFiller(Shape shape)
      : shape_{shape},
        rows_(static_cast<std::size_t>(shape.box_rows)),
        boxes_(static_cast<std::size_t>(shape.box_rows)) {}

  std::uint64_t count(int cell = 0) {
    const int side = shape_.side();
    if (cell == shape_.box_rows * side) return 1;
    unsigned& row = rows_[static_cast<std::size_t>(cell / side)];
    unsigned& box = boxes_[static_cast<std::size_t>(cell % side / shape_.box_cols)];
    std::uint64_t fillings = 0;
    for (unsigned symbol = 1; symbol < 1U << static_cast<unsigned>(side); symbol <<= 1U) {
      if (((row | box) & symbol) != 0) continue;
      row |= symbol;
      box |= symbol;
      fillings += count(cell + 1);
      row &= ~symbol;
      box &= ~symbol;
    }
    return fillings;
  }

 private:
  Shape shape_;
  std::vector<unsigned> rows_;   ///< symbols in each row so far
  std::vector<unsigned> boxes_;  ///< and in each box
};

TEST(BandRecursion, EqualsFillingCellByCell) {
  for (const Shape shape : {Shape{1, 1}, {1, 4}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    EXPECT_EQ(bands(shape), BandFiller{shape}.count()) << to_string(shape);
  }
}

TEST(BandRecursion, ObeysTheClosedFormulasForUpToThreeRows) {
  int checked = 0;
  for (int rows = 1; rows <= 3; ++rows) {
    for (int cols = 1; cols <= 7 && rows * cols <= 15; ++cols) {
      EXPECT_EQ(bands({rows, cols}), Integer{gridcensus::testing::bands_by_formula(rows, cols).value()});
      ++checked;
    }
  }
  EXPECT_EQ(checked, 19);
}

Integer binomial(int n, int k) { return Integer{mathematics::binomial(n, k)}; }

/// Returns the two boxes of half a band of four rows, if x symbols have the rows {1,2} and as many {3,4}; y the rows
/// {1,3} and as many {2,4}; z the rows {1,4} and as many {2,3}. Some of each are in the first of their rows in box 1.
Integer two_boxes_of_four_rows(int x, int y, int z, int cols) {
  Integer ways = 0;
  for (int k12 = 0; k12 <= x; ++k12) {
    for (int k13 = 0; k13 <= y; ++k13) {
      const int k14 = cols - k12 - k13;
      for (int k23 = 0; k23 <= z; ++k23) {
        const int k24 = cols - (x - k12) - k23;
        const int k34 = cols - (y - k13) - (z - k23);
        if ((z - k14) + (y - k24) + (x - k34) != cols) continue;
        ways += binomial(x, k12) * binomial(x, k34) * binomial(y, k13) * binomial(y, k24) * binomial(z, k14) *
                binomial(z, k23);
      }
    }
  }
  return ways;
}

TEST(BandRecursion, ObeysTheFormulaForFourRows) {
  // Pettersen, forum.enjoysudoku.com, "Su-Doku's maths" (2006): O(C^5) terms.
  for (int cols = 1; cols <= 8; ++cols) {
    Integer sum = 0;
    for (int x = 0; x <= 2 * cols; ++x) {
      for (int y = 0; x + y <= 2 * cols; ++y) {
        const int z = 2 * cols - x - y;
        const Integer ways = two_boxes_of_four_rows(x, y, z, cols);
        sum += factorial(4 * cols) / power(factorial(x) * factorial(y) * factorial(z), 2) * ways * ways;
      }
    }
    EXPECT_EQ(bands({4, cols}), sum * power(factorial(cols), 16)) << cols;
  }
}

TEST(BandRecursion, EqualsThePublishedNumbers) {
  const auto check = [](Shape shape, const char* published) {
    EXPECT_EQ(to_decimal(bands(shape)), published) << to_string(shape);
  };
  check({3, 3}, "948109639680");                             // Felgenhauer and Jarvis 2005
  check({4, 2}, "828396011520");                             // first moments of 2xC: Che Lin 2026
  check({5, 2}, "1388348372994018508800");                   // the same
  check({6, 2}, "4876139207527966044188061990912000");       // the same; Pettersen 2006 reports a check of it
  check({4, 4}, "973038982740573238251518542982676480000");  // Pettersen, forum 2006
  check({6, 1}, "812851200");                                // Latin squares: OEIS A002860
  check({7, 1}, "61479419904000");                           // the same
}

TEST(BandRecursion, GivesTheSameForAllBoxesAtOnceAsForTwoHalves) {
  for (const Shape shape : {Shape{1, 5}, {2, 4}, {3, 3}, {3, 4}, {4, 2}, {4, 3}, {5, 1}, {5, 2}}) {
    const SubBands sub_bands{shape.box_rows, shape.box_cols, shape.box_rows, [] {}};
    // There is one set of R rows, and all N symbols use it.
    const Integer ways{sub_bands.ways(shape.box_rows, {shape.side()})};
    EXPECT_EQ(bands(shape), ways * power(factorial(shape.box_cols), shape.box_rows * shape.box_rows));
  }
}

TEST(BandRecursion, TermsAddUpAndObeyTheirDivisor) {
  for (const Shape shape : {Shape{4, 4}, {5, 3}, {5, 4}, {6, 2}}) {
    const BandSum sum{shape};
    EXPECT_EQ(sum.terms(), count_terms(shape)) << to_string(shape);
    Integer backwards = 0;
    for (std::size_t number = sum.terms(); number-- > 0;) {
      EXPECT_EQ(sum.term(number) % sum.divisor(), 0) << to_string(shape) << " term " << number;
      EXPECT_GE(sum.cost(0), sum.cost(number));
      backwards += sum.term(number);
    }
    EXPECT_EQ(backwards, bands(shape));
  }
}

TEST(RowUses, AreCountedLikeZeroOneMatricesWithEqualLineSums) {
  // Symbols by rows, as many ones in every line as there are boxes. OEIS A001499 (2), A001501 (3).
  const auto matrices = [](int rows, int boxes) {
    Integer sum = 0;
    for (const auto& [use, size] : row_use_classes(rows, 1, boxes, [] {})) {
      Integer orders = factorial(rows) * size;
      for (const int symbols : use) orders /= factorial(symbols);
      sum += orders;
    }
    return sum;
  };
  EXPECT_EQ(matrices(4, 2), 90);
  EXPECT_EQ(matrices(5, 2), 2040);
  EXPECT_EQ(matrices(6, 2), 67950);
  EXPECT_EQ(matrices(6, 3), 297200);
  EXPECT_EQ(matrices(7, 3), 68938800);
  EXPECT_EQ(matrices(7, 4), 68938800) << "zeros and ones exchanged";
}

TEST(UseTable, ReturnsTheLastValueSet) {
  UseTable table;
  EXPECT_EQ(table[7], 0U) << "an empty table has no use";
  table.reserve(1000);
  const auto key = [](std::uint64_t i) { return (UseTable::Key{i % 10} << 64U) | (i / 10); };
  for (std::uint64_t i = 0; i < 1000; ++i) table.set(key(i), i + 1);
  table.set(key(3), 5000);
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(table[key(i)], i == 3 ? 5000 : i + 1);
  EXPECT_EQ(table[key(1000)], 0U);
}

TEST(BandRecursion, RefusesWithAReason) {
  for (const Shape shape : {Shape{1, 64}, {2, 32}, {3, 21}, {4, 16}, {5, 5}, {6, 4}, {7, 2}, {8, 1}}) {
    EXPECT_FALSE(why_not(shape).has_value()) << to_string(shape);
  }
  EXPECT_NE(why_not({6, 5}).value().find("6xC up to C = 4"), std::string::npos);
  EXPECT_NE(why_not({8, 2}).value().find("8xC up to C = 1"), std::string::npos);
  EXPECT_NE(why_not({9, 1}).value().find("up to 8 rows"), std::string::npos);
  // The widest supported boxes: nothing overflows.
  EXPECT_EQ(bands({1, 64}), factorial(64));
  EXPECT_EQ(bands({2, 32}), factorial(64) * power(factorial(32), 2));
  EXPECT_EQ(bands({4, 16}) % BandSum({4, 16}).divisor(), 0);
}

// The measured values are between these bounds; the table of three boxes, of 8x1, is the largest.
TEST(BandRecursion, ForecastsMemory) {
  for (const Shape shape : {Shape{3, 3}, Shape{5, 6}, Shape{6, 4}, Shape{8, 1}}) {
    EXPECT_GT(memory_bytes(shape), std::size_t{1} << 20U) << to_string(shape);
    EXPECT_LT(memory_bytes(shape), std::size_t{256} << 20U) << to_string(shape);
  }
  EXPECT_GT(memory_bytes({7, 2}), memory_bytes({8, 1}));
  EXPECT_GT(memory_bytes({8, 1}), memory_bytes({5, 6}));
  EXPECT_GT(memory_bytes({5, 6}), memory_bytes({3, 3}));
}

}  // namespace
