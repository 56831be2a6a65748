// Tests that the intervals of the two strategies that sample whole grids cover the true number as often as they claim,
// and that their errors are normal. Seeds are fixed; the tests check rates and distributions, so they do not depend on
// luck.
#include "support/evidence.hpp"
#include "support/expected_rate.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace gridcensus;
using gridcensus::testing::create;
using gridcensus::testing::load;
using gridcensus::testing::only_as_evidence;
using gridcensus::testing::plugin_file;
using gridcensus::testing::size_of_test;

struct Case {
  const char* name;
  const char* plugin;
  Shape shape;
  std::int64_t samples;
  std::uint64_t seeds;  ///< as evidence; otherwise a quarter
  Real truth;
  ParameterValues parameters = {};
};

const Real grids_of_2x3 = 28200960;
const Real grids_of_2x4 = 29136487207403520;
const Real grids_of_2x5 = to_real(Integer{"1903816047972624930994913280000"});
const Real grids_of_3x3 = to_real(Integer{"6670903752021072936960"});
const Real grids_of_3x4 = to_real(Integer{"81171437193104932746936103027318645818654720000"});

/// Returns the Anderson-Darling distance of a sample from the standard normal distribution, with known mean and
/// variance.
double anderson_darling(std::vector<double> scores) {
  std::ranges::sort(scores);
  const boost::math::normal_distribution<double> normal;
  const auto count = scores.size();
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double below = boost::math::cdf(normal, scores[i]);
    const double above = boost::math::cdf(boost::math::complement(normal, scores[count - 1 - i]));
    sum += static_cast<double>(2 * i + 1) * (std::log(below) + std::log(above));
  }
  return -static_cast<double>(count) - sum / static_cast<double>(count);
}

TEST(AndersonDarling, DistinguishesNormalScoresFromOthers) {
  const boost::math::normal_distribution<double> normal;
  std::vector<double> scores;
  for (int i = 0; i < 200; ++i) scores.push_back(boost::math::quantile(normal, (i + 0.5) / 200));
  EXPECT_LT(anderson_darling(scores), 0.1);
  auto shifted = scores;
  for (double& score : shifted) score += 0.4;
  EXPECT_GT(anderson_darling(shifted), 6);
  auto wide = scores;
  for (double& score : wide) score *= 1.5;
  EXPECT_GT(anderson_darling(wide), 6);
}

class WholeGridCoverage : public ::testing::TestWithParam<Case> {};

TEST_P(WholeGridCoverage, IntervalsCoverAndErrorsAreNormal) {
  const Case& tested = GetParam();
  ParameterValues parameters = tested.parameters;
  parameters["samples"] = tested.samples;
  const auto strategy = create(load(plugin_file(tested.plugin)), parameters);
  const auto job =
      strategy->prepare({.problem = {tested.shape}, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  const std::uint64_t seeds = size_of_test(tested.seeds / 4, tested.seeds);
  int covered = 0;
  std::vector<double> scores;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Tally total;
    for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
      const UnitContext context{{seed, 7, unit}};
      total.add(job->run(unit, context));
    }
    const auto report = job->conclude(total, job->units());
    const auto& outcome = report.outcomes.at(Quantity::grids);
    ASSERT_EQ(kind_of(outcome), Kind::estimate) << std::get<Unfinished>(outcome).reason;
    const auto& estimate = std::get<Estimate>(outcome);
    if (estimate.low <= tested.truth && tested.truth <= estimate.high) ++covered;
    scores.push_back(static_cast<double>((estimate.value - tested.truth) / estimate.standard_error));
  }
  statistics::expect_rate(covered, static_cast<int>(seeds), 0.95);
  // One set of normal scores in a thousand has a distance above 6.0 (Marsaglia and Marsaglia, 2004).
  EXPECT_LT(anderson_darling(scores), 6.0);
}

ParameterValues lying(const char* orientation) { return {{"orientation", std::string{orientation}}}; }

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

std::string name_of_test(const ::testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Strategies, WholeGridCoverage,
    ::testing::Values(Case{"stack_product_2x3", "stack_product", {2, 3}, 2000, 200, grids_of_2x3, lying("as_given")},
                      Case{"stack_product_3x2", "stack_product", {2, 3}, 2000, 200, grids_of_2x3, lying("transposed")},
                      Case{"stack_product_2x4", "stack_product", {2, 4}, 2000, 200, grids_of_2x4, lying("as_given")},
                      Case{"stack_product_3x3", "stack_product", {3, 3}, 300, 200, grids_of_3x3},
                      Case{"stack_product_3x4", "stack_product", {3, 4}, 50, 24, grids_of_3x4, lying("as_given")},
                      Case{"stack_product_4x3", "stack_product", {3, 4}, 300, 24, grids_of_3x4, lying("transposed")},
                      Case{"row_sampler_2x3", "row_sampler", {2, 3}, 500, 200, grids_of_2x3},
                      Case{"row_sampler_2x4", "row_sampler", {2, 4}, 1250, 200, grids_of_2x4},
                      Case{"row_sampler_3x3", "row_sampler", {3, 3}, 250, 200, grids_of_3x3},
                      Case{"row_sampler_3x4", "row_sampler", {3, 4}, 300, 40, grids_of_3x4},
                      Case{"row_sampler_4x3", "row_sampler", {4, 3}, 100, 100, grids_of_3x4},
                      Case{"row_sampler_5x2", "row_sampler", {5, 2}, 200, 100, grids_of_2x5}),
    name_of_test);
INSTANTIATE_TEST_SUITE_P(
    AtGreatCost, WholeGridCoverage,
    ::testing::ValuesIn(only_as_evidence<Case>(
        {{"stack_product_4x2", "stack_product", {2, 4}, 60'000, 60, grids_of_2x4, lying("transposed")}})),
    name_of_test);

}  // namespace
