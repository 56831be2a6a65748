// Tests how often the judge calls an honest estimate a disagreement, and how often intervals miss. Seeds are fixed; the
// tests check rates, so they do not depend on luck. measure_alarms.cpp measures more settings.
#include "statistics/alarm_rates.hpp"
#include "support/evidence.hpp"
#include "support/expected_rate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

namespace gridcensus::statistics {

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
void PrintTo(const Setting& setting, std::ostream* out) { *out << to_string(setting); }

namespace {

using gridcensus::testing::only_as_evidence;
using gridcensus::testing::size_of_test;

std::string name_of_test(const ::testing::TestParamInfo<Setting>& instance) {
  std::string name = to_string(instance.param);
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class HonestEstimates : public ::testing::TestWithParam<Setting> {};

TEST_P(HonestEstimates, CauseAlarmsAndMissesAtTheStatedRates) {
  const int seeds = size_of_test(100, 500);
  const AlarmRates rates = measure(GetParam(), seeds);
  // All are shown, except samples that are all equal or halves that are far apart, so the result does not depend on
  // luck.
  EXPECT_GE(rates.shown, seeds * 98 / 100) << rates.reason;
  expect_rate_of_at_least(rates.shown - rates.alarms(), rates.shown, 0.99);
  expect_rate_of_at_least(rates.shown - rates.missed(), rates.shown, 0.95);
  // An estimate with a bias of a third of its error covers in 94 of 100 cases.
  EXPECT_LT(std::abs(rates.bias), rates.error_of_single / 3 + 4 * rates.error_of_bias);
}

const std::string drawn = "classes=drawn samples=";

INSTANTIATE_TEST_SUITE_P(
    BySamples, HonestEstimates,
    ::testing::Values(Setting{"stack_product", {2, 3}, "samples=1000 repeats=0", grids_of_2x3},
                      Setting{"stack_product", {2, 3}, "samples=1000 orientation=transposed", grids_of_2x3},
                      Setting{"stack_product", {2, 4}, "samples=2000", grids_of_2x4},
                      Setting{"stack_product", {3, 3}, "samples=50", grids_of_3x3},
                      Setting{"stack_product", {3, 3}, "samples=300", grids_of_3x3},
                      Setting{"band_monte_carlo", {2, 3}, "samples=2000", grids_of_2x3},
                      Setting{"band_monte_carlo", {2, 4}, "samples=2000", grids_of_2x4},
                      Setting{"band_monte_carlo", {4, 2}, "samples=10000", grids_of_2x4},
                      Setting{"band_monte_carlo", {2, 5}, "samples=2000", grids_of_2x5},
                      Setting{"row_sampler", {2, 4}, "samples=50", grids_of_2x4},
                      Setting{"row_sampler", {3, 3}, "samples=50", grids_of_3x3},
                      Setting{"row_sampler", {2, 3}, "samples=50", diagonals_of_2x3, Quantity::grids, "diagonals"},
                      Setting{"band_classes", {3, 3}, drawn + "3", grids_of_3x3},
                      Setting{"band_classes", {3, 3}, drawn + "10", grids_of_3x3},
                      Setting{"band_classes", {4, 2}, drawn + "20", bands_of_4x2, Quantity::bands},
                      Setting{"grid_shuffle",
                              {2, 2},
                              "method=collisions batch=50 samples=150",
                              orbit_of_2x2,
                              quantity_named("orbit_size")}),
    name_of_test);

// A limit on the error stops runs whose samples happen to be close, so their estimates are too low.
INSTANTIATE_TEST_SUITE_P(
    ByTheirError, HonestEstimates,
    ::testing::Values(Setting{"band_monte_carlo", {2, 3}, "relative_error=0.1 batch=10", grids_of_2x3},
                      Setting{"band_monte_carlo", {2, 4}, "relative_error=0.1 batch=10", grids_of_2x4},
                      Setting{"band_monte_carlo", {2, 4}, "relative_error=0.03 batch=10", grids_of_2x4},
                      Setting{"row_sampler", {2, 4}, "relative_error=0.1 batch=10", grids_of_2x4}),
    name_of_test);

// In mode source most trials find nothing. The luck of some trials is no reason to show them.
INSTANTIATE_TEST_SUITE_P(
    ByHits, HonestEstimates,
    ::testing::Values(Setting{
        "band_monte_carlo", {3, 2}, "samples=5000 mode=source third_band=random tries=20", grids_of_2x3}),
    name_of_test);
INSTANTIATE_TEST_SUITE_P(
    AtGreatCost, HonestEstimates,
    ::testing::ValuesIn(only_as_evidence<Setting>(
        {{"stack_product", {2, 5}, "samples=3000 orientation=transposed", grids_of_2x5},
         {"stack_product", {2, 4}, "relative_error=0.001 batch=10", grids_of_2x4},
         {"row_sampler", {2, 4}, "samples=100", anti_knight_of_2x4, Quantity::grids, "anti_knight"},
         {"band_monte_carlo", {2, 4}, "samples=20000 mode=source third_band=signature", grids_of_2x4}})),
    name_of_test);

class TooFewSamples : public ::testing::TestWithParam<Setting> {};

/// A strategy refuses them in its offer, or, if only the samples show it, ends without a value.
TEST_P(TooFewSamples, GiveNoEstimate) {
  const int seeds = size_of_test(20, 200);
  const AlarmRates rates = measure(GetParam(), seeds);
  EXPECT_EQ(rates.shown, 0);
  EXPECT_NE(rates.reason.find("samples are too few to state an error"), std::string::npos) << rates.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Settings, TooFewSamples,
    ::testing::Values(
        Setting{"band_monte_carlo", {2, 4}, "samples=60", grids_of_2x4},
        Setting{"band_monte_carlo", {2, 3}, "samples=60", grids_of_2x3},
        Setting{"stack_product", {2, 3}, "samples=50 repeats=0", grids_of_2x3},
        Setting{"stack_product", {2, 4}, "samples=200 repeats=0", grids_of_2x4},
        Setting{"stack_product", {2, 4}, "samples=60", grids_of_2x4},
        Setting{"stack_product", {2, 4}, "samples=5000 orientation=transposed", grids_of_2x4},
        Setting{"band_monte_carlo", {2, 4}, "samples=3000 mode=source third_band=signature", grids_of_2x4},
        Setting{"band_monte_carlo", {3, 3}, "samples=100000 mode=source third_band=signature", grids_of_3x3},
        Setting{"row_sampler", {3, 3}, "samples=49", grids_of_3x3},
        Setting{"grid_shuffle",
                {2, 2},
                "method=collisions batch=50 samples=50",
                orbit_of_2x2,
                quantity_named("orbit_size")}),
    name_of_test);

}  // namespace
}  // namespace gridcensus::statistics
