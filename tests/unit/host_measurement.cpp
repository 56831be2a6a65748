#include "host/graph/measurement.hpp"
#include "host/graph/trials.hpp"
#include "support/scripted_experiment.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;

TEST(Measurement, ForecastsTheUnitsThatATargetErrorNeeds) {
  // Now 0.5 % from 10 units and 100 samples: a quarter of that error needs 16 times as many.
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
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  std::multiset<std::uint64_t> counted;
  script.run = [&counted](std::uint64_t unit, const UnitContext&) {
    counted.insert(unit);
    return Tally{};
  };
  const auto& run = scripted.plan().runs.at(0);
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
  EXPECT_EQ(measure(run, {}, 0).unit_seconds, std::nullopt) << "their number is unknown";
}

TEST(Measurement, DrawsUnitsByWeightReproducibly) {
  const WeightedDraws draws{{0, 1, 9}, 3};
  EXPECT_DOUBLE_EQ(draws.probability(0), 1. / 6) << "also units with a declared weight of 0";
  EXPECT_DOUBLE_EQ(draws.probability(1), (0.1 + 1. / 3) / 2);
  EXPECT_DOUBLE_EQ(draws.probability(2), (0.9 + 1. / 3) / 2);
  Random random{1, 2, 3};
  std::vector<int> drawn(3);
  constexpr int times = 60'000;
  for (int i = 0; i < times; ++i) ++drawn.at(draws.next(random));
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    EXPECT_NEAR(drawn[unit], times * draws.probability(unit), 5 * std::sqrt(times / 4.)) << unit;
  }
}

TEST(Measurement, GivesTheMeanOfDrawsWithItsError) {
  const auto [seconds, error] = seconds_of_draws(std::vector<double>{10, 14});
  EXPECT_DOUBLE_EQ(seconds, 12);
  EXPECT_DOUBLE_EQ(error.value(), 2);
  EXPECT_EQ(seconds_of_draws(std::vector<double>{7}), (std::pair<double, std::optional<double>>{7, std::nullopt}));
}

// Most units are short, and a few take as long as all others together: 480 units whose weights are right within a
// factor of ten either way, like guesses.
TEST(Measurement, CoversTheTimeOfJobsWithApproximateWeights) {
  Random random{20261125, 0, 0};
  std::vector<double> weights;
  std::vector<double> seconds;
  double truth = 0;
  for (int unit = 0; unit < 480; ++unit) {
    seconds.push_back(std::exp(14 * random.unit_interval() - 9));
    weights.push_back(seconds.back() * std::pow(10, 2 * random.unit_interval() - 1));
    truth += seconds.back();
  }
  const WeightedDraws draws{weights, weights.size()};
  constexpr int forecasts = 1000;
  int covered = 0;
  double sum = 0;
  for (int i = 0; i < forecasts; ++i) {
    std::vector<double> scaled;
    for (int draw = 0; draw < 12; ++draw) {
      const auto unit = draws.next(random);
      scaled.push_back(seconds[unit] / draws.probability(unit));
    }
    const auto [mean, error] = seconds_of_draws(scaled);
    const auto [low, high] = confidence_interval_of_seconds(mean, error.value(), scaled.size());
    covered += low <= truth && truth <= high ? 1 : 0;
    sum += mean;
  }
  EXPECT_NEAR(sum / forecasts / truth, 1, 0.05) << "without bias";
  EXPECT_GE(covered, forecasts * 9 / 10);
}

TEST(Measurement, IsWideIfFewDrawsDetermineIt) {
  EXPECT_EQ(confidence_interval_of_seconds(10, 0, 5), (std::pair{10., 10.}));
  const auto [low, high] = confidence_interval_of_seconds(100, 20, 50);
  EXPECT_NEAR(low, 100 / std::exp(2.01 * std::sqrt(std::log(1.04))), 0.2);
  EXPECT_NEAR(low * high, 100 * 100, 1e-6) << "as far below as above, by factors";
  EXPECT_GT(confidence_interval_of_seconds(100, 20, 2).second, 1000);
}

TEST(Measurement, IncludesTheHeaviestUnits) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  script.units = 1000;
  script.weight = [](std::uint64_t unit) { return unit == 700 ? 1e6 : 1; };
  std::set<std::uint64_t> counted;
  script.run = [&counted](std::uint64_t unit, const UnitContext&) {
    counted.insert(unit);
    return Tally{};
  };
  const auto measured = measure(scripted.plan().runs.at(0), {}, 0.05);
  EXPECT_TRUE(counted.contains(700));
  EXPECT_GE(measured.draws, measured.measured);
  const auto all = measure(scripted.plan().runs.at(0), {}, 600);
  EXPECT_EQ(all.measured, 1000);
  EXPECT_EQ(all.standard_error, 0);
}

TEST(Measurement, ForecastsTheErrorOfSamplesThatAreTooFewToStateOne) {
  constexpr std::uint64_t enough = 1000;
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.yields = {{Quantity::grids, Kind::estimate}};
  script.units = 100'000;
  script.run = [](std::uint64_t unit, const UnitContext&) {
    Tally tally;
    for (int i = 0; i < 10; ++i) tally.sample("x", 100 + static_cast<Real>((unit + static_cast<std::uint64_t>(i)) % 2));
    return tally;
  };
  script.conclude = [](const Tally& total, std::uint64_t) {
    const Moments moments = total.moments("x");
    if (moments.count < enough) return Report{{{Quantity::grids, Unfinished{"too few samples"}}}, {}};
    return Report{{{Quantity::grids, estimate_mean(moments, 1)}}, {}};
  };
  script.is_enough = [](const Tally&, std::uint64_t) { return true; };
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  const auto measured = measure(scripted.plan().runs.at(0), {}, 0);
  EXPECT_EQ(measured.measured, 1);
  ASSERT_TRUE(measured.relative_error);
  // The spread is 1/2, and 10 samples are doubled until they are 1280.
  EXPECT_NEAR(*measured.relative_error, 0.5 / 100.5 / std::sqrt(1280), 1e-6);
  EXPECT_DOUBLE_EQ(measured.error_seconds, 128 * measured.measured_seconds);
}

TEST(Trials, MeasureRunsThatEndInTimeAndAbandonTheRest) {
  ScriptedExperiment scripted;
  scripted.add("quick");
  Script& hangs = scripted.add("hangs");
  Script& fails = scripted.add("fails");
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {quick: {}, hangs: {}, fails: {}}\n");
  hangs.run = [](std::uint64_t, const UnitContext&) -> Tally {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds{1});
  };
  fails.run = [](std::uint64_t, const UnitContext&) -> Tally { throw std::runtime_error{"boom"}; };
  std::vector<Trial> trials;
  for (const auto& run : scripted.plan().runs) trials.push_back({&run, {}});
  std::set<std::size_t> seen;
  const auto measured = try_out(trials, 60, 0.5, 2, [&](const auto& at_work) {
    EXPECT_LE(at_work.size(), 2);
    seen.insert(at_work.begin(), at_work.end());
  });
  EXPECT_EQ(seen, (std::set<std::size_t>{0, 1, 2}));
  ASSERT_EQ(measured.size(), 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& name = trials[i].run->configuration->name;
    EXPECT_EQ(measured[i].has_value(), name == "quick") << name;
    if (!measured[i]) continue;
    EXPECT_EQ(measured[i]->measured, 10);
    EXPECT_TRUE(measured[i]->unit_seconds);
    EXPECT_EQ(measured[i]->relative_error, std::nullopt);
  }
}

}  // namespace
