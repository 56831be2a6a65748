#include "mathematics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace gridcensus;

// Boxes of 1x2 are rows: the grids are the two Latin squares of order 2. Only the first cell is random.
TEST(Descent, IsExactIfOnlyTheFirstCellIsRandom) {
  Random random{1, 1, 0};
  new_strategy::Descent descent{Problem{{1, 2}}};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(descent.sample(random, [] {}), 2);
}

// Counted by hand: the first row can be filled in 4! ways, and each is completed in 12 ways.
TEST(Descent, MeanIsTheNumberOfGrids) {
  Random random{1, 1, 0};
  new_strategy::Descent descent{Problem{{2, 2}}};
  Moments moments;
  for (int i = 0; i < 20000; ++i) moments.add(descent.sample(random, [] {}));
  EXPECT_LT(std::abs(moments.mean - 24 * 12), 4 * moments.standard_error());
}

}  // namespace
