// Tests of the host's claims about estimates: intervals cover as often as they claim, and honest experiments are called
// a disagreement no more often than their confidence allows. Seeds are fixed; the tests check rates, so they do not
// depend on luck.
#include "faults/plugins/random_descent.hpp"
#include "host/compare/comparer.hpp"
#include "support/evidence.hpp"
#include "support/expected_rate.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::size_of_test;
using statistics::expect_rate;

const int seeds = size_of_test(60, 200);

/// Samples the number of grids by the sampler of the fault tests.
///
/// @param factor_percent  100 for an honest estimate
Estimate sampled(Shape shape, std::uint64_t seed, std::int64_t samples, int factor_percent = 100) {
  faults::SamplerParams params;
  params.samples = samples;
  params.batch = 500;
  params.factor_percent = factor_percent;
  const faults::RandomDescentJob job{{shape}, params};
  Tally total;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) {
    const UnitContext context{{seed, 77, unit}};
    total.add(job.run(unit, context));
  }
  return std::get<Estimate>(job.conclude(total, job.units()).outcomes.at(Quantity::grids));
}

class Coverage : public ::testing::TestWithParam<std::pair<Shape, Real>> {};

TEST_P(Coverage, IntervalsCoverAsOftenAsTheyClaim) {
  const auto [shape, truth] = GetParam();
  int covered = 0;
  Real sum_of_squares = 0;
  for (std::uint64_t seed = 1; std::cmp_less_equal(seed, seeds); ++seed) {
    const Estimate estimate = sampled(shape, seed, 2000);
    EXPECT_EQ(estimate.confidence, 0.95);
    if (estimate.low <= truth && truth <= estimate.high) ++covered;
    const Real z = (estimate.value - truth) / estimate.standard_error;
    sum_of_squares += z * z;
  }
  expect_rate(covered, seeds, 0.95);
  // z^2 has mean 1; the mean over 200 has the standard deviation sqrt(2 / 200) = 0.1.
  EXPECT_NEAR(static_cast<double>(sum_of_squares / seeds), 1, 3.3 * std::sqrt(2.0 / seeds));
}

TEST_P(Coverage, DetectsABiasOfTenPercent) {
  const auto [shape, truth] = GetParam();
  int covered = 0;
  const auto trials = size_of_test<std::uint64_t>(8, 20);
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    const Estimate estimate = sampled(shape, seed, 20000, 110);
    if (estimate.low <= truth && truth <= estimate.high) ++covered;
  }
  EXPECT_LT(covered, 4);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Coverage,
                         ::testing::Values(std::pair{Shape{2, 2}, Real{288}}, std::pair{Shape{2, 3}, Real{28200960}}));

TEST(Judge, KeepsFalseDisagreementsWithinTheStatedRate) {
  // Five runs of few samples, each compared with the truth and with each other: fifteen dependent tests.
  const auto origin = [](const std::string& name, Outcome outcome) {
    return AttributedOutcome{
        {.kind = OriginKind::run, .name = name, .problem = {{2, 2}}}, Quantity::grids, std::move(outcome)};
  };
  constexpr double confidence = 0.9;
  int alarms = 0;
  for (std::uint64_t experiment = 0; std::cmp_less(experiment, seeds); ++experiment) {
    std::vector<AttributedOutcome> origins{origin("truth", Exact{288})};
    for (std::uint64_t run = 0; run < 5; ++run) {
      origins.push_back(origin(std::to_string(run), sampled({2, 2}, 1000 + 5 * experiment + run, 500)));
    }
    std::vector<Comparison> comparisons;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) comparisons.push_back(compare(origins[j], origins[i]));
    }
    Comparer::judge(comparisons, confidence);
    if (std::ranges::any_of(comparisons, [](const auto& c) { return c.verdict == Verdict::disagree; })) ++alarms;
  }
  EXPECT_GT(alarms, 0) << "a judge that never raises an alarm at 90 % is asleep";
  // At most a tenth; Bonferroni is conservative, and the tests are dependent.
  const boost::math::binomial_distribution<double> binomial{static_cast<double>(seeds), 1 - confidence};
  const double chance = alarms == 0 ? 1 : boost::math::cdf(boost::math::complement(binomial, alarms - 1));
  EXPECT_GT(chance, 0.001) << alarms << " false alarms";
}

}  // namespace
