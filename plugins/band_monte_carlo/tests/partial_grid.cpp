// The parameter `pair`: its meaning, and whether it fits the shape.
#include "band_monte_carlo/partial_grid.hpp"

#include "gridcensus/parameters.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;

TEST(PartialGrid, IsReadAndWrittenInTheSameForm) {
  const PartialGrid bands = parse_pair(" 12  0 3456 ");
  ASSERT_EQ(bands.size(), 2U);
  EXPECT_EQ(bands[0].band, 12U);
  EXPECT_EQ(bands[0].row, 0U) << "the top band keeps its labels";
  EXPECT_EQ(bands[1].row, 0U);
  EXPECT_EQ(bands[1].band, 3456U);
  EXPECT_EQ(to_string(bands), "12 0 3456");
  EXPECT_EQ(to_string(parse_pair("4294967295")), "4294967295");
  EXPECT_EQ(to_string(parse_pair("1 2 3 4 5")), "1 2 3 4 5");
}

TEST(PartialGrid, RefusesTextsWithoutBands) {
  for (const char* const text : {"", "1 2", "1 2 3 4", "1 x 2", "-1", "1.5", "4294967296"}) {
    EXPECT_THROW(parse_pair(text), InvalidParameter) << text;
  }
}

TEST(PartialGrid, FitsTheShapeOrReportsWhyNot) {
  constexpr std::uint64_t listed = 1306368;
  constexpr Shape shape{3, 3};
  EXPECT_EQ(why_not_pair(parse_pair("1306367 362879 0"), shape, listed), std::nullopt);
  EXPECT_EQ(why_not_pair(parse_pair("5"), shape, listed), "pair has 1 indices, and 2 bands take 3");
  EXPECT_EQ(why_not_pair(parse_pair("1 2 3 4 5"), shape, listed), "pair has 5 indices, and 2 bands take 3");
  EXPECT_EQ(why_not_pair(parse_pair("1306368 0 0"), shape, listed),
            "pair: index 1306368 of a band, expected one below 1306368");
  EXPECT_EQ(why_not_pair(parse_pair("0 0 1306368"), shape, listed),
            "pair: index 1306368 of a band, expected one below 1306368");
  EXPECT_EQ(why_not_pair(parse_pair("0 362880 0"), shape, listed),
            "pair: index 362880 of a row, expected one below 362880");
  EXPECT_EQ(why_not_pair(parse_pair("3"), {2, 2}, 4), std::nullopt);
}

}  // namespace
