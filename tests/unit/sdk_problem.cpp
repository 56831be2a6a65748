#include "gridcensus/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace gridcensus {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST(Shape, HasBandsAndStacks) {
  const Shape shape = parse_shape("2x3");
  EXPECT_EQ(shape, (Shape{2, 3}));
  EXPECT_EQ(shape.side(), 6);
  EXPECT_EQ(shape.cells(), 36);
  EXPECT_EQ(shape.bands(), 3) << "C bands of R rows";
  EXPECT_EQ(shape.stacks(), 2) << "R stacks of C columns";
  EXPECT_EQ(shape.transposed(), (Shape{3, 2}));
  EXPECT_EQ(to_string(shape), "2x3");
}

TEST(Shape, ReadsOnlyTwoPlainNumbers) {
  for (const char* text : {"",     "x",    "3",     "3x",   "x3",   "3X3", "3*3", "3x3x3", "03x3",  "3x03",  "-1x3",
                           "3x-1", "+3x3", "3 x 3", " 3x3", "3x3 ", "0x3", "3x0", "0x0",   "3.0x3", "3x1e1", "axb"}) {
    try {
      parse_shape(text);
      ADD_FAILURE() << '"' << text << "\" was read as a shape";
    } catch (const InvalidShape& error) {
      EXPECT_THAT(error.what(), HasSubstr("expected box rows x box columns")) << '"' << text << '"';
    }
  }
}

TEST(Shape, ReportsTheExceededLimit) {
  EXPECT_EQ(make_shape(8, 8).side(), max_side);
  EXPECT_EQ(make_shape(1, 64).side(), max_side);
  for (const char* text : {"8x9", "1x65", "65x1", "1000000000x1", "99999999999999999999x1", "1x99999999999999999999",
                           "4294967296x4294967297"}) {
    try {
      parse_shape(text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const InvalidShape& error) {
      EXPECT_THAT(error.what(), HasSubstr("at most 64")) << text;
    }
  }
  EXPECT_THROW(make_shape(0, 3), InvalidShape);
  EXPECT_THROW(make_shape(3, -1), InvalidShape);
  EXPECT_THROW(make_shape(9223372036854775807, 9223372036854775807), InvalidShape) << "the product must not overflow";
}

TEST(Problem, HasOneRegionForEachRowColumnAndBox) {
  EXPECT_THAT((Problem{{3, 3}}.regions()), SizeIs(27));
  EXPECT_THAT((Problem{{2, 3}}.regions()), SizeIs(18));
  EXPECT_THAT((Problem{{2, 2}}.regions()), SizeIs(12));
}

TEST(Problem, HasNoBoxRegionsIfBoxesAreLines) {
  EXPECT_THAT((Problem{{1, 5}}.regions()), SizeIs(10)) << "a 1x5 box is a row";
  EXPECT_THAT((Problem{{5, 1}}.regions()), SizeIs(10)) << "a 5x1 box is a column";
}

TEST(Problem, PlacesBoxesByTheirRowsAndColumns) {
  // 2x3: boxes of two rows and three columns, side by side.
  //    0  1  2 |  3  4  5
  //    6  7  8 |  9 10 11
  const auto regions = Problem{{2, 3}}.regions();
  const auto boxes = std::vector<Region>(regions.begin() + 12, regions.end());
  EXPECT_THAT(boxes[0], UnorderedElementsAre(0, 1, 2, 6, 7, 8));
  EXPECT_THAT(boxes[1], UnorderedElementsAre(3, 4, 5, 9, 10, 11));
  EXPECT_THAT(boxes[5], UnorderedElementsAre(27, 28, 29, 33, 34, 35));
  EXPECT_THAT(boxes, Each(SizeIs(6)));
}

TEST(Problem, HasAReadableName) {
  EXPECT_EQ(to_string(Problem{{3, 4}}), "3x4");
  EXPECT_EQ(Problem{}.rules.text(), "classic");
  EXPECT_TRUE(Problem{}.rules.are_classic());
}

}  // namespace
}  // namespace gridcensus
