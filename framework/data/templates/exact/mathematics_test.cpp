#include "mathematics.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Ways, AreSymmetricInK) {
  for (int k = 0; k <= 5; ++k) EXPECT_EQ(new_strategy::ways(5, k), new_strategy::ways(5, 5 - k));
}

// A band of 3x1 boxes is three columns of one box each: the bands are all Latin squares of order 3.
TEST(Bands, AreLatinSquaresIfBoxesHaveOneColumn) {
  EXPECT_EQ((new_strategy::ways(1, 0) + new_strategy::ways(1, 1)) * new_strategy::orders(1), 12);
}

}  // namespace
