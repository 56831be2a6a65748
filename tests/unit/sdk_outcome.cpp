#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/outcome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gridcensus {
namespace {

using ::testing::ThrowsMessage;

TEST(ExactQuotient, IsExact) {
  EXPECT_EQ(exact_quotient(288, 24, "grids"), 12);
  EXPECT_EQ(exact_quotient(0, 24, "grids"), 0);
  EXPECT_EQ(exact_quotient(-48, 24, "grids"), -2);
  EXPECT_EQ(exact_quotient(Integer{"6670903752021072936960"}, 362880, "grids"), Integer{"18383222420692992"});
}

TEST(ExactQuotient, ThrowsBrokenInvariantIfNotDivisible) {
  EXPECT_THAT([] { exact_quotient(289, 24, "the grids, which relabellings divide"); },
              ThrowsMessage<BrokenInvariant>("the grids, which relabellings divide: 289 is not a multiple of 24"));
  EXPECT_THROW(exact_quotient(-1, 2, "it"), BrokenInvariant);
}

TEST(Kind, IsNamedInTheOrderOfTheAlternatives) {
  EXPECT_EQ(name_of(kind_of(Exact{1})), "exact");
  EXPECT_EQ(name_of(kind_of(Estimate{})), "estimate");
  EXPECT_EQ(name_of(kind_of(Approximation{})), "approximation");
  EXPECT_EQ(name_of(kind_of(LowerBound{})), "lower_bound");
  EXPECT_EQ(name_of(kind_of(UpperBound{})), "upper_bound");
  EXPECT_EQ(name_of(kind_of(Unfinished{})), "unfinished");
}

TEST(Divided, KeepsTheKind) {
  EXPECT_EQ(divided(Exact{288}, 24), Outcome{Exact{12}});
  EXPECT_EQ(divided(Approximation{3}, 2), Outcome{Approximation{1.5L}});
  EXPECT_EQ(divided(Unfinished{"no time"}, 24), Outcome{Unfinished{"no time"}});
  EXPECT_THROW(divided(Exact{289}, 24), BrokenInvariant);
}

TEST(Divided, ScalesAllOfAnEstimate) {
  const Estimate estimate{.value = 10,
                          .standard_error = 2,
                          .low = 6,
                          .high = 14,
                          .samples = 7,
                          .convergence = {{3, 8, 4}, {7, 10, 2}},
                          .tail = Tail{.effective_samples = 5},
                          .degrees_of_freedom = 4.5};
  Estimate half = estimate;
  half.value = 5;
  half.standard_error = 1;
  half.low = 3;
  half.high = 7;
  half.convergence = {{3, 4, 2}, {7, 5, 1}};
  EXPECT_EQ(divided(estimate, 2), Outcome{half});
}

// A count of classes is whole: "at least 25 grids in classes of 24" implies two classes, not one.
TEST(Divided, RoundsBoundsInwards) {
  EXPECT_EQ(divided(LowerBound{48}, 24), Outcome{LowerBound{2}});
  EXPECT_EQ(divided(LowerBound{25}, 24), Outcome{LowerBound{2}});
  EXPECT_EQ(divided(LowerBound{1}, 24), Outcome{LowerBound{1}});
  EXPECT_EQ(divided(LowerBound{0}, 24), Outcome{LowerBound{0}});
  EXPECT_EQ(divided(UpperBound{48}, 24), Outcome{UpperBound{2}});
  EXPECT_EQ(divided(UpperBound{47}, 24), Outcome{UpperBound{1}});
  EXPECT_EQ(divided(UpperBound{23}, 24), Outcome{UpperBound{0}});
  EXPECT_EQ(divided(UpperBound{-1}, 24), Outcome{UpperBound{-1}});
  EXPECT_EQ(divided(LowerBound{-25}, 24), Outcome{LowerBound{-1}});
}

}  // namespace
}  // namespace gridcensus
