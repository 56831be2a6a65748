#include "stack_product/samples_needed.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gridcensus::stack_product {
namespace {

TEST(SamplesThatShow, IncludeTenRareValuesWithAllOfTheSpread) {
  // One of a hundred is 1: nearly all of the squares. Half of it may be missed, expected 5 times among 1000 samples.
  const std::vector<WeightedValue> values{{.value = 0, .weight = 99}, {.value = 1, .weight = 1}};
  EXPECT_NEAR(static_cast<double>(samples_that_show(values)), 1000, 20);
  // A value that is listed in two parts is the same value.
  const std::vector<WeightedValue> pieces{{1, 0.25}, {0, 50}, {1, 0.75}, {0, 49}};
  EXPECT_NEAR(static_cast<double>(samples_that_show(pieces)), static_cast<double>(samples_that_show(values)), 1);
}

TEST(SamplesThatShow, AreFewIfNothingIsRare) {
  EXPECT_EQ(samples_that_show({{.value = 3, .weight = 1}}), 0U);
  EXPECT_EQ(samples_that_show({{.value = -1, .weight = 1}, {.value = 1, .weight = 1}}), 10U);
}

TEST(SamplesThatShow, IgnoreRareValuesWithLittleOfTheSpread) {
  const std::vector<WeightedValue> values{{-1, 50'000}, {1, 50'000}, {100, 1}};
  EXPECT_LT(samples_that_show(values), 20U) << "a tenth of the squares";
}

TEST(SamplesNeeded, AreThoseOfAnUnchangedPlan) {
  for (const Shape shape : {Shape{2, 3}, Shape{2, 4}, Shape{3, 3}, Shape{5, 5}}) {
    EXPECT_EQ(samples_needed(plan_of(shape), {}), plan_of(shape).min_samples) << to_string(shape);
  }
}

// Measured by a million samples each: 982, 2311, 490,214 (docs/decisions.md, 46).
TEST(SamplesNeeded, AreFoundByTrialsForAChangedPlan) {
  const auto needed = [](Shape shape, double repeats) {
    Plan plan = plan_of(shape);
    plan.settings.repeats = repeats;
    return static_cast<double>(samples_needed(plan, {}));
  };
  EXPECT_NEAR(needed({2, 3}, 0), 982, 100);
  EXPECT_NEAR(needed({2, 3}, 0.9), 2311, 200);
  EXPECT_NEAR(needed({2, 4}, 0), 490'000, 100'000);
  EXPECT_GE(needed({2, 4}, 0.19), 2000) << "no fewer than the plan";
  EXPECT_EQ(needed({4, 5}, 0.5), static_cast<double>(plan_of({4, 5}).min_samples))
      << "its samples take too long to try";
}

}  // namespace
}  // namespace gridcensus::stack_product
