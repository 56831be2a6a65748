#include "gridcensus/broken_invariant.hpp"
#include "host/graph/engine.hpp"
#include "host/graph/provenance.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::experiment_catalog;
using gridcensus::testing::find_comparison;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using gridcensus::testing::StopAfterUnits;
using gridcensus::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto one_strategy = "problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n";

Exact grids_of(const RunResult& run) { return std::get<Exact>(run.outcomes.at(Quantity::grids)); }

TEST(Engine, SumsAllUnitsAtAnyNumberOfThreads) {
  for (const int threads : {1, 2, 8}) {
    ScriptedExperiment scripted;
    scripted.add("fake").units = 1000;
    const auto result = scripted.run(one_strategy, {.threads = threads});
    EXPECT_EQ(result.runs[0].state, RunState::concluded);
    EXPECT_EQ(grids_of(result.runs[0]).value, 1000 * 1001 / 2);
    EXPECT_EQ(result.runs[0].units, 1000);
  }
}

TEST(Engine, FoldsUnitsInOrderRegardlessOfCompletion) {
  // 1e20 absorbs a 1 that is added after it, but not one that is added before, so the mean reveals the order.
  const auto mean_at = [](int threads) {
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake");
    script.yields = {{Quantity::grids, Kind::approximation}};
    script.units = 64;
    script.run = [](std::uint64_t unit, const UnitContext&) {
      std::this_thread::sleep_for(std::chrono::microseconds{(unit * 7919) % 500});
      return Tally{}.sample("x", unit % 3 == 0 ? 1e20L : 1.0L + static_cast<Real>(unit));
    };
    script.conclude = [](const Tally& total, std::uint64_t) {
      return Report{{{Quantity::grids, Approximation{total.moments("x").mean}}}, {}};
    };
    const auto result = scripted.run(one_strategy, {.threads = threads});
    return std::get<Approximation>(result.runs[0].outcomes.at(Quantity::grids)).value;
  };
  const Real mean = mean_at(1);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(mean_at(8), mean);
}

/// Returns a script of which fewer than all units may be enough.
Script approximating() {
  Script script;
  script.yields = {{Quantity::grids, Kind::approximation}};
  script.conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, Approximation{to_real(total.sum("sum"))}}}, {}};
  };
  return script;
}

TEST(Engine, StopsAtTheFirstPrefixThatIsEnough) {
  for (const int threads : {1, 8}) {
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake", approximating());
    script.units = 1'000'000'000'000;
    script.is_enough = [](const Tally& prefix, std::uint64_t) { return prefix.sum("sum") >= 5000; };
    const auto result = scripted.run(one_strategy, {.threads = threads});
    // 1 + 2 + ... + 100 = 5050 is the first sum of at least 5000.
    EXPECT_EQ(result.runs[0].units, 100);
    EXPECT_EQ(result.runs[0].outcomes.at(Quantity::grids), Outcome{Approximation{5050}});
  }
}

TEST(Engine, ConfinesAFailureToItsRun) {
  ScriptedExperiment scripted;
  scripted.add("good");
  scripted.add("bad").run = [](std::uint64_t unit, const UnitContext&) -> Tally {
    if (unit == 3) throw std::runtime_error{"the table is empty"};
    return {};
  };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {good: {}, bad: {}}\n", {.threads = 2});
  EXPECT_EQ(result.runs[0].state, RunState::concluded);
  EXPECT_EQ(result.runs[1].state, RunState::failed);
  EXPECT_EQ(result.runs[1].message, "unit 3: the table is empty");
  const auto& comparison = find_comparison(result, "good", "bad");
  EXPECT_EQ(comparison.verdict, Verdict::not_comparable);
  EXPECT_THAT(comparison.note, HasSubstr("bad on 2x2 is unfinished: unit 3: the table is empty"));
  EXPECT_TRUE(result.runs[0].outcomes.contains(Quantity::grids));
}

TEST(Engine, ReportsTheLowestFailingUnitAtAnyNumberOfThreads) {
  for (const int threads : {1, 2, 8}) {
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake");
    script.units = 64;
    script.run = [](std::uint64_t unit, const UnitContext&) -> Tally {
      // Unit 20 fails at once, unit 17 only after a while.
      if (unit == 17) std::this_thread::sleep_for(std::chrono::milliseconds{20});
      if (unit >= 17) throw std::runtime_error{"boom"};
      return {};
    };
    const auto result = scripted.run(one_strategy, {.threads = threads});
    EXPECT_EQ(result.runs[0].message, "unit 17: boom");
    EXPECT_EQ(result.runs[0].units, 17);
  }
}

TEST(Engine, IgnoresAFailureBeyondTheSum) {
  for (const int threads : {1, 8}) {
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake", approximating());
    script.units = 1000;
    script.is_enough = [](const Tally&, std::uint64_t units) { return units == 10; };
    script.run = [](std::uint64_t unit, const UnitContext&) {
      if (unit >= 10) throw std::runtime_error{"boom"};
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
      return Tally{}.add("sum", Integer{unit + 1});
    };
    const auto result = scripted.run(one_strategy, {.threads = threads});
    EXPECT_EQ(result.runs[0].state, RunState::concluded) << result.runs[0].message;
    EXPECT_EQ(result.runs[0].outcomes.at(Quantity::grids), Outcome{Approximation{55}});
  }
}

TEST(Engine, CatchesThrownObjectsThatAreNotExceptions) {
  ScriptedExperiment scripted;
  scripted.add("fake").run = [](std::uint64_t, const UnitContext&) -> Tally { throw 42; };
  const auto result = scripted.run(one_strategy);
  EXPECT_EQ(result.runs[0].state, RunState::failed);
  EXPECT_EQ(result.document.exit, ExitCode::run_failed);
}

TEST(Engine, ReportsFailuresOfPrepareAndConclude) {
  ScriptedExperiment scripted;
  scripted.add("first").prepare = [](const Request&) { throw std::runtime_error{"no memory for tables"}; };
  scripted.add("second").conclude = [](const Tally&, std::uint64_t) -> Report {
    throw std::runtime_error{"odd total"};
  };
  scripted.add("third").conclude = [](const Tally&, std::uint64_t) { return Report{}; };
  Script unsound;
  unsound.yields = {{Quantity::grids, Kind::estimate}};
  unsound.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Estimate{1, std::numeric_limits<Real>::quiet_NaN(), 0, 2, 0.95, 3}}}, {}};
  };
  scripted.add("fourth", unsound);
  scripted.add("fifth").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Approximation{1}}}, {}};
  };
  scripted.add("sixth").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {{"caf\xe9", {Exact{1}, ""}}}};
  };
  const auto result = scripted.run(
      "problems: [{shape: 2x2}]\nstrategies: {first: {}, second: {}, third: {}, fourth: {}, fifth: {}, sixth: {}}\n");
  EXPECT_EQ(result.runs[0].message, "prepare: no memory for tables");
  EXPECT_EQ(result.runs[1].message, "conclude: odd total");
  EXPECT_EQ(result.runs[2].message, "conclude: gave no outcome for grids");
  EXPECT_EQ(result.runs[3].message, "conclude: grids: the estimate is not finite");
  EXPECT_EQ(result.runs[4].message,
            "conclude: gave an outcome of kind approximation for grids, and declares kind exact");
  EXPECT_THAT(result.runs[5].message, HasSubstr("a text is not UTF-8"));
  EXPECT_EQ(result.document.exit, ExitCode::run_failed);
}

TEST(Engine, RejectsNamesInATallyThatAreNotUtf8) {
  const std::string name = "caf\xe9";
  Table keyed_wrongly{.key = name, .columns = {"value"}, .rows = {}};
  keyed_wrongly.add("row", {1});
  Table table{.key = "key", .columns = {"value"}, .rows = {}};
  table.add("row", {1});
  for (const Tally& tally : {Tally{}.add(name, 1), Tally{}.add(name, Moments{.count = 1, .mean = 1, .squares = 0}),
                             Tally{}.add(name, table), Tally{}.add("table", keyed_wrongly)}) {
    ScriptedExperiment scripted;
    scripted.add("fake").run = [&tally](std::uint64_t, const UnitContext&) { return tally; };
    const auto result = scripted.run(one_strategy);
    EXPECT_EQ(result.runs[0].state, RunState::failed);
    EXPECT_THAT(result.runs[0].message, HasSubstr("not UTF-8"));
  }
}

TEST(Engine, DetectsABrokenDivisorAtItsUnit) {
  ScriptedExperiment scripted;
  scripted.add("fake").divisors = [](std::uint64_t unit) {
    return std::map<std::string, Integer>{{"sum", unit == 6 ? 2 : 1}};
  };
  const auto result = scripted.run(one_strategy);
  EXPECT_EQ(result.runs[0].state, RunState::broken);
  EXPECT_EQ(result.runs[0].message, "unit 6: sum = 7 is not a multiple of 2");
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
}

TEST(Engine, ReportsABrokenTheoremInAnyCall) {
  ScriptedExperiment scripted;
  scripted.add("first").prepare = [](const Request&) { throw BrokenInvariant{"the classes do not make up the group"}; };
  scripted.add("second").run = [](std::uint64_t unit, const UnitContext&) -> Tally {
    if (unit == 4) throw BrokenInvariant{"two orders differ"};
    return {};
  };
  scripted.add("third").conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{exact_quotient(total.sum("sum"), 2, "the sum")}}}, {}};
  };
  const auto result =
      scripted.run("problems: [{shape: 2x2}]\nstrategies: {first: {}, second: {}, third: {}}\n", {.threads = 2});
  for (const auto& run : result.runs) EXPECT_EQ(run.state, RunState::broken) << run.message;
  EXPECT_EQ(result.runs[0].message, "prepare: the classes do not make up the group");
  EXPECT_EQ(result.runs[1].message, "unit 4: two orders differ");
  EXPECT_EQ(result.runs[2].message, "conclude: the sum: 55 is not a multiple of 2");
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
}

TEST(Engine, IgnoresABrokenTheoremBeyondTheSum) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake", approximating());
  script.is_enough = [](const Tally&, std::uint64_t units) { return units == 3; };
  script.run = [](std::uint64_t unit, const UnitContext&) {
    if (unit >= 3) throw BrokenInvariant{"it is not even begun at one thread"};
    return Tally{}.add("sum", Integer{8});
  };
  EXPECT_EQ(scripted.run(one_strategy, {.threads = 4}).runs[0].state, RunState::concluded);
}

TEST(Engine, DerivesQuantitiesThatFollowFromAnOutcome) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  const auto result = scripted.run(one_strategy);
  EXPECT_EQ(result.runs[0].outcomes,
            (Outcomes{{Quantity::grids, Exact{288}}, {Quantity::relabelling_classes, Exact{12}}}));
  EXPECT_EQ(scripted.plan().runs[0].follows_from(Quantity::relabelling_classes), Quantity::grids);
  EXPECT_EQ(scripted.plan().runs[0].follows_from(Quantity::grids), std::nullopt);
}

TEST(Engine, ReportsADerivedQuantityThatIsNotAnInteger) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{289}}}, {}};
  };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {quantities: relabelling_classes}}\n");
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
}

TEST(Engine, StopsARunWhoseSourceFailed) {
  ScriptedExperiment scripted;
  scripted.add("source").run = [](std::uint64_t, const UnitContext&) -> Tally { throw std::runtime_error{"boom"}; };
  Script script;
  script.needs = {Quantity::grids};
  script.yields = {{Quantity::essentially_different, Kind::exact}};
  scripted.add("consumer", script);
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {consumer: {}, source: {}}\n");
  const RunResult& consumer = result.runs[1];
  EXPECT_EQ(consumer.state, RunState::stopped);
  EXPECT_EQ(consumer.message, "its input grids is missing, since source on 2x2 did not conclude");
  EXPECT_EQ(result.document.exit, ExitCode::run_failed);
}

TEST(Engine, DoesNotStartARunAboveTheMemoryBudget) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.offer.memory_bytes = std::uint64_t{3} << 30U;
  bool is_prepared = false;
  script.prepare = [&](const Request&) { is_prepared = true; };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {budget: {memory: 2 GiB}}}\n");
  EXPECT_FALSE(is_prepared);
  EXPECT_EQ(result.runs[0].message, "needs 3 GiB of memory, but the budget is 2 GiB");
  EXPECT_EQ(result.document.exit, ExitCode::run_failed) << "another session would not begin it, either";
}

TEST(Engine, ReportsAValueThatNoFurtherSessionWouldAddAsAFailure) {
  const auto exit_code = [](const std::string& strategies) {
    ScriptedExperiment scripted;
    Script none;
    none.yields = {{Quantity::grids, Kind::estimate}};
    none.conclude = [](const Tally&, std::uint64_t) {
      return Report{{{Quantity::grids, Unfinished{"all samples are equal"}}}, {}};
    };
    scripted.add("none", none);
    scripted.add("slow").run = [](std::uint64_t, const UnitContext& context) {
      while (true) {
        context.poll();
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
      }
      return Tally{};
    };
    scripted.add("quick").conclude = [](const Tally&, std::uint64_t) {
      return Report{{{Quantity::grids, Exact{288}}}, {}};
    };
    return scripted.run("problems: [{shape: 2x2}]\nstrategies: " + strategies + "\n", {.threads = 2}).document.exit;
  };
  EXPECT_EQ(exit_code("{none: {}}"), ExitCode::run_failed);
  EXPECT_EQ(exit_code("{none: {}, quick: {}}"), ExitCode::run_failed);
  EXPECT_EQ(exit_code("{none: {}, slow: {budget: {seconds: 0.1}}}"), ExitCode::incomplete)
      << "another session continues the slow run";
}

TEST(Engine, ReportsAProblemThatNoRunAnswers) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  const auto result = scripted.run("problems: [{shape: [2x2, 1x4]}]\nstrategies: {fake: {only: 2x2}}\n");
  EXPECT_THAT(result.document.answer.reason, HasSubstr("1 of 2 problems has no answer (1x4)"));
  EXPECT_EQ(result.document.exit, ExitCode::run_failed);
}

TEST(Engine, StopsOnlyTheRunWhoseTimeBudgetIsUsedUp) {
  ScriptedExperiment scripted;
  Script slow;
  slow.units = 1000;
  slow.run = [](std::uint64_t, const UnitContext& context) {
    while (true) {
      context.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return Tally{};
  };
  scripted.add("slow", slow);
  scripted.add("quick").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  const auto result = scripted.run(
      "problems: [{shape: 2x2}]\nstrategies: {slow: {budget: {seconds: 0.1}}, quick: {}}\n", {.threads = 2});
  EXPECT_EQ(result.runs[0].state, RunState::stopped);
  EXPECT_EQ(result.runs[0].message, "its budget of 0.1 s is used up");
  EXPECT_EQ(result.runs[1].state, RunState::concluded);
  EXPECT_EQ(result.document.exit, ExitCode::incomplete);
}

TEST(Engine, NeverStoresAPartialUnit) {
  // The unit notices the stop and returns its sum so far, as a careless plugin may.
  const TemporaryFolder folder;
  Ledger ledger{folder / "test.ledger"};
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.units = 1;
  script.run = [](std::uint64_t, const UnitContext& context) {
    Tally tally;
    try {
      for (int i = 0; i < 1'000'000; ++i) {
        context.poll();
        tally.add("sum", Integer{1});
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
      }
    } catch (const Stopped&) {
    }
    return tally;
  };
  const auto result = scripted.run(std::string{one_strategy} + "budget: {seconds: 0.1}\n", {.ledger = &ledger});
  EXPECT_EQ(result.runs[0].state, RunState::stopped);
  EXPECT_THAT(result.runs[0].message, AllOf(HasSubstr("the experiment's budget"), HasSubstr("0.1 s")));
  EXPECT_EQ(result.runs[0].units, 0);
  EXPECT_FALSE(ledger.find_run(identity_of(scripted.plan().runs[0], {})).has_value());
}

TEST(Engine, ResumesWhereItStopped) {
  const TemporaryFolder folder;
  std::optional<StopAfterUnits> stop{17};
  std::atomic<int> executions = 0;
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.units = 40;
  script.run = [&](std::uint64_t unit, const UnitContext& context) {
    if (stop && unit >= 17) stop->wait(context);
    ++executions;
    if (stop) stop->counted();
    return Tally{}.add("sum", Integer{unit + 1}).sample("x", 1 / static_cast<Real>(unit + 1));
  };
  Moments moments;
  script.conclude = [&](const Tally& total, std::uint64_t) {
    moments = total.moments("x");
    return Report{{{Quantity::grids, Exact{total.sum("sum")}}}, {}};
  };
  {
    Ledger ledger{folder / "test.ledger"};
    const auto stopped = scripted.run(one_strategy, {.threads = 3, .ledger = &ledger, .stop_signal = stop->signal()});
    EXPECT_EQ(stopped.document.exit, ExitCode::incomplete);
    EXPECT_EQ(executions, 17);
  }
  stop.reset();
  Ledger ledger{folder / "test.ledger"};
  const auto resumed = scripted.run(one_strategy, {.threads = 2, .ledger = &ledger});
  EXPECT_EQ(executions, 40);
  EXPECT_EQ(resumed.runs[0].resumed_units, 17);
  EXPECT_EQ(grids_of(resumed.runs[0]).value, 820);
  const Moments resumed_moments = moments;

  const auto reused = scripted.run(one_strategy, {.ledger = &ledger});
  EXPECT_TRUE(reused.runs[0].reused);
  EXPECT_EQ(executions, 40);
  EXPECT_EQ(grids_of(reused.runs[0]).value, 820);

  const auto recounted = scripted.run(one_strategy, {.ledger = &ledger, .recount = true});
  EXPECT_FALSE(recounted.runs[0].reused);
  EXPECT_EQ(executions, 80);
  EXPECT_EQ(moments, resumed_moments) << "resumed moments must equal uninterrupted ones bit for bit";
}

TEST(Engine, FailsTheRunIfAddingUpThrows) {
  // The tables do not fit together, so the sum is incomplete, and no later unit may make it look complete.
  ScriptedExperiment scripted;
  scripted.add("fake").run = [](std::uint64_t unit, const UnitContext&) {
    Table table{.key = "class", .columns = {unit == 4 ? "size" : "count"}, .rows = {}};
    return Tally{}.add("sum", Integer{1}).add("table", table);
  };
  const auto result = scripted.run(one_strategy, {.threads = 2});
  EXPECT_EQ(result.runs[0].state, RunState::failed);
  EXPECT_THAT(result.runs[0].message, HasSubstr("adding up the first 5 units: tables of one name"));
}

TEST(Engine, FinishesFarMoreRunsThanThreads) {
  // Far more runs than threads, each problem different; all of them must end.
  ScriptedExperiment scripted;
  scripted.add("fake");
  scripted.add("again");
  const auto result = scripted.run(
      "problems: [{shape: [1x1, 1x2, 1x3, 1x4, 1x5, 1x6, 1x7, 1x8, 1x9, 1x10, 1x11, 1x12, 1x13, 1x14, 1x15, 1x16]}]\n"
      "strategies: {fake: {}, again: {}}\n",
      {.threads = 1});
  ASSERT_EQ(result.runs.size(), 32);
  for (const auto& run : result.runs) EXPECT_EQ(run.state, RunState::concluded) << run.message;
}

TEST(Engine, RetriesAFailedRun) {
  const TemporaryFolder folder;
  Ledger ledger{folder / "test.ledger"};
  bool is_broken = true;
  ScriptedExperiment scripted;
  scripted.add("fake").run = [&](std::uint64_t unit, const UnitContext&) {
    if (is_broken && unit == 9) throw std::runtime_error{"boom"};
    return Tally{}.add("sum", Integer{unit + 1});
  };
  EXPECT_EQ(scripted.run(one_strategy, {.ledger = &ledger}).document.exit, ExitCode::run_failed);
  is_broken = false;
  const auto second = scripted.run(one_strategy, {.ledger = &ledger});
  EXPECT_EQ(second.runs[0].state, RunState::concluded);
  EXPECT_EQ(grids_of(second.runs[0]).value, 55);
}

TEST(Engine, EndsASamplingRunAtItsTimeLimit) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.units = std::uint64_t{1} << 60U;
  script.seconds_limit = 0.4;
  script.yields = {{Quantity::grids, Kind::estimate}};
  script.run = [](std::uint64_t, const UnitContext& context) {
    Random random = context.random;
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    return Tally{}.sample("x", 287 + 2 * static_cast<Real>(random.unit_interval()));
  };
  script.conclude = [](const Tally& total, std::uint64_t units) {
    EXPECT_EQ(total.moments("x").count, units);
    // Called after one unit, too; a throw would take longer than the time limit under a sanitizer.
    if (units < 2) return Report{{{Quantity::grids, Unfinished{"one sample"}}}, {}};
    return Report{{{Quantity::grids, estimate_mean(total.moments("x"), 1)}}, {}};
  };
  const auto result = scripted.run(one_strategy, {.threads = 2});
  EXPECT_EQ(result.runs[0].state, RunState::concluded);
  EXPECT_GE(result.runs[0].units, 1);
}

TEST(Engine, RecordsTheConvergenceOfAnEstimate) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.units = 11;
  script.yields = {{Quantity::grids, Kind::estimate}};
  script.run = [](std::uint64_t unit, const UnitContext&) {
    return Tally{}.sample("x", static_cast<Real>(280 + unit % 3));
  };
  script.conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, estimate_mean(total.moments("x"), 1)}}, {}};
  };
  const auto course = [&](int threads) {
    const auto result = scripted.run(one_strategy, {.threads = threads});
    return std::get<Estimate>(result.runs.at(0).outcomes.at(Quantity::grids)).convergence;
  };
  const auto points = course(1);
  // One sample has no error, so its unit gives no point; the last point is the estimate itself.
  std::vector<std::uint64_t> samples;
  for (const auto& point : points) samples.push_back(point.samples);
  EXPECT_EQ(samples, (std::vector<std::uint64_t>{2, 3, 4, 5, 6, 7, 8, 10, 11}));
  EXPECT_NEAR(static_cast<double>(points.at(0).value), 280.5, 1e-9);
  EXPECT_NEAR(static_cast<double>(points.at(0).standard_error), 0.5, 1e-9);
  EXPECT_EQ(course(5), points);
}

TEST(Engine, DrawsRandomNumbersByConfigurationProblemSeedAndUnitOnly) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  script.yields = {{Quantity::grids, Kind::approximation}};
  script.run = [](std::uint64_t, const UnitContext& context) {
    Random random = context.random;
    return Tally{}.add("sum", Integer{random()});
  };
  script.conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, Approximation{to_real(total.sum("sum"))}}}, {}};
  };
  const std::string two = "problems: [{shape: 2x2}]\nstrategies: {fake: {}, other: {strategy: fake}}\n";
  const auto value = [](const RunResult& run) {
    return std::get<Approximation>(run.outcomes.at(Quantity::grids)).value;
  };
  const auto first = scripted.run(two, {.threads = 1});
  const auto second = scripted.run(two, {.threads = 4});
  EXPECT_EQ(value(first.runs[0]), value(second.runs[0]));
  EXPECT_EQ(value(first.runs[1]), value(second.runs[1]));
  EXPECT_NE(value(first.runs[0]), value(first.runs[1]));
  const auto reseeded = scripted.run(two + "seed: 2\n");
  EXPECT_NE(value(first.runs[0]), value(reseeded.runs[0]));
}

/// A strategy that is exact or sampled, depending on its parameter.
class Either final : public Strategy {
 public:
  struct Params {
    bool sampled = false;
  };
  static About about() { return {"either", "1", "Either.", "none", {{Quantity::grids, Kind::exact}}}; }
  static void describe(Schema<Params>& schema) { schema.field("sampled", &Params::sampled).help("Whether to sample."); }
  explicit Either(Params params) : params_{params} {}
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    if (params_.sampled) return {.kinds = {{Quantity::grids, Kind::estimate}}};
    return {};
  }
  std::unique_ptr<Job> prepare(const Request& /*request*/) const override {
    script_.conclude = [sampled = params_.sampled](const Tally&, std::uint64_t) {
      const Outcome outcome = sampled ? Outcome{Estimate{288, 1, 286, 290, 0.95, 100}} : Outcome{Exact{288}};
      return Report{{{Quantity::grids, outcome}}, {}};
    };
    return std::make_unique<gridcensus::testing::ScriptedJob>(script_);
  }

 private:
  Params params_;
  mutable Script script_;
};

TEST(Engine, LetsParametersDecideWhetherAnOutcomeIsExact) {
  const PluginEntryOf<Either> entry;
  ScriptedExperiment scripted;
  scripted.catalog().add(entry);
  const std::string both =
      "problems: [{shape: 2x2}]\nstrategies: {exact: {strategy: either}, sampled: {strategy: either, sampled: true}}\n";
  const auto experiment = parse_experiment(both, "test.yaml", scripted.catalog());
  const auto plan = make_plan(experiment);
  EXPECT_FALSE(plan.runs.at(0).is_sampled());
  EXPECT_TRUE(plan.runs.at(1).is_sampled());
  EXPECT_THAT(identity_of(plan.runs.at(0), {}), Not(HasSubstr("seed")));
  EXPECT_THAT(identity_of(plan.runs.at(1), {}), HasSubstr("seed"));
  const auto result = scripted.run(both);
  EXPECT_EQ(result.document.exit, ExitCode::all_agree);
  EXPECT_TRUE(std::holds_alternative<Estimate>(result.runs.at(1).outcomes.at(Quantity::grids)));
}

TEST(Engine, ReusesResultsOfAnotherSeedOnlyIfExact) {
  const TemporaryFolder folder;
  Ledger ledger{folder / "test.ledger"};
  ScriptedExperiment scripted;
  scripted.add("exact");
  Script sampled;
  sampled.yields = {{Quantity::grids, Kind::estimate}};
  scripted.add("sampled", sampled);
  const std::string both = "problems: [{shape: 2x2}]\nstrategies: {exact: {}, sampled: {}}\n";
  scripted.run(both, {.ledger = &ledger});
  const auto reseeded = scripted.run(both + "seed: 7\n", {.ledger = &ledger});
  EXPECT_TRUE(reseeded.runs[0].reused);
  EXPECT_FALSE(reseeded.runs[1].reused);
}

TEST(Session, RecordsWhetherItsRunsWereIsolated) {
  const auto isolation = [](const std::string& more) {
    const auto text = "problems: [{shape: 2x2}]\nstrategies: {enumeration: {}, echo: {isolate: process}}\n" + more;
    return session_of(parse_experiment(text, "test.yaml", experiment_catalog()), {}, 1).isolation;
  };
  EXPECT_EQ(isolation(""), "mixed");
  EXPECT_EQ(isolation("isolate: process\n"), "process");
  EXPECT_EQ(session_of(parse_experiment("problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\n", "test.yaml",
                                        experiment_catalog()),
                       {}, 1)
                .isolation,
            "none");
}

TEST(Engine, FailsARunWithInvalidWeights) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const double weight : {std::numeric_limits<double>::quiet_NaN(), infinite, 0.0, -1.0, 1e308}) {
    const TemporaryFolder folder;
    Ledger ledger{folder / "x.ledger"};
    ScriptedExperiment scripted;
    scripted.add("fake").weight = [weight](std::uint64_t) { return weight; };
    const auto result = scripted.run(one_strategy, {.threads = 2, .ledger = &ledger});
    EXPECT_EQ(result.runs[0].state, RunState::failed);
    EXPECT_THAT(result.runs[0].message, HasSubstr("weight"));
    EXPECT_EQ(result.storage_error, "");
    EXPECT_EQ(result.document.exit, ExitCode::run_failed);
  }
}

TEST(Engine, FailsARunWithASampleThatIsNotFinite) {
  for (const Real sample : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
    const TemporaryFolder folder;
    Ledger ledger{folder / "x.ledger"};
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake", approximating());
    script.run = [sample](std::uint64_t unit, const UnitContext&) {
      return Tally{}.add("sum", 1).sample("x", unit == 3 ? sample : 1);
    };
    const auto result = scripted.run(one_strategy, {.threads = 1, .ledger = &ledger});
    EXPECT_EQ(result.runs[0].state, RunState::failed);
    EXPECT_EQ(result.runs[0].message, "unit 3: a sample of x is not a finite number");
    EXPECT_EQ(result.storage_error, "");
  }
}

}  // namespace
