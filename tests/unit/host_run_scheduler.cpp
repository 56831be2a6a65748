#include "host/graph/run_scheduler.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using ::testing::ElementsAre;

/// Returns a plan of runs that are not executed.
///
/// @param sides  of the problem of each run
Plan plan_of(const std::vector<int>& sides) {
  Plan plan;
  for (const int side : sides) {
    Run run;
    run.number = plan.runs.size();
    run.problem.shape = {1, side};
    plan.runs.push_back(run);
  }
  return plan;
}

/// Takes the next item and returns its name: "+0" prepares run 0, "0" is a unit of it, "-" is none.
std::string next(RunScheduler& scheduler) {
  const auto item = scheduler.take();
  if (!item) return "-";
  return (item->is_first ? "+" : "") + std::to_string(item->run);
}

bool none(const Run& /*run*/) { return false; }
bool all(const Run& /*run*/) { return true; }

TEST(RunScheduler, PrefersTheSmallerProblemThenFewerUnitsThenThePlan) {
  Plan plan = plan_of({4, 2, 2, 2, 2});
  plan.runs[1].offer.units = 7;
  plan.runs[3].offer.units = 5;
  RunScheduler scheduler{plan, 9, none};
  EXPECT_EQ(scheduler.items_at_start(), 5);
  std::vector<std::string> order;
  for (int i = 0; i < 5; ++i) order.push_back(next(scheduler));
  EXPECT_THAT(order, ElementsAre("+3", "+1", "+2", "+4", "+0")) << "unknown numbers of units come last";
}

TEST(RunScheduler, PicksTheRunWithLeastWorkTime) {
  const Plan plan = plan_of({2, 2});
  RunScheduler scheduler{plan, 2, none};
  EXPECT_EQ(next(scheduler), "+0");
  scheduler.put(0, 1, 0.01);
  EXPECT_EQ(next(scheduler), "0") << "it continues within the first step, so a short run ends soon";
  scheduler.put(0, 1, 60);
  EXPECT_EQ(next(scheduler), "+1");
  scheduler.put(1, 1, 1);
  for (int seconds = 1; seconds < 50; ++seconds) {
    EXPECT_EQ(next(scheduler), "1") << "after " << seconds << " s, and the other had 60";
    scheduler.put(1, 1, 1);
  }
  scheduler.put(1, 0, 50);
  EXPECT_EQ(next(scheduler), "0") << "and now the other has had less";
}

TEST(RunScheduler, ActivatesNoMoreRunsThanThereAreSlots) {
  const Plan plan = plan_of({2, 2, 2});
  RunScheduler scheduler{plan, 2, none};
  EXPECT_EQ(next(scheduler), "+0");
  EXPECT_EQ(next(scheduler), "+1");
  EXPECT_EQ(next(scheduler), "-") << "the third message is parked";
  scheduler.put(0, 1, 0);
  EXPECT_EQ(next(scheduler), "0");
  EXPECT_EQ(scheduler.end(0), 1) << "and is given back with the slot";
  EXPECT_EQ(next(scheduler), "+2");
  EXPECT_EQ(scheduler.end(1), 0);
  EXPECT_FALSE(scheduler.have_all_ended());
  EXPECT_EQ(scheduler.end(2), 0);
  EXPECT_TRUE(scheduler.have_all_ended());
}

TEST(RunScheduler, NeedsNoSlotForARunOfLittleMemory) {
  Plan plan = plan_of({2, 2, 3, 3, 3});
  constexpr std::uint64_t half = RunScheduler::slotless_memory_limit / 2;
  plan.runs[1].offer.memory_bytes = 2 * half + 1;
  plan.runs[2].offer.memory_bytes = half;
  plan.runs[3].offer.memory_bytes = half;
  plan.runs[4].offer.memory_bytes = half;
  RunScheduler scheduler{plan, 1, all};
  EXPECT_EQ(scheduler.items_at_start(), 5);
  std::vector<std::string> order;
  for (int i = 0; i < 5; ++i) order.push_back(next(scheduler));
  EXPECT_THAT(order, ElementsAre("+0", "+2", "+3", "-", "-")) << "one is too large, and there is no space for the last";
  EXPECT_EQ(scheduler.end(3), 1);
  const auto slotless = scheduler.take();
  ASSERT_TRUE(slotless);
  EXPECT_EQ(slotless->run, 4);
  EXPECT_EQ(slotless->messages, 1) << "another might fit, too";
  EXPECT_EQ(next(scheduler), "-");
  EXPECT_EQ(scheduler.end(0), 1);
  EXPECT_EQ(next(scheduler), "+1");
  for (const std::size_t run : {1U, 2U, 4U}) EXPECT_EQ(scheduler.end(run), 0);
  EXPECT_TRUE(scheduler.have_all_ended());
  RunScheduler of_slots{plan, 1, none};
  EXPECT_EQ(next(of_slots), "+0");
  EXPECT_EQ(next(of_slots), "-") << "an isolated run has more than its forecast";
}

TEST(RunScheduler, MakesARunReadyOnceAllItsSourcesHaveEnded) {
  Plan plan = plan_of({2, 2, 2});
  plan.runs[2].sources = {{Quantity::grids, std::size_t{0}}, {Quantity::bands, std::size_t{1}}};
  RunScheduler scheduler{plan, 3, none};
  EXPECT_EQ(scheduler.items_at_start(), 2);
  EXPECT_EQ(next(scheduler), "+0");
  EXPECT_EQ(next(scheduler), "+1");
  EXPECT_EQ(scheduler.end(1), 0);
  EXPECT_EQ(scheduler.end(0), 1);
  EXPECT_EQ(next(scheduler), "+2");
}

/// Returns the steps of two runs on one thread, in order: "long 0" is a unit, "short !" a conclusion.
std::vector<std::string> order_of(const Offer& of_long, const Offer& of_short, std::chrono::milliseconds unit) {
  std::vector<std::string> order;
  ScriptedExperiment scripted;
  const auto add = [&](const std::string& name, std::uint64_t units, const Offer& offer) {
    Script& script = scripted.add(name);
    script.units = units;
    script.offer = offer;
    script.run = [&order, name, unit](std::uint64_t number, const UnitContext&) {
      order.push_back(name + " " + std::to_string(number));
      if (name == "long") std::this_thread::sleep_for(unit);
      return Tally{}.add("sum", 1);
    };
    script.conclude = [&order, name](const Tally& total, std::uint64_t) {
      order.push_back(name + " !");
      return Report{{{Quantity::grids, Exact{total.sum("sum")}}}, {}};
    };
  };
  add("long", 2, of_long);
  add("short", 3, of_short);
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {long: {}, short: {}}\n", {.threads = 1});
  return order;
}

TEST(Engine, ShortRunNeedsNoSlotOfALongRunOnOneThread) {
  std::vector<std::string> order;
  ScriptedExperiment scripted;
  for (const std::string name : {"one", "two", "short"}) {
    Script& script = scripted.add(name);
    script.units = 2;
    if (name == "short") script.offer.memory_bytes = 1000;
    script.run = [&order, name](std::uint64_t, const UnitContext&) {
      order.push_back(name);
      if (name != "short") std::this_thread::sleep_for(std::chrono::milliseconds{150});
      return Tally{}.add("sum", 1);
    };
  }
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {one: {}, two: {}, short: {}}\n", {.threads = 1});
  EXPECT_THAT(order, ElementsAre("one", "two", "short", "short", "one", "two"));
}

TEST(Engine, ShortRunDoesNotWaitForALongRunOnOneThread) {
  // There is no forecast, and the long run is first in the plan: its first unit shows that it is long.
  EXPECT_THAT(order_of({}, {}, std::chrono::milliseconds{150}),
              ElementsAre("long 0", "short 0", "short 1", "short 2", "short !", "long 1", "long !"));
  EXPECT_THAT(
      order_of({.units = 4, .memory_bytes = {}}, {.units = 3, .memory_bytes = {}}, std::chrono::milliseconds{0}),
      ElementsAre("short 0", "short 1", "short 2", "short !", "long 0", "long 1", "long !"));
}

}  // namespace
}  // namespace gridcensus::host
