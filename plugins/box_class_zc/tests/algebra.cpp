// The source's algebra of boxes, by its own examples and by trying every filling.
#include "box_class_zc/box_algebra.hpp"
#include "box_class_zc/tests/source_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace gridcensus::box_class_zc;
using gridcensus::mathematics::singleton;
using gridcensus::testing::lines;

TEST(BoxAlgebra, ConstrainsBoxesAsInTheSource) {
  const Lines rows_of_1 = lines("123 456 789");
  EXPECT_EQ(complement(rows_of_1, 9), lines("456789 123789 123456"));
  EXPECT_EQ(complement(rows_of_1 | lines("457 189 236"), 9), lines("689 237 145"));
  EXPECT_EQ(rows_of_1 & lines("145 456 79"), lines("1 456 79"));
}

TEST(BoxAlgebra, RecognisesCompleteLines) {
  EXPECT_TRUE(is_complete(lines("123 456 789"), 9));
  EXPECT_TRUE(is_complete(lines("45 16 23"), 6));
  EXPECT_FALSE(is_complete(lines("123 456 78"), 9));
  EXPECT_FALSE(is_complete(lines("123 345 789"), 9));
  EXPECT_FALSE(is_complete(lines("1234 567 89"), 9));
}

TEST(BoxAlgebra, CountsZeroCrossingsAsInTheSource) {
  EXPECT_EQ(zero_crossings(lines("123 456 789"), lines("124 357 689")), 2);
  EXPECT_EQ(zero_crossings(lines("123 456 789"), lines("147 258 369")), 0);
  EXPECT_EQ(zero_crossings(lines("123 456 789"), lines("123 456 789")), 6);
}

TEST(BoxAlgebra, NumbersEveryClassOnce) {
  // symbols! / (size!^lines lines!)
  EXPECT_EQ(all_classes(4, 2).size(), 3U);
  EXPECT_EQ(all_classes(6, 2).size(), 10U);
  EXPECT_EQ(all_classes(6, 3).size(), 15U);
  EXPECT_EQ(all_classes(8, 2).size(), 35U);
  EXPECT_EQ(all_classes(8, 4).size(), 105U);
  const std::vector<Lines> classes = all_classes(9, 3);
  EXPECT_EQ(classes.size(), 280U);
  for (const Lines& box_class : classes) {
    EXPECT_TRUE(is_complete(box_class, 9));
    EXPECT_EQ(class_of(box_class), box_class);
  }
  EXPECT_TRUE(std::is_sorted(classes.begin(), classes.end()));
  EXPECT_EQ(std::adjacent_find(classes.begin(), classes.end()), classes.end());

  const ClassNumbers numbers{classes};
  EXPECT_EQ(numbers[numbers.code_of(lines("369 147 258"))], class_of(lines("147 258 369")));
}

TEST(BoxAlgebra, FindsTheFittingOrders) {
  const Lines beside_1 = complement(lines("123 456 789"), 9);
  EXPECT_EQ(fitting_orders(lines("123 456 789"), beside_1),
            (std::vector<Lines>{lines("456 789 123"), lines("789 123 456")}));
  std::size_t fitting = 0;
  for (const Lines& box_class : all_classes(9, 3)) fitting += fitting_orders(box_class, beside_1).size();
  EXPECT_EQ(fitting, 56U);
}

/// Counts the fillings of a box with these rows and columns, by trying every symbol in every cell.
int fillings(const Lines& rows, const Lines& columns, std::size_t cell = 0, SymbolSet used = 0) {
  if (cell == rows.count() * columns.count()) return 1;
  int found = 0;
  const SymbolSet fitting = rows[cell / columns.count()] & columns[cell % columns.count()];
  for (int symbol = 0; symbol < 16; ++symbol) {
    if ((fitting & singleton(symbol) & ~used) == 0) continue;
    found += fillings(rows, columns, cell + 1, static_cast<SymbolSet>(used | singleton(symbol)));
  }
  return found;
}

/// Counts the pairs of a row class and a column class with a filling; checks that each has one if ZC = 0.
int meeting_pairs(int symbols, std::size_t box_rows, std::size_t box_cols) {
  int meeting = 0;
  for (const Lines& rows : all_classes(symbols, box_rows)) {
    for (const Lines& columns : all_classes(symbols, box_cols)) {
      const int expected = zero_crossings(rows, columns) == 0 ? 1 : 0;
      EXPECT_EQ(fillings(rows, columns), expected);
      meeting += expected;
    }
  }
  return meeting;
}

TEST(BoxAlgebra, HasOneFillingWithoutZeroCrossings) {
  EXPECT_EQ(meeting_pairs(4, 2, 2), 6);
  EXPECT_EQ(meeting_pairs(6, 2, 3), 60);
  EXPECT_EQ(meeting_pairs(6, 3, 2), 60);
  EXPECT_EQ(meeting_pairs(8, 2, 4), 840);
  // PatmaxDaddy: 10080 of 280^2, a ratio of 9/70.
  EXPECT_EQ(meeting_pairs(9, 3, 3), 10080);
}

}  // namespace
