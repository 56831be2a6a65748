#include "gridcensus/sampling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus {
namespace {

Moments ten_samples() {
  Moments moments;
  for (int i = 1; i <= 10; ++i) moments.add(i);
  return moments;
}

/// Returns Hall's transformation of (mean - truth)
/// standard error, by its formula.
Real transformed(Real ratio, Real skewness_of_mean) {
  const Real a = skewness_of_mean;
  return ratio + a * ratio * ratio / 3 + a * a * ratio * ratio * ratio / 27 + a / 6;
}

/// Returns the transformed ends of the interval.
std::pair<double, double> transformed_ends(const Estimate& estimate, const Moments& moments) {
  const auto count = static_cast<Real>(moments.count);
  const Real deviation = std::sqrt(moments.squares / count);
  const Real skewness = moments.cubes / count / (deviation * deviation * deviation) / std::sqrt(count);
  const auto at = [&](Real end) {
    return static_cast<double>(transformed((estimate.value - end) / estimate.standard_error, skewness));
  };
  return {at(estimate.low), at(estimate.high)};
}

TEST(EstimateMean, UsesStudentsQuantile) {
  // 1 to 10: squares of the deviations 82.5, fourth powers 1208.6, so the effective number of samples behind the spread
  // is 82.5^2
  // 1208.6 = 5.6. Four degrees of freedom: the 97.5 % quantile is 2.77645 (any table of Student's t).
  const Moments moments = ten_samples();
  const Estimate estimate = estimate_mean(moments, 1);
  EXPECT_EQ(estimate.value, 5.5L);
  EXPECT_EQ(estimate.samples, 10U);
  EXPECT_EQ(estimate.confidence, 0.95);
  EXPECT_EQ(estimate.degrees_of_freedom, 4);
  EXPECT_NEAR(static_cast<double>(estimate.standard_error), 0.957427, 1e-6);
  EXPECT_NEAR(static_cast<double>((estimate.high - estimate.value) / estimate.standard_error), 2.77645, 5e-6);
  EXPECT_NEAR(static_cast<double>((estimate.value - estimate.low) / estimate.standard_error), 2.77645, 5e-6);
}

TEST(EstimateMean, TreatsMomentsWithoutHigherPowersAsNormal) {
  // Nine degrees of freedom: 2.26216.
  const Moments all = ten_samples();
  const Estimate estimate = estimate_mean({.count = all.count, .mean = all.mean, .squares = all.squares}, 1);
  EXPECT_EQ(estimate.degrees_of_freedom, 9);
  EXPECT_NEAR(static_cast<double>((estimate.high - estimate.value) / estimate.standard_error), 2.26216, 5e-6);
}

TEST(EstimateMean, CorrectsForSkewnessByHallsTransformation) {
  // 9 samples of 10 among 91 of 0: the mean is more often too low than too high.
  Moments moments;
  for (int i = 0; i < 100; ++i) moments.add(i % 11 == 5 ? 10 : 0);
  const Estimate estimate = estimate_mean(moments, 1);
  EXPECT_GT(estimate.high - estimate.value, 1.5L * (estimate.value - estimate.low));
  // For a share p of n samples: n p (1 - p)
  // (1 - 3 p (1 - p)) = 10.9 samples. Nine degrees of freedom: 2.26216.
  EXPECT_EQ(estimate.degrees_of_freedom, 9);
  const auto [low, high] = transformed_ends(estimate, moments);
  EXPECT_NEAR(low, 2.26216, 5e-5);
  EXPECT_NEAR(high, -2.26216, 5e-5);
  // If the samples are negated, the halves of the interval are exchanged.
  Moments turned;
  for (int i = 0; i < 100; ++i) turned.add(i % 11 == 5 ? -10 : 0);
  const Estimate other = estimate_mean(turned, 1);
  EXPECT_NEAR(static_cast<double>(other.value - other.low), static_cast<double>(estimate.high - estimate.value), 1e-12);
}

TEST(EstimateMean, ContainsItsValueAtAnyConfidence) {
  Moments moments;
  for (int i = 0; i < 50; ++i) moments.add(i == 20 ? 1000 : i % 2);
  for (const double confidence : {1e-6, 0.01, 0.1, 0.5, 0.999999}) {
    const Estimate estimate = estimate_mean(moments, 1, confidence);
    EXPECT_LE(estimate.low, estimate.value) << confidence;
    EXPECT_GE(estimate.high, estimate.value) << confidence;
  }
}

TEST(EstimateMean, ApproachesTheNormalQuantileForManySamples) {
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

TEST(EstimateMean, RefusesFewerThanTwoSamples) {
  Moments one;
  one.add(7);
  EXPECT_THROW(estimate_mean(Moments{}, 1), std::invalid_argument);
  EXPECT_THROW(estimate_mean(one, 1), std::invalid_argument);
}

TEST(EstimateMean, TakesDegreesOfFreedomFromTheHits) {
  // Twenty hits among a thousand samples: 19.6 / (1 - 3 * 0.0196) = 20.8 samples, 19 degrees of freedom.
  Moments moments{.count = 980, .mean = 0, .squares = 0};
  moments.add(Moments{.count = 20, .mean = 3, .squares = 0, .min = 3, .max = 3});
  EXPECT_EQ(estimate_mean(moments, 1).degrees_of_freedom, 19);
  EXPECT_EQ(estimate_mean(moments, 1).samples, 1000U);
  // One hit gives no more information than that it occurred.
  Moments one{.count = 999, .mean = 0, .squares = 0};
  one.add(3);
  EXPECT_EQ(estimate_mean(one, 1).degrees_of_freedom, 1);
}

TEST(TooFewSamples, ReportsHowManyAreNeeded) {
  EXPECT_EQ(too_few_samples(1, 3), "1 sample is too few to state an error: at least 3 are needed");
  EXPECT_EQ(too_few_samples(60, 2000), "60 samples are too few to state an error: at least 2000 are needed");
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

TEST(SamplingLimits, AreTooLowIfTheyLeaveTooFewSamples) {
  SamplingLimits limits;
  EXPECT_EQ(too_few_samples(limits, 2000), std::nullopt) << "another limit ends the run";
  limits.samples = 2000;
  EXPECT_EQ(too_few_samples(limits, 2000), std::nullopt);
  limits.samples = 1999;
  EXPECT_EQ(too_few_samples(limits, 2000), too_few_samples(1999, 2000));
  limits.samples = 49;
  EXPECT_EQ(too_few_samples(limits), too_few_samples(49, default_min_samples));
}

TEST(SamplingLimits, AreMetByTheRelativeError) {
  SamplingLimits limits;
  EXPECT_FALSE(is_precise_enough(limits, 100, 1e-9L));
  limits.relative_error = 0.01;
  EXPECT_TRUE(is_precise_enough(limits, 100, 1));
  EXPECT_TRUE(is_precise_enough(limits, -100, 0.5L));
  EXPECT_FALSE(is_precise_enough(limits, 100, 1.01L));
  EXPECT_FALSE(is_precise_enough(limits, 100, 0)) << "samples without spread give no error";
  EXPECT_FALSE(is_precise_enough(limits, 0, 0));
}

TEST(EstimateMean, RefusesAConfidenceOutOfRange) {
  for (const double confidence : {0.0, 1.0, -0.5, 2.0}) {
    EXPECT_THROW(estimate_mean(ten_samples(), 1, confidence), std::invalid_argument) << confidence;
  }
}

struct SampledParams : SamplingLimits {
  int batch = 100;
};

TEST(SamplingLimits, AreDeclaredForParametersThatDeriveFromThem) {
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

SplitSample halves_of(const std::vector<Real>& samples) {
  SplitSample halves;
  for (const Real sample : samples) halves.add(sample);
  return halves;
}

std::vector<Real> hundred_samples() {
  std::vector<Real> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(10 + i % 7);
  return samples;
}

std::string doubt_of(const std::vector<Real>& samples) { return why_not_trusted(halves_of(samples)).value_or(""); }

TEST(SplitSample, TakesSamplesInTurn) {
  const SplitSample halves = halves_of({1, 2, 3, 4, 5});
  EXPECT_EQ(halves.even.count, 3U);
  EXPECT_EQ(halves.even.mean, 3);
  EXPECT_EQ(halves.odd.mean, 3);
  EXPECT_EQ(halves.all().count, 5U);
  Tally tally;
  halves.add_to(tally, "weight", 4);
  EXPECT_EQ(SplitSample::of(tally, "weight").even, halves.even);
  EXPECT_EQ(SplitSample::of(tally, "weight").odd, halves.odd);
}

TEST(SplitSample, TakesUnitsOfOneSampleInTurn) {
  Tally tally;
  for (std::uint64_t unit = 0; unit < 6; ++unit) halves_of({static_cast<Real>(unit)}).add_to(tally, "weight", unit);
  EXPECT_EQ(SplitSample::of(tally, "weight").even.mean, 2);  // 0, 2, 4
  EXPECT_EQ(SplitSample::of(tally, "weight").odd.mean, 3);   // 1, 3, 5
}

TEST(Tail, IsEmptyForEqualSamples) {
  const Tail tail = tail_of(halves_of({3, 3, 3, 3}));
  EXPECT_EQ(tail.effective_samples, 4);
  EXPECT_EQ(tail.largest_share, 0);
  EXPECT_EQ(tail.half_gap, 0);
  EXPECT_EQ(tail.spread_samples, 4);
}

TEST(Tail, IsTheOneHitAmongMisses) {
  std::vector<Real> samples(99, 0);
  samples.push_back(100);
  const Tail tail = tail_of(halves_of(samples));
  EXPECT_NEAR(static_cast<double>(tail.effective_samples), 1, 1e-12);
  EXPECT_NEAR(static_cast<double>(tail.largest_share), 0.99, 1e-12);
  // Deviations 99 and 99 times 1: (99^2 + 99)^2 / (99^4 + 99).
  EXPECT_NEAR(static_cast<double>(tail.spread_samples), 9900.0 * 9900 / (96059601.0 + 99), 1e-9);
}

TEST(WhyNotTrusted, AcceptsSamplesWithoutATail) { EXPECT_EQ(doubt_of(hundred_samples()), ""); }

TEST(WhyNotTrusted, RequiresFiftySamples) {
  const auto samples = hundred_samples();
  EXPECT_NE(doubt_of({samples.begin(), samples.begin() + 49}).find("49 samples are too few"), std::string::npos);
  EXPECT_EQ(doubt_of({samples.begin(), samples.begin() + 50}), "");
}

TEST(WhyNotTrusted, RequiresTheSamplesThatTheStrategyNeeds) {
  const auto samples = hundred_samples();
  EXPECT_EQ(why_not_trusted(halves_of(samples), 100), std::nullopt);
  EXPECT_EQ(why_not_trusted(halves_of(samples), 101), too_few_samples(100, 101));
  EXPECT_TRUE(std::holds_alternative<Unfinished>(estimate_heavy_tailed_mean(halves_of(samples), 1, 101)));
  SamplingLimits limits;
  limits.relative_error = 1;
  EXPECT_TRUE(is_precise_enough(limits, halves_of(samples), 100));
  EXPECT_FALSE(is_precise_enough(limits, halves_of(samples), 101)) << "no run ends before it may state an error";
}

TEST(WhyNotTrusted, RejectsSamplesWithoutSpread) {
  EXPECT_EQ(doubt_of(std::vector<Real>(60, 5)), "all 60 samples are equal: they show no error");
}

TEST(WhyNotTrusted, RejectsHalvesThatAreFarApart) {
  auto samples = hundred_samples();
  for (std::size_t i = 0; i < samples.size(); i += 2) samples[i] += 2;
  EXPECT_NE(doubt_of(samples).find("standard errors apart"), std::string::npos) << doubt_of(samples);
}

TEST(EstimateHeavyTailedMean, ReportsItsTail) {
  const auto halves = halves_of(hundred_samples());
  const Outcome outcome = estimate_heavy_tailed_mean(halves, 2);
  const auto& estimate = std::get<Estimate>(outcome);
  EXPECT_EQ(estimate.value, estimate_mean(halves.all(), 2).value);
  EXPECT_EQ(estimate.tail, tail_of(halves));
  EXPECT_EQ(estimate.standard_error, estimate_mean(halves.all(), 2).standard_error);
}

TEST(EstimateHeavyTailedMean, HasAWiderIntervalIfFewSamplesDominateTheSpread) {
  // Five samples of 10 among a hundred: the squares of their deviations are nearly the whole sum.
  std::vector<Real> samples(100, 0);
  for (std::size_t i = 0; i < 5; ++i) samples[13 * i] = 10;
  const Outcome outcome = estimate_heavy_tailed_mean(halves_of(samples), 1);
  const auto& estimate = std::get<Estimate>(outcome);
  ASSERT_TRUE(estimate.tail);
  EXPECT_NEAR(static_cast<double>(estimate.tail->spread_samples), 5.54, 0.01);
  // Four degrees of freedom: 2.77645 (any table of Student's t).
  EXPECT_EQ(estimate.degrees_of_freedom, 4);
  const auto [low, high] = transformed_ends(estimate, halves_of(samples).all());
  EXPECT_NEAR(low, 2.77645, 5e-5);
  EXPECT_NEAR(high, -2.77645, 5e-5);
}

TEST(EstimateHeavyTailedMean, IsVeryWideIfOneSampleDominatesTheSpread) {
  auto samples = hundred_samples();
  samples[30] = 1000;
  const Outcome outcome = estimate_heavy_tailed_mean(halves_of(samples), 1);
  const auto& estimate = std::get<Estimate>(outcome);
  // One degree of freedom: 12.7062 (any table of Student's t).
  EXPECT_EQ(estimate.degrees_of_freedom, 1);
  const auto [low, high] = transformed_ends(estimate, halves_of(samples).all());
  EXPECT_NEAR(low, 12.7062, 5e-4);
  EXPECT_NEAR(high, -12.7062, 5e-4);
}

TEST(EstimateHeavyTailedMean, IsUnfinishedIfTheSamplesAreInDoubt) {
  const auto samples = hundred_samples();
  const Outcome outcome = estimate_heavy_tailed_mean(halves_of({samples.begin(), samples.begin() + 20}), 1);
  EXPECT_NE(std::get<Unfinished>(outcome).reason.find("too few"), std::string::npos);
}

TEST(SamplingLimits, AreNotMetByATailInDoubt) {
  SamplingLimits limits;
  limits.relative_error = 0.5;
  auto samples = hundred_samples();
  EXPECT_TRUE(is_precise_enough(limits, halves_of(samples)));
  samples[30] = 200;
  EXPECT_FALSE(is_precise_enough(limits, halves_of(samples)));
}

/// Returns the text of a value to the last bit.
std::string hexadecimal(Real value) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex).ptr};
}

// Stored results depend on these numbers. If they change, `statistics_version` must change, too, so older results are
// recounted instead of mistaken for new ones.
TEST(Statistics, GiveTheSameNumbersInEveryVersion) {
  ASSERT_EQ(statistics_version, 1);
  std::vector<Real> samples;
  for (int i = 1; i <= 300; ++i) samples.push_back(static_cast<Real>(i * i % 97 + (i % 7 == 0 ? 500 : 0)) / 3);
  const auto estimate = std::get<Estimate>(estimate_heavy_tailed_mean(halves_of(samples), 5));
  EXPECT_EQ(hexadecimal(estimate.value), "c.3d9999999999999p+4");
  EXPECT_EQ(hexadecimal(estimate.standard_error), "8.6f723b27a029a54p+1");
  EXPECT_EQ(hexadecimal(estimate.low), "a.4a2eacc1eb30979p+4");
  EXPECT_EQ(hexadecimal(estimate.high), "e.8f9945a0700cdc6p+4");
  EXPECT_EQ(hexadecimal(estimate.degrees_of_freedom.value()), "e.4p+2");
  EXPECT_TRUE(is_precise_enough({.samples = {}, .seconds = {}, .relative_error = 0.09}, 100, 8.99L));
  EXPECT_FALSE(is_precise_enough({.samples = {}, .seconds = {}, .relative_error = 0.09}, 100, 9.01L));
}

TEST(SamplingLimits, TreatTheErrorOfFewSamplesAsLarger) {
  std::vector<Real> samples(100, 0);
  for (std::size_t i = 0; i < 5; ++i) samples[13 * i] = 10;
  const SplitSample halves = halves_of(samples);
  const auto error = static_cast<double>(halves.all().standard_error() / halves.all().mean);
  SamplingLimits limits;
  limits.relative_error = 1.3 * error;
  EXPECT_TRUE(is_precise_enough(limits, halves.all().mean, halves.all().standard_error()));
  EXPECT_FALSE(is_precise_enough(limits, halves))
      << "2.776 / 1.984 = 1.40 times the error, which is greater in one half";
  limits.relative_error = 1.6 * error;
  EXPECT_TRUE(is_precise_enough(limits, halves));
}

}  // namespace
}  // namespace gridcensus
