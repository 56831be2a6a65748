#include "host/graph/turns.hpp"
#include "support/lab.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::testing::Lab;
using gridcensus::testing::Script;
using ::testing::ElementsAre;

/// A plan of runs that nobody carries out.
class PlanOf {
 public:
  /// @param sides  of the problem of each run
  explicit PlanOf(const std::vector<int>& sides) {
    for (const int side : sides) {
      Run run;
      run.number = plan_.runs.size();
      run.problem.shape = {1, side};
      plan_.runs.push_back(run);
    }
  }
  Run& operator[](std::size_t run) { return plan_.runs[run]; }
  operator const Plan&() const { return plan_; }

 private:
  Plan plan_;
};

/// Takes a turn, and says whose it was: "+0" prepares run 0, "0" does a unit of it, "-" is none.
std::string next(Turns& turns) {
  const auto turn = turns.take();
  if (!turn) return "-";
  return (turn->is_first ? "+" : "") + std::to_string(turn->run);
}

bool nobody(const Run& /*run*/) { return false; }
bool everybody(const Run& /*run*/) { return true; }

TEST(Turns, OfTheSmallerProblemThenOfFewerUnitsThenOfThePlan) {
  PlanOf plan{{4, 2, 2, 2, 2}};
  plan[1].offer.units = 7;
  plan[3].offer.units = 5;
  Turns turns{plan, 9, nobody};
  EXPECT_EQ(turns.pieces_at_start(), 5);
  std::vector<std::string> order;
  for (int i = 0; i < 5; ++i) order.push_back(next(turns));
  EXPECT_THAT(order, ElementsAre("+3", "+1", "+2", "+4", "+0")) << "what is not known comes last";
}

TEST(Turns, OfTheRunThatWasWorkedForLeast) {
  const PlanOf plan{{2, 2}};
  Turns turns{plan, 2, nobody};
  EXPECT_EQ(next(turns), "+0");
  turns.put(0, 1, 0.01);
  EXPECT_EQ(next(turns), "0") << "within the first step it goes on, so that a short run is soon over";
  turns.put(0, 1, 60);
  EXPECT_EQ(next(turns), "+1");
  turns.put(1, 1, 1);
  for (int seconds = 1; seconds < 50; ++seconds) {
    EXPECT_EQ(next(turns), "1") << "after " << seconds << " s, and the other had 60";
    turns.put(1, 1, 1);
  }
  turns.put(1, 0, 50);
  EXPECT_EQ(next(turns), "0") << "and now the other has had less";
}

TEST(Turns, NoMoreRunsAreInPlayThanThereArePlaces) {
  const PlanOf plan{{2, 2, 2}};
  Turns turns{plan, 2, nobody};
  EXPECT_EQ(next(turns), "+0");
  EXPECT_EQ(next(turns), "+1");
  EXPECT_EQ(next(turns), "-") << "the third signal is kept";
  turns.put(0, 1, 0);
  EXPECT_EQ(next(turns), "0");
  EXPECT_EQ(turns.end(0), 1) << "and is given back with the place";
  EXPECT_EQ(next(turns), "+2");
  EXPECT_EQ(turns.end(1), 0);
  EXPECT_FALSE(turns.have_all_ended());
  EXPECT_EQ(turns.end(2), 0);
  EXPECT_TRUE(turns.have_all_ended());
}

TEST(Turns, WhatNeedsLittleMemoryNeedsNoPlace) {
  PlanOf plan{{2, 2, 3, 3, 3}};
  constexpr std::uint64_t half = Turns::memory_of_guests / 2;
  plan[1].offer.memory_bytes = 2 * half + 1;
  plan[2].offer.memory_bytes = half;
  plan[3].offer.memory_bytes = half;
  plan[4].offer.memory_bytes = half;
  Turns turns{plan, 1, everybody};
  EXPECT_EQ(turns.pieces_at_start(), 5);
  std::vector<std::string> order;
  for (int i = 0; i < 5; ++i) order.push_back(next(turns));
  EXPECT_THAT(order, ElementsAre("+0", "+2", "+3", "-", "-")) << "one is too great, and there is no room for the last";
  EXPECT_EQ(turns.end(3), 1);
  const auto guest = turns.take();
  ASSERT_TRUE(guest);
  EXPECT_EQ(guest->run, 4);
  EXPECT_EQ(guest->signals, 1) << "another might have room, too";
  EXPECT_EQ(next(turns), "-");
  EXPECT_EQ(turns.end(0), 1);
  EXPECT_EQ(next(turns), "+1");
  for (const std::size_t run : {1U, 2U, 4U}) EXPECT_EQ(turns.end(run), 0);
  EXPECT_TRUE(turns.have_all_ended());
  Turns of_places{plan, 1, nobody};
  EXPECT_EQ(next(of_places), "+0");
  EXPECT_EQ(next(of_places), "-") << "an isolated run has more than its forecast";
}

TEST(Turns, ARunIsReadyOnceAllItsSourcesHaveEnded) {
  PlanOf plan{{2, 2, 2}};
  plan[2].sources = {{Quantity::grids, std::size_t{0}}, {Quantity::bands, std::size_t{1}}};
  Turns turns{plan, 3, nobody};
  EXPECT_EQ(turns.pieces_at_start(), 2);
  EXPECT_EQ(next(turns), "+0");
  EXPECT_EQ(next(turns), "+1");
  EXPECT_EQ(turns.end(1), 0);
  EXPECT_EQ(turns.end(0), 1);
  EXPECT_EQ(next(turns), "+2");
}

/// What two runs did on one thread, in order: "long 0" is a unit, "short !" a conclusion.
std::vector<std::string> order_of(const Offer& of_long, const Offer& of_short, std::chrono::milliseconds unit) {
  std::vector<std::string> order;
  Lab lab;
  const auto add = [&](const std::string& name, std::uint64_t units, const Offer& offer) {
    Script& script = lab.add(name);
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
  lab.run("problems: [{shape: 2x2}]\nstrategies: {long: {}, short: {}}\n", {.threads = 1});
  return order;
}

TEST(Engine, OnOneThreadAShortRunNeedsNoPlaceOfALongOne) {
  std::vector<std::string> order;
  Lab lab;
  for (const std::string name : {"one", "two", "short"}) {
    Script& script = lab.add(name);
    script.units = 2;
    if (name == "short") script.offer.memory_bytes = 1000;
    script.run = [&order, name](std::uint64_t, const UnitContext&) {
      order.push_back(name);
      if (name != "short") std::this_thread::sleep_for(std::chrono::milliseconds{150});
      return Tally{}.add("sum", 1);
    };
  }
  lab.run("problems: [{shape: 2x2}]\nstrategies: {one: {}, two: {}, short: {}}\n", {.threads = 1});
  EXPECT_THAT(order, ElementsAre("one", "two", "short", "short", "one", "two"));
}

TEST(Engine, OnOneThreadALongALongRunDoesNotKeepAShortOneWaiting) {
  // Nothing is foreseen, and the long one comes first in the plan: its first unit shows what it is.
  EXPECT_THAT(order_of({}, {}, std::chrono::milliseconds{150}),
              ElementsAre("long 0", "short 0", "short 1", "short 2", "short !", "long 1", "long !"));
  EXPECT_THAT(
      order_of({.units = 4, .memory_bytes = {}}, {.units = 3, .memory_bytes = {}}, std::chrono::milliseconds{0}),
      ElementsAre("short 0", "short 1", "short 2", "short !", "long 0", "long 1", "long !"));
}

}  // namespace
}  // namespace gridcensus::host
