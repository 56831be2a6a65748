// Reports of unfinished runs: interim estimates of stopped runs, and the times of units.
#include "host/graph/unit_times.hpp"
#include "support/scripted_experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using gridcensus::testing::StopAfterUnits;
using gridcensus::testing::TemporaryFolder;

constexpr auto one_fake = "problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n";

/// Returns a job with ten immediate units; any later unit waits until it is stopped.
Script stuck_sampling(Kind kind, StopAfterUnits& stop) {
  Script script;
  script.units = 1000;
  script.yields = {{Quantity::grids, kind}};
  script.run = [&stop](std::uint64_t unit, const UnitContext& context) {
    if (unit >= 10) stop.wait(context);
    stop.counted();
    return Tally{}.sample("x", static_cast<Real>(280 + unit % 3)).add("sum", 1);
  };
  script.conclude = [kind](const Tally& total, std::uint64_t) {
    if (kind == Kind::exact) return Report{{{Quantity::grids, Exact{total.sum("sum")}}}, {}};
    return Report{{{Quantity::grids, estimate_mean(total.moments("x"), 1)}}, {}};
  };
  return script;
}

TEST(Engine, GivesInterimEstimatesOfAStoppedSamplingRun) {
  for (const int threads : {1, 4}) {
    const TemporaryFolder folder;
    Ledger ledger{folder / "test.ledger"};
    ScriptedExperiment scripted;
    StopAfterUnits stop{10};
    scripted.add("fake", stuck_sampling(Kind::estimate, stop));
    const auto result = scripted.run(one_fake, {.threads = threads, .ledger = &ledger, .stop_signal = stop.signal()});
    const RunResult& run = result.runs.at(0);
    EXPECT_EQ(run.state, RunState::stopped);
    EXPECT_EQ(kind_of(run.outcomes.at(Quantity::grids)), Kind::unfinished);
    const Estimate& interim = run.interim.at(Quantity::grids);
    EXPECT_EQ(interim.samples, 10);
    EXPECT_NEAR(static_cast<double>(interim.value), 280.9, 1e-9);
    EXPECT_EQ(interim.convergence.back(), (Checkpoint{10, interim.value, interim.standard_error}));
    EXPECT_NEAR(static_cast<double>(run.interim.at(Quantity::relabelling_classes).value), 280.9 / 24, 1e-9);
    EXPECT_EQ(run.units, 10);
    EXPECT_EQ(run.units_total, 1000);
    for (const auto& comparison : result.document.verdicts) EXPECT_EQ(comparison.verdict, Verdict::not_comparable);
    EXPECT_FALSE(ledger.conclusion(1));
  }
}

TEST(Engine, GivesNoInterimEstimateOfExactOrFailedRuns) {
  StopAfterUnits stop{10};
  ScriptedExperiment exact;
  exact.add("fake", stuck_sampling(Kind::exact, stop));
  const auto stopped = exact.run(one_fake, {.stop_signal = stop.signal()}).runs.at(0);
  EXPECT_EQ(stopped.state, RunState::stopped);
  EXPECT_TRUE(stopped.interim.empty());
  EXPECT_EQ(stopped.units_total, 1000);
  ScriptedExperiment failing;
  Script& script = failing.add("fake", stuck_sampling(Kind::estimate, stop));
  script.run = [run = script.run](std::uint64_t unit, const UnitContext& context) {
    if (unit == 5) throw std::runtime_error{"no more"};
    return run(unit, context);
  };
  const auto failed = failing.run(one_fake).runs.at(0);
  EXPECT_EQ(failed.state, RunState::failed);
  EXPECT_TRUE(failed.interim.empty());
}

TEST(Engine, IgnoresAFailureToMakeAnInterimEstimate) {
  StopAfterUnits stop{10};
  ScriptedExperiment scripted;
  scripted.add("fake", stuck_sampling(Kind::estimate, stop)).conclude = [](const Tally&, std::uint64_t) -> Report {
    throw std::runtime_error{"too few samples"};
  };
  const auto stopped = scripted.run(one_fake, {.stop_signal = stop.signal()}).runs.at(0);
  EXPECT_EQ(stopped.state, RunState::stopped);
  EXPECT_TRUE(stopped.interim.empty());
}

TEST(Engine, RecordsTheTimesOfUnits) {
  const TemporaryFolder folder;
  Ledger ledger{folder / "test.ledger"};
  ScriptedExperiment scripted;
  scripted.add("fake").run = [](std::uint64_t unit, const UnitContext&) {
    if (unit == 7) std::this_thread::sleep_for(std::chrono::milliseconds{30});
    return Tally{}.add("sum", Integer{unit + 1});
  };
  for (const bool is_reused : {false, true}) {
    const auto result = scripted.run(one_fake, {.ledger = &ledger});
    EXPECT_EQ(result.runs[0].reused, is_reused);
    const UnitSeconds& times = result.runs[0].unit_seconds.value();
    EXPECT_EQ(times.counted, 10);
    EXPECT_GE(times.total, 0.03);
    EXPECT_GE(times.quantiles.back(), 0.03);
    EXPECT_LE(times.quantiles.back(), times.total);
    EXPECT_TRUE(std::ranges::is_sorted(times.quantiles));
  }
}

TEST(UnitTimes, EstimateQuantilesOfManyUnitsFromASample) {
  UnitTimes times;
  EXPECT_FALSE(times.summary());
  constexpr int units = 100'000;
  for (int unit = 0; unit < units; ++unit) times.add(static_cast<double>((unit * 7919LL) % units));
  const auto summary = times.summary();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->counted, units);
  EXPECT_EQ(summary->quantiles.front(), 0);
  EXPECT_EQ(summary->quantiles.back(), units - 1);
  // The standard error of a decile of 4096 samples is at most 0.8 % of the range.
  for (int i = 0; i <= 10; ++i) {
    EXPECT_NEAR(summary->quantiles.at(static_cast<std::size_t>(i)), i * units / 10., 0.05 * units) << i;
  }
}

}  // namespace
