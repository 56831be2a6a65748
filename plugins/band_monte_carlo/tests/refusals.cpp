// The refused shapes and parameters, and the sizes of units of the others.
#include "band_monte_carlo/refusals.hpp"

#include "band_monte_carlo/batches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;
using ::testing::HasSubstr;
using ::testing::Optional;

/// Returns the refusal with the parameter `pair` read, as the strategy does it.
std::optional<std::string> refusal(Shape shape, const Params& params) {
  return why_not(shape, params, params.pair ? std::optional{parse_pair(*params.pair)} : std::nullopt);
}

Params source() {
  Params params;
  params.mode = Mode::source;
  return params;
}

TEST(Refusals, CoverTheLowVarianceEstimate) {
  for (const Shape shape : {Shape{2, 2}, {3, 3}, {2, 5}, {3, 4}, {4, 3}}) EXPECT_EQ(refusal(shape, {}), std::nullopt);
  EXPECT_THAT(refusal({3, 1}, {}), Optional(HasSubstr("one band alone")));
  EXPECT_THAT(refusal({1, 4}, {}), Optional(HasSubstr("one row")));
  EXPECT_THAT(refusal({5, 2}, {}), Optional(HasSubstr("too long")));
}

TEST(Refusals, CoverParametersOfModeSource) {
  Params params;
  params.third_band = ThirdBand::signature;
  EXPECT_EQ(refusal({3, 3}, params), std::nullopt);
  for (const ThirdBand third_band : {ThirdBand::random, ThirdBand::scan}) {
    params = {};
    params.third_band = third_band;
    EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("belong to mode source")));
  }
  params = {};
  params.indices = Indices::as_written;
  EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("belong to mode source")));
  params = {};
  params.pairs = 1;
  EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("belong to mode source")));
  params = {};
  params.pair = "0 0 0";
  EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("belong to mode source")));
}

TEST(Refusals, CoverModeSource) {
  for (const Shape shape : {Shape{1, 9}, {2, 2}, {4, 2}, {3, 3}}) EXPECT_EQ(refusal(shape, source()), std::nullopt);
  EXPECT_THAT(refusal({9, 1}, source()), Optional(HasSubstr("one band alone")));
  EXPECT_THAT(refusal({2, 5}, source()), Optional(HasSubstr("side 10")));
  Params params = source();
  params.indices = Indices::as_written;
  EXPECT_THAT(refusal({1, 4}, params), Optional(HasSubstr("one band to list")));
}

TEST(Refusals, CoverBandsPastTheListUnlessTheSourceDrawsThem) {
  Params params = source();
  params.pair = "1306652 0 0";
  EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("expected one below 1306368")));
  params.indices = Indices::as_written;
  EXPECT_EQ(refusal({3, 3}, params), std::nullopt);
  params.pair = "1306653 0 0";
  EXPECT_THAT(refusal({3, 3}, params), Optional(HasSubstr("expected one below 1306653")));
}

TEST(UnitSizes, FollowTheTimeOfASample) {
  Params params;
  EXPECT_EQ(low_variance_batches({3, 3}, params).samples_of(0), 1U << 20U);
  EXPECT_EQ(low_variance_batches({3, 4}, params).samples_of(0), 64U);
  EXPECT_EQ(source_batches(source()).samples_of(0), 1U << 15U) << "by_mode is scan";
  params = source();
  params.third_band = ThirdBand::random;
  EXPECT_EQ(source_batches(params).samples_of(0), 1U << 18U);
}

TEST(UnitSizes, FollowTheParameter) {
  Params params;
  params.samples = 2500;
  params.batch = 1000;
  for (const Batches& batches : {low_variance_batches({3, 3}, params), source_batches(params)}) {
    EXPECT_EQ(batches.units(), 3U);
    EXPECT_EQ(batches.samples_of(0), 1000U);
    EXPECT_EQ(batches.samples_of(2), 500U);
  }
}

}  // namespace
