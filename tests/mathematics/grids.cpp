#include "grids/grids.hpp"

#include "grids/grid_maps.hpp"
#include "support/sample_grids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::testing::scrambled_grid;
using ::testing::HasSubstr;

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= max_grid_side; ++rows) {
    for (int cols = 1; rows * cols <= max_grid_side; ++cols) shapes.push_back({rows, cols});
  }
  return shapes;
}

template <class Work>
std::string message_of(const Work& work) {
  try {
    work();
  } catch (const InvalidGrid& error) {
    return error.what();
  }
  return "no error";
}

// The table in the source's program (habr.com/ru/post/312822), row by row.
constexpr auto source_line = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";

TEST(Grids, BaseGridOf3x3EqualsTheSources) { EXPECT_EQ(to_line(base_grid({3, 3})), source_line); }

TEST(Grids, BaseGridOfEveryShapeIsValid) {
  for (const Shape shape : all_shapes()) EXPECT_NO_THROW(check(base_grid(shape))) << to_string(shape);
  EXPECT_THAT(message_of([] { base_grid({2, 13}); }), HasSubstr("up to side 25"));
  EXPECT_THAT(message_of([] { check({{2, 13}, {}}); }), HasSubstr("up to side 25"));
}

TEST(Grids, BothFormsAreReadBack) {
  for (const Shape shape : all_shapes()) {
    const Grid grid = scrambled_grid(shape, 1, 20);
    EXPECT_EQ(parse_line(to_line(grid), shape), grid);
    std::istringstream plain{to_plain(grid)};
    std::vector<std::uint8_t> symbols;
    for (int number = 0; plain >> number;) symbols.push_back(static_cast<std::uint8_t>(number - 1));
    EXPECT_EQ(symbols, grid.symbols);
  }
}

TEST(Grids, PlainFormEqualsTheSources) {
  EXPECT_EQ(to_plain(base_grid({1, 2})), "1 2\n2 1\n\n");
  EXPECT_EQ(to_plain(base_grid({1, 10})).substr(0, 21), "1 2 3 4 5 6 7 8 9 10\n");
}

TEST(Grids, SymbolsBeyondNineAreLetters) {
  EXPECT_EQ(to_line(base_grid({5, 5})).substr(0, 25), "123456789ABCDEFGHIJKLMNOP");
}

TEST(Grids, CheckNamesTheFirstClash) {
  const auto error_of = [](std::string text) { return message_of([&] { parse_line(text, {2, 2}); }); };
  EXPECT_EQ(error_of("1234341221434321"), "no error");
  EXPECT_THAT(error_of("1232341221434321"), HasSubstr("row 1, column 4: 2 is already in this row, at row 1, column 2"));
  EXPECT_THAT(error_of("1234143221434321"), HasSubstr("row 2, column 1: 1 is already in this column"));
  EXPECT_THAT(error_of("1234214334124321"), HasSubstr("row 2, column 1: 2 is already in this box, at row 1, column 2"));
  EXPECT_THAT(error_of("123434122143432"), HasSubstr("has 16 symbols, not 15"));
  EXPECT_THAT(error_of("12343.1221434321"), HasSubstr("row 2, column 2: expected one of 1..4, not '.'"));
  EXPECT_THAT(error_of("1234351221434321"), HasSubstr("not '5'"));
  EXPECT_THAT(message_of([] {
                parse_line(std::string(100, 'a'), {2, 5});
              }),
              HasSubstr("expected one of 1..9, A, not 'a'"));
  EXPECT_THAT(message_of([] { check({{1, 2}, {0, 1, 1, 2}}); }), HasSubstr("symbol 3 is above 2"));
}

TEST(GridMaps, GroupOrdersEqualTheSources) {
  const Integer options = group_order({3, 3}, {.labels = true, .rows = true, .columns = true});
  EXPECT_EQ(group_order({3, 3}, {.labels = true}), 362880);
  EXPECT_EQ(group_order({3, 3}, {.rows = true, .columns = true}), 46656);
  EXPECT_EQ(options, Integer{"16930529280"});
  // 2 * 6^8 symmetries of the cells: Russell and Jarvis (2006), "Mathematics of Sudoku II".
  EXPECT_EQ(group_order({3, 3}, geometric_moves({3, 3})), 3359232);
  EXPECT_EQ(group_order({2, 3}, all_moves({2, 3})), 720 * 48 * 72);
}

TEST(GridMaps, TransposeOnlySquareBoxesWithBothKindsOfLines) {
  EXPECT_EQ(why_no_group({2, 3}, all_moves({2, 3})), std::nullopt);
  EXPECT_EQ(why_no_group({3, 3}, all_moves({3, 3})), std::nullopt);
  EXPECT_THAT(why_no_group({2, 3}, {.transposition = true}).value_or(""), HasSubstr("of 3x2"));
  EXPECT_THAT(why_no_group({2, 2}, {.rows = true, .transposition = true}).value_or(""), HasSubstr("together"));
  EXPECT_THAT(why_no_group({2, 2}, {.stacks = true, .transposition = true}).value_or(""), HasSubstr("together"));
  EXPECT_EQ(why_no_group({2, 2}, {.transposition = true}), std::nullopt);
}

TEST(GridMaps, TransposeBeforeTheMoves) {
  GridMap map;
  map.rows = {1, 0, 2, 3};
  map.labels = {3, 2, 1, 0};
  map.is_transposed = true;
  const Grid grid = parse_line("1234341221434321", {2, 2});
  EXPECT_EQ(to_line(apply(map, grid)),
            to_line(apply(GridMap{map.rows, map.columns, map.labels, false}, transposed(grid))));
  EXPECT_EQ(apply(map, grid).at(1, 0), 3) << "the corner is its own image, goes to row 2, and 1 becomes 4";
}

}  // namespace
