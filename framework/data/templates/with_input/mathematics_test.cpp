#include "mathematics.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gridcensus;

// Boxes of 1x2: two symbols, two rows, two columns. The group has 2! 2! 2! maps, and there are two grids.
TEST(FewestClasses, AreRoundedUp) { EXPECT_EQ(new_strategy::fewest_classes(Shape{1, 2}, 2), 1); }

TEST(FewestClasses, GrowWithTheNumberOfGrids) {
  const Shape shape{3, 3};
  const Integer one = new_strategy::fewest_classes(shape, 1);
  EXPECT_EQ(one, 1);
  // 9! relabellings, 3! 3!^3 maps of rows, as many of columns, and turning about the diagonal.
  const Integer order = factorial(9) * power(Integer{1296}, 2) * 2;
  EXPECT_EQ(new_strategy::fewest_classes(shape, order), 1);
  EXPECT_EQ(new_strategy::fewest_classes(shape, order + 1), 2);
}

}  // namespace
