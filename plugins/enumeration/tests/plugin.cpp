// The declarations and offers of enumeration, without the host.
#include "gridcensus/rules.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"
#include "support/stopping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

const PluginEntry& enumeration() {
  static const PluginEntry& plugin = load(plugin_file("enumeration"));
  return plugin;
}

Problem problem(const std::string& shape) { return {.shape = parse_shape(shape)}; }

TEST(Enumeration, GivesTheReasonForARefusal) {
  const auto strategy = create(enumeration());
  EXPECT_THAT(why_refused(*strategy, problem("3x3"), Quantity::grids),
              AllOf(HasSubstr("side 9"), HasSubstr("max_side 6"), HasSubstr("raise max_side")));
  EXPECT_THAT(why_refused(*strategy, problem("3x4"), Quantity::grids), Not(HasSubstr("raise")));
  EXPECT_EQ(why_refused(*create(enumeration(), {{"max_side", std::int64_t{8}}}), problem("2x4"), Quantity::grids), "");
}

TEST(Enumeration, AcceptsPuzzlesOfAnySideWithFewNodes) {
  const auto strategy = create(enumeration());
  const auto puzzle = [](const std::string& givens) { return parse_problem({3, 3}, "givens:" + givens); };
  EXPECT_THAT(why_refused(*strategy, puzzle("1" + std::string(80, '.')), Quantity::grids),
              AllOf(HasSubstr("nodes to visit"), HasSubstr("the limit is max_nodes 1.0e+09")));
  const Problem invalid = puzzle("...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...");
  EXPECT_EQ(why_refused(*strategy, invalid, Quantity::grids), "");
  EXPECT_EQ(exact(count(*strategy, invalid, {Quantity::grids}), Quantity::grids), 125);
  const Problem empty = puzzle("11" + std::string(79, '.'));
  EXPECT_EQ(exact(count(*strategy, empty, {Quantity::grids}), Quantity::grids), 0);
}

TEST(Enumeration, SplitsOnlyLargeProblemsIntoManyUnits) {
  const auto strategy = create(enumeration(), {{"max_side", std::int64_t{9}}});
  const auto units = [&](const std::string& shape) {
    return strategy->offer(problem(shape), {Quantity::grids}).units.value_or(0);
  };
  EXPECT_EQ(units("1x1"), 1U);
  EXPECT_EQ(units("2x2"), 4U);
  for (const std::string shape : {"1x7", "2x4", "3x3", "1x9"}) {
    EXPECT_GE(units(shape), 500U) << shape;
    EXPECT_LE(units(shape), 5000U) << shape;
  }
}

TEST(Enumeration, DivisorsCountThePermutationsOfFreeRows) {
  const auto strategy = create(enumeration(), {{"max_side", std::int64_t{9}}});
  const auto divisor = [&](const std::string& shape) {
    const auto job =
        strategy->prepare({.problem = problem(shape), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
    return job->divisors(0).begin()->second;
  };
  EXPECT_EQ(divisor("1x1"), 1);
  EXPECT_EQ(divisor("1x6"), 24);  // rows 3..6
  EXPECT_EQ(divisor("2x3"), 8);   // two rows in each of two bands, and the bands
  EXPECT_EQ(divisor("3x3"), 72);  // row 3 of band 1 alone, then 3! 3! 2!
}

TEST(Enumeration, HonoursAStop) {
  const auto strategy = create(enumeration(), {{"max_side", std::int64_t{9}}});
  const auto job =
      strategy->prepare({.problem = problem("1x8"), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  const auto context = context_of(0, told_to_stop);
  EXPECT_THROW(job->run(0, context), Stopped);
}

}  // namespace
