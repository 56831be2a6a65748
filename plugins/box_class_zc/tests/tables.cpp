// The tables of the source, compared with lists of boxes and with its own figures (PatmaxDaddy, forum.enjoysudoku.com).
#include "box_class_zc/hands.hpp"
#include "box_class_zc/tests/source_lines.hpp"
#include "box_class_zc/two_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

namespace {

using namespace gridcensus::box_class_zc;
using gridcensus::testing::border;
using gridcensus::testing::interior;

std::vector<Code> border_codes() {
  std::vector<Code> codes(border().size());
  std::iota(codes.begin(), codes.end(), Code{0});
  return codes;
}

/// A filled box, by its rows in order and its columns in order.
struct Box {
  Lines rows = Lines::empty(3);
  Lines columns = Lines::empty(3);
};

/// Returns all boxes 2, in lexicographic order.
std::vector<Box> boxes_2() {
  std::vector<Box> boxes;
  std::vector<int> symbols(9);
  std::iota(symbols.begin(), symbols.end(), 0);
  do {
    Box box;
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const auto symbol = static_cast<SymbolSet>(1U << static_cast<unsigned>(symbols[cell]));
      box.rows[cell / 3] |= symbol;
      box.columns[cell % 3] |= symbol;
    }
    if ((box.rows & Border::box_1_rows()) == Lines::empty(3)) boxes.push_back(box);
  } while (std::next_permutation(symbols.begin(), symbols.end()));
  return boxes;
}

TEST(Border, HasTheClassesOfAllBoxes2) {
  const std::vector<Box> boxes = boxes_2();
  EXPECT_EQ(boxes.size(), 12096U);
  std::map<Lines, std::set<Lines>> rows_by_columns;
  std::map<Lines, int> boxes_by_columns;
  std::map<Lines, std::set<Lines>> columns_by_rows;
  for (const Box& box : boxes) {
    rows_by_columns[class_of(box.columns)].insert(box.rows);
    columns_by_rows[box.rows].insert(class_of(box.columns));
    ++boxes_by_columns[class_of(box.columns)];
  }
  EXPECT_EQ(border().size(), 252U);
  EXPECT_EQ(border().row_triplets().size(), 56U);
  ASSERT_EQ(rows_by_columns.size(), border().size());
  ASSERT_EQ(columns_by_rows.size(), border().row_triplets().size());
  for (const auto& [columns, rows] : rows_by_columns) EXPECT_EQ(rows.size(), 8U);
  for (const auto& [rows, columns] : columns_by_rows) EXPECT_EQ(columns.size(), 36U);
  for (const auto& [columns, count] : boxes_by_columns) EXPECT_EQ(count, 48);

  // Boxes 2 and 3 are compatible if the rows of one are those that box 1 and the other leave.
  std::vector<std::vector<int>> copies(border().size(), std::vector<int>(border().size()));
  for (const auto& [rows, columns_of_2] : columns_by_rows) {
    const Lines rows_of_3 = complement(Border::box_1_rows() | rows, 9);
    for (const Lines& box_2 : columns_of_2) {
      for (const Lines& box_3 : columns_by_rows.at(rows_of_3)) {
        ++copies[border().classes().code_of(box_2)][border().classes().code_of(box_3)];
      }
    }
  }
  for (const Code box_2 : border_codes()) {
    for (const Code box_3 : border_codes()) EXPECT_EQ(border().copies(box_2, box_3), copies[box_2][box_3]);
  }
}

TEST(Border, NumbersClassesByTheirLastBox2) {
  std::map<Lines, std::size_t> last;
  const std::vector<Box> boxes = boxes_2();
  for (std::size_t i = 0; i < boxes.size(); ++i) last[class_of(boxes[i].columns)] = i;
  for (Code code = 1; code < static_cast<Code>(border().size()); ++code) {
    EXPECT_LT(last.at(border().classes()[static_cast<Code>(code - 1)]), last.at(border().classes()[code]));
  }
}

TEST(Border, HasThePairsOfTheSource) {
  int pairs = 0;
  int with_copies = 0;
  int equal = 0;
  for (const Code box_2 : border_codes()) {
    const std::vector<Code> partners = border().partners(box_2);
    pairs += static_cast<int>(partners.size());
    equal += std::ranges::binary_search(partners, box_2) ? 1 : 0;
    for (const Code box_3 : partners) {
      with_copies += border().copies(box_2, box_3);
      EXPECT_EQ(border().copies(box_2, box_3), border().copies(box_3, box_2));
    }
  }
  EXPECT_EQ(pairs, 44496);
  EXPECT_EQ(with_copies, 72576);
  EXPECT_EQ(equal, 36);
}

TEST(Border, IsInvariantUnderTheSymmetriesOfBox1) {
  const auto symmetries = border().symmetries();
  ASSERT_EQ(symmetries.size(), 36U);
  std::set<std::vector<Code>> different;
  for (const auto& symmetry : symmetries) {
    different.insert(symmetry.columns);
    EXPECT_EQ(std::set<Code>(symmetry.columns.begin(), symmetry.columns.end()).size(), border().size());
    for (const Code box_2 : border_codes()) {
      for (const Code box_3 : border_codes()) {
        ASSERT_EQ(border().copies(symmetry.columns[box_2], symmetry.columns[box_3]), border().copies(box_2, box_3));
      }
      for (const Code box_4 : border_codes()) {
        ASSERT_EQ(interior().meet(symmetry.rows[box_4], symmetry.columns[box_2]), interior().meet(box_4, box_2));
      }
    }
  }
  EXPECT_EQ(different.size(), 36U);
}

TEST(Mirror, ExchangesTheRowsAndColumnsOfBox1) {
  EXPECT_EQ(class_of(mirror(Border::box_1_rows())), class_of(Lines{0b001001001, 0b010010010, 0b100100100}));
  for (const Code code : border_codes()) EXPECT_EQ(mirror(mirror(border().classes()[code])), border().classes()[code]);
}

TEST(Interior, IsSymmetricInRowsAndColumns) {
  const auto classes = static_cast<Code>(interior().classes());
  int meeting = 0;
  for (Code rows = 0; rows < classes; ++rows) {
    for (Code columns = 0; columns < classes; ++columns) {
      EXPECT_EQ(interior().meet(rows, columns), interior().meet(columns, rows));
      EXPECT_EQ(interior().meeting(rows)[columns] != 0, interior().meet(rows, columns));
      meeting += interior().meet(rows, columns) ? 1 : 0;
    }
  }
  EXPECT_EQ(meeting, 10080);
}

TEST(Interior, SplitsTheSymbolsThatABoxLeaves) {
  const auto classes = static_cast<Code>(interior().classes());
  for (Code box_2 = 0; box_2 < classes; box_2 += 9) {
    // All fitting orders of the classes of boxes 5 and 8, in any sequence.
    std::multiset<std::pair<Code, Code>> expected;
    const Lines& first = border().classes()[box_2];
    for (const Lines& next : all_classes(9, 3)) {
      for (const Lines& order : fitting_orders(next, complement(first, 9))) {
        const Lines last = complement(first | order, 9);
        ASSERT_TRUE(is_complete(last, 9));
        expected.insert({border().classes().code_of(next), border().classes().code_of(last)});
      }
    }
    std::multiset<std::pair<Code, Code>> found;
    for (const Split& split : interior().splits(box_2)) found.insert({split.next, split.last});
    EXPECT_EQ(found, expected);
  }
}

TEST(Interior, GivesTheRowsLeftForBox6) {
  const auto classes = static_cast<Code>(interior().classes());
  for (Code box_4 = 0; box_4 < classes; box_4 += 23) {
    const Lines rows_of_4 = mirror(border().classes()[box_4]);
    for (Code box_5 = 0; box_5 < classes; box_5 += 3) {
      std::multiset<Code> expected;
      for (const Lines& rows : all_classes(9, 3)) {
        if (zero_crossings(rows, border().classes()[box_5]) != 0) continue;
        for (const Lines& order : fitting_orders(rows, complement(rows_of_4, 9))) {
          expected.insert(border().classes().code_of(mirror(complement(rows_of_4 | order, 9))));
        }
      }
      ASSERT_EQ(interior().has_octet(box_4, box_5), !expected.empty());
      if (expected.empty()) continue;
      const Octet& octet = interior().octet(box_4, box_5);
      EXPECT_EQ(std::multiset<Code>(octet.begin(), octet.end()), expected);
    }
  }
}

TEST(Hands, EqualTheSources) {
  EXPECT_EQ(straight_hands(border()), (std::map<int, StraightHand>{{0, {36, 204}}, {2, {162, 175}}, {3, {54, 163}}}));
  // "For hands 0, 1, and 2 there is one fewer distinct column class": of 56, 50 and 49.
  EXPECT_EQ(cross_hands(border(), interior()), (std::map<int, CrossHand>{{0, {8236, 448, 55}},
                                                                         {2, {36756, 400, 49}},
                                                                         {3, {12204, 392, 48}},
                                                                         {4, {6084, 384, 48}},
                                                                         {6, {224, 432, 54}}}));
  EXPECT_EQ(arrangements(), (std::map<int, Arrangements>{{0, {1, {6, 6, 6}, 1, 216}},
                                                         {2, {6, {3, 6, 3}, 3, 972}},
                                                         {3, {6, {3, 3, 3}, 2, 324}},
                                                         {4, {6, {1, 3, 3}, 3, 162}},
                                                         {6, {6, {1, 1, 1}, 1, 6}}}));
}

TEST(TwoLines, CountsEveryColumnClassOfBox1Prime) {
  // 288 = 4! 2! 2 * 3, 28200960 = 6! 3! 2^2 * 1632.
  std::vector<std::uint64_t> totals;
  for (const int box_cols : {2, 3, 4}) {
    const TwoLines counter{box_cols, [] {}};
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < counter.border_columns().size(); ++i) {
      EXPECT_EQ(counter.solutions(i) % (box_cols == 4 ? 6U : box_cols == 3 ? 2U : 1U), 0U);
      total += counter.solutions(i);
    }
    totals.push_back(total);
  }
  EXPECT_EQ(totals[0], 3U);
  EXPECT_EQ(totals[1], 1632U);
  EXPECT_EQ(totals[2] % 6, 0U);
  EXPECT_THROW((TwoLines{5, [] {}}), std::invalid_argument);
  EXPECT_THROW((TwoLines{1, [] {}}), std::invalid_argument);
}

}  // namespace
