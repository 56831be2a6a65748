#include "gridcensus/sampling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace gridcensus {
namespace {

Moments ten_samples() {
  Moments moments;
  for (int i = 1; i <= 10; ++i) moments.add(i);
  return moments;
}

TEST(EstimateMean, TakesStudentsQuantile) {
  // Ten samples: nine degrees of freedom, whose 97.5 % quantile is 2.26216 (any table of Student's t).
  const Moments moments = ten_samples();
  const Estimate estimate = estimate_mean(moments, 1);
  EXPECT_EQ(estimate.value, 5.5L);
  EXPECT_EQ(estimate.samples, 10U);
  EXPECT_EQ(estimate.confidence, 0.95);
  EXPECT_NEAR(static_cast<double>(estimate.standard_error), 0.957427, 1e-6);
  EXPECT_NEAR(static_cast<double>((estimate.high - estimate.value) / estimate.standard_error), 2.26216, 5e-6);
  EXPECT_NEAR(static_cast<double>((estimate.value - estimate.low) / estimate.standard_error), 2.26216, 5e-6);
}

TEST(EstimateMean, NearsTheNormalQuantileForManySamples) {
  Moments moments;
  for (int i = 0; i < 100'000; ++i) moments.add(i % 2);
  const Estimate estimate = estimate_mean(moments, 1);
  EXPECT_NEAR(static_cast<double>((estimate.high - estimate.value) / estimate.standard_error), 1.95996, 1e-4);
}

TEST(EstimateMean, WidensWithTheConfidence) {
  const Estimate narrow = estimate_mean(ten_samples(), 1, 0.5);
  const Estimate wide = estimate_mean(ten_samples(), 1, 0.999);
  EXPECT_GT(wide.high, narrow.high);
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_EQ(wide.confidence, 0.999);
}

TEST(EstimateMean, ScalesValueAndErrorAlike) {
  const Real scale = 1e300L;
  const Estimate once = estimate_mean(ten_samples(), 1);
  const Estimate scaled = estimate_mean(ten_samples(), scale);
  EXPECT_EQ(scaled.value, once.value * scale);
  EXPECT_EQ(scaled.standard_error, once.standard_error * scale);
}

TEST(EstimateMean, StatesNoErrorOfOneSample) {
  Moments one;
  one.add(7);
  EXPECT_THROW(estimate_mean(Moments{}, 1), std::invalid_argument);
  EXPECT_THROW(estimate_mean(one, 1), std::invalid_argument);
}

TEST(EstimateMean, OfAFewHitsAmongMisses) {
  // Three hits among a thousand samples: the spread rests on three, and Student's t with two degrees of freedom has its
  // 97.5 % quantile at 4.30265.
  Moments moments{.count = 997, .mean = 0, .squares = 0};
  for (int i = 1; i <= 3; ++i) moments.add(i);
  const Estimate estimate = estimate_mean(moments, 1, 0.95, 3);
  EXPECT_EQ(estimate.samples, 1000U);
  EXPECT_NEAR(static_cast<double>((estimate.high - estimate.value) / estimate.standard_error), 4.30265, 5e-5);
  EXPECT_THROW(estimate_mean(moments, 1, 0.95, 1), std::invalid_argument);
  EXPECT_EQ(estimate_mean(moments, 1, 0.95, 5000), estimate_mean(moments, 1)) << "no more than there are";
}

TEST(Batches, CutTheSamplesIntoUnits) {
  SamplingLimits limits;
  EXPECT_GT(Batches(limits, 100).units(), std::uint64_t{1} << 39U);
  EXPECT_EQ(Batches(limits, 100).samples_of(12345), 100U);
  limits.samples = 250;
  const Batches batches{limits, 100};
  ASSERT_EQ(batches.units(), 3U);
  EXPECT_EQ(batches.samples_of(0), 100U);
  EXPECT_EQ(batches.samples_of(2), 50U);
  limits.samples = 200;
  EXPECT_EQ(Batches(limits, 100).units(), 2U);
  EXPECT_EQ(Batches(limits, 100).samples_of(1), 100U);
}

TEST(SamplingLimits, AreMetByTheErrorRelativeToTheValue) {
  SamplingLimits limits;
  EXPECT_FALSE(is_precise_enough(limits, 100, 1e-9L));
  limits.relative_error = 0.01;
  EXPECT_TRUE(is_precise_enough(limits, 100, 1));
  EXPECT_TRUE(is_precise_enough(limits, -100, 0.5L));
  EXPECT_FALSE(is_precise_enough(limits, 100, 1.01L));
  EXPECT_FALSE(is_precise_enough(limits, 100, 0)) << "samples without spread know nothing of their error";
  EXPECT_FALSE(is_precise_enough(limits, 0, 0));
}

TEST(EstimateMean, RefusesAConfidenceThatIsNone) {
  for (const double confidence : {0.0, 1.0, -0.5, 2.0}) {
    EXPECT_THROW(estimate_mean(ten_samples(), 1, confidence), std::invalid_argument) << confidence;
  }
}

struct SampledParams : SamplingLimits {
  int batch = 100;
};

TEST(SamplingLimits, AreDeclaredForAnyStrategyThatDerivesFromThem) {
  Schema<SampledParams> schema;
  schema.field("batch", &SampledParams::batch);
  describe_sampling_limits(schema);
  const auto specs = schema.specs();
  ASSERT_EQ(specs.size(), 4U);
  const SampledParams unset = schema.read(with_defaults(specs, {}));
  EXPECT_FALSE(unset.any());
  const SampledParams set = schema.read(with_defaults(specs, {{"seconds", 2.5}}));
  EXPECT_TRUE(set.any());
  EXPECT_EQ(set.seconds, 2.5);
  EXPECT_EQ(set.samples, std::nullopt);
  EXPECT_EQ(set.batch, 100);
}

}  // namespace
}  // namespace gridcensus
