// The declarations and offers of orbit_search, without the host.
#include "gridcensus/rules.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;
using ::testing::HasSubstr;

const PluginEntry& orbit_search() {
  static const PluginEntry& plugin = load(plugin_file("orbit_search"));
  return plugin;
}

Problem problem(const std::string& shape, const std::string& rules = "classic") {
  return parse_problem(parse_shape(shape), rules);
}

TEST(OrbitSearch, GivesTheReasonForARefusal) {
  const auto strategy = create(orbit_search());
  const auto reason = [&](const Problem& asked) { return why_refused(*strategy, asked, Quantity::grids); };
  EXPECT_THAT(reason(problem("3x4")), HasSubstr("do not fit 128 bits"));
  EXPECT_THAT(reason(problem("2x5")),
              HasSubstr("there are more than 100,000 templates, the sets of cells that one symbol can take; raise"));
  EXPECT_THAT(reason(problem("3x3")), HasSubstr("the limit is 1e12; raise max_grids"));
  EXPECT_THAT(reason(problem("1x11", "allowed:1:r1c1")),
              HasSubstr("do not fit 128 bits, and the symbols are not alike"));
  for (const std::string rules : {"diagonals", "windows", "disjoint_groups", "anti_knight"}) {
    EXPECT_EQ(reason(problem("3x3", rules)), "") << rules;
  }
}

Report report_on(const Problem& asked) {
  const auto strategy = create(orbit_search());
  const auto job = strategy->prepare({.problem = asked, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  Tally total;
  for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
    const UnitContext context{{1, 1, unit}};
    const Tally tally = job->run(unit, context);
    for (const auto& [name, divisor] : job->divisors(unit)) EXPECT_NO_THROW(tally.sum(name)) << name;
    total.add(tally);
  }
  return job->conclude(total, job->units());
}

Integer counted(const Problem& asked) { return exact(report_on(asked), Quantity::grids); }

TEST(OrbitSearch, CountsTheSmallestProblemsAndThoseWithoutGrids) {
  EXPECT_EQ(counted(problem("1x1")), 1);
  EXPECT_EQ(counted(problem("1x2")), 2);
  EXPECT_EQ(counted(problem("1x3")), 12);
  EXPECT_EQ(counted(problem("2x2", "pandiagonal")), 0) << "no template";
  EXPECT_EQ(counted(problem("2x2", "anti_king")), 0) << "templates, but no grid of them";
}

// Layouts of 9x9 without a grid (by the SAT solver CaDiCaL 1.5.3): a spiral, which has a cell without a template among
// 21,072 templates, boxes after exchanges of cells, and pieces of a path through all cells.
TEST(OrbitSearch, FindsNoTemplateForLayoutsWithoutGrids) {
  for (const std::string letters :
       {"aaaaaaaaadddddeeebdggggggebdghiiigebdfhiiigebdfhiiihebcfhhhhhebcffffffebcccccccbb",
        "aaabbbccfaabbbbccfdaaabbccfdddaeeccfddeeeeicfdddeheiffghhhheifigggghhifigggghhiii",
        "aabbbbbccaaabbccccadaabfcfcadeebfffcddgeefeffddggeeeefdggghhhiidgghhiiiidghhhhiii",
        "eedddddddeediiiccdeeeeiicccfffeiicccfffhiicbbfffhhhbbbggghhhaabgggahhaabgggaaaabb",
        "bbbbbbbbabcccccddacciiccddahhiiiiddahhiiidddahhhhheeaagggggeeaafggggeeeeffffffffe"}) {
    const Report report = report_on(problem("3x3", "layout:" + letters));
    EXPECT_EQ(exact(report, Quantity::grids), 0) << letters;
    EXPECT_EQ(std::get<Exact>(report.findings.at("templates").value).value, 0) << letters;
  }
}

// Such a layout, too, but with 4376 templates. A search from every template, not from those through one point, takes
// 300,000 prefixes.
TEST(OrbitSearch, CountsNoGridOfALayoutWithTemplates) {
  EXPECT_EQ(counted(problem(
                "3x3", "layout:iiiiigggfihihgggffihhhhhggfieeeehhgfaaaeeffffaeeedddddaabbccccdaabbbbcddabbbccccd")),
            0);
}

// Sudopedia, "Invalid Test Cases": 125 solutions. 5 twice in a row: none. Miracle Sudoku: 72 (by brute force; with
// cyclic shifts one grid up to symmetry, puzzling.stackexchange.com/questions/98479).
TEST(OrbitSearch, CountsSolutionsOfPuzzles) {
  EXPECT_EQ(counted(problem(
                "3x3", "givens:...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...")),
            125);
  EXPECT_EQ(counted(problem("3x3", "allowed:5:r1c1.r1c2")), 0);
  EXPECT_EQ(counted(problem("3x3", "anti_knight,anti_king,non_consecutive")), 72);
}

TEST(OrbitSearch, StopsDuringAUnit) {
  const auto strategy = create(orbit_search());
  const auto job = strategy->prepare(
      {.problem = problem("3x3", "diagonals"), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  int polls = 0;
  const UnitContext context{{1, 1, 0}, [&polls] {
                              if (++polls == 3) throw Stopped{};
                            }};
  EXPECT_THROW(job->run(0, context), Stopped);
}

}  // namespace
