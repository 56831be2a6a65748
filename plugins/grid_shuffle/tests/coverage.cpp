// Tests that the intervals of grid_shuffle cover as often as claimed, on grids whose orbit is known exactly. Seeds are
// fixed; rates are tested, not luck.
#include "grid_shuffle/collisions.hpp"
#include "grid_shuffle/exchange_words.hpp"
#include "grid_shuffle/random_exchanges.hpp"
#include "grid_shuffle/stabiliser.hpp"
#include "support/evidence.hpp"
#include "support/expected_rate.hpp"
#include "support/sample_grids.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace {

using namespace gridcensus;
using namespace gridcensus::grid_shuffle;
using mathematics::base_grid;
using mathematics::group_order;

constexpr int seeds = 200;
constexpr Moves sources{.labels = true, .rows = true, .columns = true};

/// Statistics of the estimates of many seeds.
struct Seen {
  int estimates = 0;
  int covered = 0;
  Real squares = 0;  ///< sum of z^2
  Real values = 0;

  void add(const OrbitEstimate& estimate, Real truth) {
    ++estimates;
    if (estimate.low <= truth && truth <= estimate.high) ++covered;
    const Real z = (estimate.size - truth) / estimate.standard_error;
    squares += z * z;
    values += estimate.size / truth;
  }

  /// The intervals are exact or longer, so they may cover more often than claimed, but not less.
  void expect_honest() const {
    statistics::expect_rate_of_at_least(covered, estimates, 0.95);
    // z^2 has a mean of at most 1, and with 200 of them a standard deviation of 0.1; it must be above 0, too.
    EXPECT_LT(static_cast<double>(squares / estimates), 1.33);
    EXPECT_GT(static_cast<double>(squares / estimates), 0.4);
  }
};

/// Shape, images of a unit (0: the plugin's default), units.
class OrbitCoverage : public ::testing::TestWithParam<std::tuple<Shape, std::uint64_t, std::uint64_t>> {};

TEST_P(OrbitCoverage, IntervalsCoverAsOftenAsTheyClaim) {
  const auto [shape, given_batch, units] = GetParam();
  const Integer options = group_order(shape, sources);
  const std::uint64_t batch = given_batch > 0 ? given_batch : default_batch(options);
  const Real truth = to_real(options / StabiliserChain(base_grid(shape), sources).order());
  const ImageSampler sampler{base_grid(shape), sources};
  Seen seen;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Integer colliding = 0;
    for (std::uint64_t unit = 0; unit < units; ++unit) {
      Random random{seed, 78, unit};
      colliding += sampler.colliding_pairs(batch, random, {});
    }
    if (const auto estimate = estimate_orbit(Integer{units} * batch * (batch - 1) / 2, colliding)) {
      seen.add(*estimate, truth);
    }
  }
  EXPECT_GT(seen.estimates, seeds * 9 / 10);
  seen.expect_honest();
  EXPECT_NEAR(static_cast<double>(seen.values / seen.estimates), 1, 0.05) << "the estimator is biased";
}

// 2x2 has an orbit of 96: a batch of 2000 meets every grid twenty times, which is far from the Poisson limit.
INSTANTIATE_TEST_SUITE_P(Shapes, OrbitCoverage,
                         ::testing::Values(std::tuple{Shape{2, 2}, 0, 5}, std::tuple{Shape{2, 2}, 2000, 1},
                                           std::tuple{Shape{2, 3}, 0, 3}, std::tuple{Shape{2, 3}, 5000, 1},
                                           std::tuple{Shape{3, 2}, 20000, 1}));
INSTANTIATE_TEST_SUITE_P(
    AtGreatCost, OrbitCoverage,
    ::testing::ValuesIn(gridcensus::testing::only_as_evidence<OrbitCoverage::ParamType>({{Shape{2, 4}, 0, 1}})));

TEST(OrbitCoverage, DetectsAForgottenStabiliser) {
  // The options of 2x3 are twice its orbit. The source makes this mistake for 3x3, where they are three times the
  // orbit.
  const Shape shape{2, 3};
  const ImageSampler sampler{base_grid(shape), sources};
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random{seed, 79, 0};
    const auto estimate = estimate_orbit(Integer{5000} * 4999 / 2, sampler.colliding_pairs(5000, random, {}));
    const Real wrong = to_real(group_order(shape, sources));
    if (estimate->low <= wrong && wrong <= estimate->high) ++covered;
  }
  EXPECT_EQ(covered, 0);
}

TEST(ReturnCoverage, SharesOfRandomExchangesCoverTheExactOne) {
  for (const auto& [shape, exchanges] : {std::pair{Shape{2, 2}, Exchanges{2, 2, 2}},
                                         {Shape{2, 2}, Exchanges{2, 1, 2}},
                                         {Shape{2, 3}, Exchanges{2, 2, 0}}}) {
    const auto maps = ReturningMaps::of(base_grid(shape));
    ASSERT_TRUE(maps.has_value());
    const Real truth = to_real(maps->sequences(exchanges)) / to_real(exchange_sequences(shape, exchanges));
    ASSERT_GT(truth, 0);
    const ExchangeShuffler shuffler{base_grid(shape), exchanges};
    Seen seen;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      Random random{seed, 80, 0};
      constexpr std::uint64_t shuffles = 10000;
      const auto share = estimate_share(shuffler.returning(shuffles, random, {}), shuffles);
      seen.add({share.share, share.standard_error, share.low, share.high}, truth);
    }
    seen.expect_honest();
  }
}

}  // namespace
