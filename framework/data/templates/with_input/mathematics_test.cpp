#include "mathematics.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gridcensus;

// Boxes of 1x2: two symbols, two rows, two columns. The group has 2! 2! 2! maps, and there are two grids.
TEST(MinClasses, IsRoundedUp) { EXPECT_EQ(new_strategy::min_classes(Shape{1, 2}, 2), 1); }

TEST(MinClasses, GrowsWithTheNumberOfGrids) {
  const Shape shape{3, 3};
  const Integer one = new_strategy::min_classes(shape, 1);
  EXPECT_EQ(one, 1);
  // 9! relabellings, 3! 3!^3 maps of rows, as many of columns, and the transposition.
  const Integer order = factorial(9) * power(Integer{1296}, 2) * 2;
  EXPECT_EQ(new_strategy::min_classes(shape, order), 1);
  EXPECT_EQ(new_strategy::min_classes(shape, order + 1), 2);
}

}  // namespace
