#include "host/graph/measurement.hpp"
#include "support/lab.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Lab;
using gridcensus::testing::Script;

TEST(Measurement, IsARatioWithTheErrorOfASampleWithoutReplacement) {
  const std::vector<MeasuredUnit> sample{{1, 2}, {2, 4}, {3, 6}};
  // Time follows weight exactly: no spread.
  EXPECT_EQ(seconds_of_all(sample, 10, 100), (std::pair<double, std::optional<double>>{200, 0}));
  // Ratio 3; residuals -1, 1; (1 - 2/4) * 2 / 1 / 2 = 1/2 is the squared error of the mean, for 4 units of weight 1.
  const auto [seconds, error] = seconds_of_all(std::vector<MeasuredUnit>{{1, 2}, {1, 4}}, 4, 4);
  EXPECT_DOUBLE_EQ(seconds, 12);
  EXPECT_DOUBLE_EQ(error.value(), 4 * std::sqrt(0.5));
  EXPECT_EQ(seconds_of_all(std::vector<MeasuredUnit>{{1, 2}, {1, 4}}, 2, 2).second, 0) << "nothing is unseen";
  EXPECT_EQ(seconds_of_all(std::vector<MeasuredUnit>{{1, 2}}, 4, 4).second, std::nullopt);
}

TEST(Measurement, ForeseesHowManyUnitsATargetNeeds) {
  // Half a per cent now, from 10 units and 100 samples: a quarter of that needs 16 times as many.
  Estimate estimate{.value = 200, .standard_error = 1, .low = 198.04L, .high = 201.96L, .samples = 100};
  const auto needed = units_to_target(estimate, 10, 0.00125);
  ASSERT_TRUE(needed);
  EXPECT_NEAR(needed->first, 160, 1e-6);
  EXPECT_NEAR(needed->second, std::sqrt(2 / 99.), 1e-12) << "of a variance from 100 normal samples";
  estimate.tail = Tail{.spread_samples = 4};
  EXPECT_NEAR(units_to_target(estimate, 10, 0.00125)->second, 0.5, 1e-12);
  estimate.low = estimate.high;
  EXPECT_EQ(units_to_target(estimate, 10, 0.00125), std::nullopt);
}

TEST(Measurement, CountsUnitsOfARunOnceEach) {
  Lab lab;
  Script& script = lab.add("fake");
  lab.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  std::multiset<std::uint64_t> counted;
  script.run = [&counted](std::uint64_t unit, UnitContext&) {
    counted.insert(unit);
    return Tally{};
  };
  const auto& run = lab.plan().runs.at(0);
  const auto first = measure(run, {}, 0);
  EXPECT_EQ(first.measured, 1) << "the first unit always runs";
  EXPECT_EQ(first.units, 10);
  EXPECT_EQ(first.standard_error, std::nullopt);
  counted.clear();
  const auto all = measure(run, {}, 600);
  EXPECT_EQ(all.measured, 10);
  EXPECT_EQ(all.standard_error, 0);
  EXPECT_EQ(counted, (std::multiset<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  script.units = std::uint64_t{1} << 40U;
  EXPECT_EQ(measure(run, {}, 0).unit_seconds, std::nullopt) << "nobody knows how many";
}

}  // namespace
