// The answers of the adapter of exact_cover, without the host.
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

const PluginEntry& exact_cover_plugin() {
  static const PluginEntry& plugin = load(plugin_file("exact_cover"));
  return plugin;
}

Problem problem(const std::string& shape, const std::string& rules = "classic") {
  return parse_problem(parse_shape(shape), rules);
}

std::string refusal(const Strategy& strategy, const Problem& asked) {
  return why_refused(strategy, asked, Quantity::grids);
}

TEST(ExactCover, RefusesWithAReason) {
  const auto strategy = create(exact_cover_plugin());
  EXPECT_THAT(refusal(*strategy, problem("3x3")),
              AllOf(HasSubstr("fillings in the widest layer"), HasSubstr("the limit is max_fillings 1.0e+08")));
  EXPECT_THAT(refusal(*strategy, problem("4x5")), HasSubstr("side 20 exceeds 12"));
  EXPECT_THAT(refusal(*strategy, problem("4x4")), HasSubstr("side 16 exceeds 12"));
  EXPECT_THAT(refusal(*strategy, problem("5x5", "givens:1" + std::string(624, '.'))), HasSubstr("side 25 exceeds 16"));
  EXPECT_THAT(refusal(*strategy, problem("4x4", "givens:1" + std::string(255, '.'))), HasSubstr("too many states"));
  EXPECT_THAT(refusal(*strategy, problem("2x6")), HasSubstr("more than 1.0e+12 fillings"));
  EXPECT_EQ(refusal(*strategy, problem("2x4")), "");
  EXPECT_EQ(refusal(*strategy, problem("3x3", "anti_knight")), "");
  const auto small = create(exact_cover_plugin(), {{"memory", std::int64_t{1}}});
  EXPECT_THAT(refusal(*small, problem("1x7")), HasSubstr("memory holds"));
  const auto strict = create(exact_cover_plugin(), {{"max_fillings", 10.0}});
  EXPECT_THAT(refusal(*strict, problem("2x3")), HasSubstr("about 100 fillings"));
}

TEST(ExactCover, CutsUnitsOnlyIfLittleMerges) {
  const auto units = [](const Strategy& strategy, const Problem& asked) {
    return strategy.offer(asked, {Quantity::grids}).units.value_or(0);
  };
  const auto strategy = create(exact_cover_plugin());
  EXPECT_EQ(units(*strategy, problem("1x1")), 1U);
  EXPECT_EQ(units(*strategy, problem("3x3", "toroidal_anti_knight")), 64U);
  EXPECT_EQ(units(*strategy, problem("2x4")), 1U);
  const auto cut = create(exact_cover_plugin(), {{"units", std::int64_t{7}}});
  EXPECT_EQ(units(*cut, problem("2x4")), 7U);
  EXPECT_EQ(units(*cut, problem("1x1")), 1U);
}

// enumeration counts as many.
TEST(ExactCover, CountsPuzzlesOfSide16) {
  const auto strategy = create(exact_cover_plugin());
  const Problem puzzle =
      problem("4x4",
              "givens:"
              "....3....48.C169.3A6G8.4....D7.BB.58C2EF6.7..A3..9C.B.6..2..8F.E4.3D.E2A.1..B..G1.8A6.B3.5.C2...5..."
              ".C4.83.2.6.1.C..1.F8.E.6........8.A.1C.4...D8..FE3..5B..14C23.21.B.5D9E.6...CD..2..6..F8E59A.5...48."
              "..31...C...CA.7..G..FB4..4.7.63.9ACE..18F....5...8B...A.");
  EXPECT_EQ(refusal(*strategy, puzzle), "");
  EXPECT_EQ(exact(count(*strategy, puzzle, {Quantity::grids}), Quantity::grids), 32);
}

// Sudopedia, "Invalid Test Cases": 125 solutions. The sixteen clues are those of a puzzle with 17 without one;
// enumeration and orbit_search count equally many. Miracle Sudoku: 72, by brute force.
TEST(ExactCover, CountsSolutionsOfPuzzles) {
  const auto strategy = create(exact_cover_plugin());
  const auto counted = [&](const std::string& rules) {
    return exact(count(*strategy, problem("3x3", rules), {Quantity::grids}), Quantity::grids);
  };
  EXPECT_EQ(counted("givens:...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8..."), 125);
  EXPECT_EQ(counted("givens:.......1.4.........2...........5.4....8...3....1.9....3..4..2...5.1........8.6..."), 76215);
  EXPECT_EQ(counted("givens:.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."), 1);
  EXPECT_EQ(counted("givens:.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."), 0);
  EXPECT_EQ(counted("anti_knight,anti_king,non_consecutive"), 72);
}

TEST(ExactCover, StopsOnRequest) {
  const auto strategy = create(exact_cover_plugin());
  const auto job =
      strategy->prepare({.problem = problem("1x7"), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  const auto context = context_of(0, told_to_stop);
  EXPECT_THROW(job->run(0, context), Stopped);
}

}  // namespace
