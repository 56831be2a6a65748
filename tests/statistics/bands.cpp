// Tests that the intervals of strategies that sample bands or their classes cover the true number of grids as often as
// they claim. Seeds are fixed; the tests check rates, so they do not depend on luck.
#include "support/evidence.hpp"
#include "support/expected_rate.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace {

using namespace gridcensus;
using gridcensus::testing::create;
using gridcensus::testing::load;
using gridcensus::testing::only_as_evidence;
using gridcensus::testing::plugin_file;
using gridcensus::testing::size_of_test;

const std::uint64_t seeds = size_of_test<std::uint64_t>(50, 200);

struct Case {
  const char* name;
  Shape shape;
  ParameterValues parameters;
  Real truth;
  const char* plugin = "band_monte_carlo";
  Quantity quantity = Quantity::grids;
};

const Real two_by_three = 28200960;
const Real bands_of_four_by_two = to_real(Integer{"828396011520"});
const Real three_by_three = to_real(Integer{"6670903752021072936960"});

ParameterValues low_variance(std::int64_t samples) { return {{"samples", samples}}; }

ParameterValues source(const std::string& third_band, std::int64_t samples, std::int64_t tries) {
  return {{"mode", std::string{"source"}}, {"third_band", third_band}, {"samples", samples}, {"tries", tries}};
}

ParameterValues drawn_classes(std::int64_t samples) {
  return {{"classes", std::string{"drawn"}}, {"samples", samples}};
}

class BandSamplingCoverage : public ::testing::TestWithParam<Case> {};

TEST_P(BandSamplingCoverage, IntervalsCoverAsOftenAsTheyClaim) {
  const Case& tested = GetParam();
  const auto strategy = create(load(plugin_file(tested.plugin)), tested.parameters);
  const auto job =
      strategy->prepare({.problem = {tested.shape}, .quantities = {tested.quantity}, .inputs = {}, .poll = {}});
  int covered = 0;
  Real sum = 0;
  Real squares = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Tally total;
    for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
      const UnitContext context{{seed, 99, unit}};
      total.add(job->run(unit, context));
    }
    const auto report = job->conclude(total, job->units());
    const auto& estimate = std::get<Estimate>(report.outcomes.at(tested.quantity));
    ASSERT_EQ(estimate.confidence, 0.95);
    if (estimate.low <= tested.truth && tested.truth <= estimate.high) ++covered;
    const Real z = (estimate.value - tested.truth) / estimate.standard_error;
    sum += z;
    squares += z * z;
  }
  // With few hits, such as the 19 of source_3x3, intervals cover more often than they claim.
  statistics::expect_rate_of_at_least(covered, static_cast<int>(seeds), 0.95);
  // z has mean 0 and variance 1; over 200 seeds the standard deviations of these means are 0.07 and 0.1. Rare hits skew
  // the samples, so the tolerance is wider.
  const double fewer = std::sqrt(200.0 / static_cast<double>(seeds));
  EXPECT_NEAR(static_cast<double>(sum / seeds), 0, 0.3 * fewer);
  EXPECT_NEAR(static_cast<double>(squares / seeds), 1, 0.4 * fewer);
}

std::string name_of_test(const ::testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Strategies, BandSamplingCoverage,
    ::testing::Values(
        Case{"low_variance_2x3", {2, 3}, low_variance(20'000), two_by_three},
        Case{"low_variance_3x3", {3, 3}, low_variance(20'000), three_by_three},
        Case{"source_2x3", {2, 3}, source("signature", 20'000, 1), two_by_three},
        Case{"source_at_random_2x3", {2, 3}, source("random", 20'000, 2000), two_by_three},
        Case{"drawn_classes_3x3", {3, 3}, drawn_classes(40), three_by_three, "band_classes"},
        Case{"drawn_classes_4x2", {4, 2}, drawn_classes(100), bands_of_four_by_two, "band_classes", Quantity::bands}),
    name_of_test);
INSTANTIATE_TEST_SUITE_P(AtGreatCost, BandSamplingCoverage,
                         ::testing::ValuesIn(only_as_evidence<Case>(
                             {{"source_3x3", {3, 3}, source("signature", 500'000, 1), three_by_three}})),
                         name_of_test);

TEST(BandMonteCarlo, IsRejectedByItsHitRateAsWritten) {
  // The purpose of cross-validation: the source's indices raise the rate of its first stage tenfold.
  const auto rate = [](const ParameterValues& parameters) {
    const auto strategy = create(load(plugin_file("band_monte_carlo")), parameters);
    const auto report = gridcensus::testing::count(*strategy, {{3, 3}}, {Quantity::grids});
    return std::get<Estimate>(report.findings.at("first_stage_hit_rate").value);
  };
  auto as_written = source("random", 500'000, 1);
  as_written["indices"] = std::string{"as_written"};
  const Estimate seen = rate(as_written);
  const Estimate truth = rate(low_variance(200'000));
  EXPECT_GT((seen.value - truth.value) / std::hypot(seen.standard_error, truth.standard_error), 10);
  // Two bands of 285 empty entries in 1306653, and labels past the end of their table in 24 of 362904 draws.
  EXPECT_NEAR(static_cast<double>(seen.value), 4.7e-4, 5 * static_cast<double>(seen.standard_error));
}

}  // namespace
