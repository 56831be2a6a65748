#include "candidate_search/candidate_search.hpp"

#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using candidate_search::CandidateSearch;

Problem puzzle(const std::string& givens) { return parse_problem({3, 3}, "givens:" + givens); }

std::uint64_t counted(const Problem& problem, std::size_t wanted = 1) {
  const CandidateSearch search{problem};
  std::uint64_t total = 0;
  for (const auto& beginning : search.beginnings(wanted)) total += search.completions(beginning);
  return total * static_cast<std::uint64_t>(search.relabellings());
}

/// Counts all grids, cell by cell, in the order of the cells.
std::uint64_t by_definition(const Problem& problem) {
  const auto seen = cells_seen(problem);
  const auto allowed = problem.allowed();
  const auto related = problem.related();
  std::vector<unsigned> grid;
  std::uint64_t grids = 0;
  const auto fill = [&](const auto& self) -> void {
    const std::size_t cell = grid.size();
    if (cell == seen.size()) {
      ++grids;
      return;
    }
    for (unsigned symbol = 0; symbol < static_cast<unsigned>(problem.shape.side()); ++symbol) {
      bool fits = (allowed[cell] >> symbol & 1U) != 0;
      for (const int other : seen[cell]) {
        const auto before = static_cast<std::size_t>(other);
        fits = fits && (before > cell || grid[before] != symbol);
      }
      for (const auto& [cells, goes_with] : related) {
        if (static_cast<std::size_t>(cells.second) != cell) continue;
        fits = fits && (goes_with[grid[static_cast<std::size_t>(cells.first)]] >> symbol & 1U) != 0;
      }
      if (!fits) continue;
      grid.push_back(symbol);
      self(self);
      grid.pop_back();
    }
  };
  fill(fill);
  return grids;
}

TEST(CandidateSearch, CountsAsTheDefinitionDoes) {
  for (const std::string rules :
       {"givens:1...............", "givens:11..............", "allowed:1.2:r1c1.r4c4", "latin,less:r1c1.r1c2.r2c3",
        "non_consecutive", "latin,non_consecutive", "latin,allowed:1.2.3:r1c1", "latin,sum:5:r1c1.r2c2/r3c3.r4c4",
        "latin,ratio:2:r1c1.r2c2,givens:..1............."}) {
    const Problem problem = parse_problem({2, 2}, rules);
    const std::uint64_t expected = by_definition(problem);
    for (const std::size_t wanted : {1U, 2U, 7U, 1000U}) EXPECT_EQ(counted(problem, wanted), expected) << rules;
  }
  for (const std::string rules : {"non_consecutive", "givens:123456.......1......................"}) {
    const Problem problem = parse_problem({2, 3}, rules);
    EXPECT_EQ(counted(problem, 500), by_definition(problem)) << rules;
  }
}

TEST(CandidateSearch, TriesOnlyOneOfTheSymbolsThatAreAlike) {
  const Problem problem = parse_problem({2, 3}, "givens:12..................................");
  EXPECT_EQ(CandidateSearch{problem}.relabellings(), 24U);
  EXPECT_EQ(Integer{24}, relabellings(problem));
  EXPECT_EQ(CandidateSearch{parse_problem({2, 3}, "non_consecutive")}.relabellings(), 1U);
  // More than 64 bits.
  EXPECT_EQ((CandidateSearch{parse_problem({5, 5}, "givens:1" + std::string(624, '.'))}.relabellings()), factorial(24));
  // 28200960 grids of 2x3, of which one in 30 has these two givens.
  EXPECT_EQ(counted(problem), 28200960U / 30);
}

// Sudopedia, "Invalid Test Cases"; the last one: "20-Hint Puzzle: Hard?", Daily Sudoku forum.
TEST(CandidateSearch, FindsPublishedNumbersOfSolutions) {
  EXPECT_EQ(counted(puzzle(".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.")), 2U);
  EXPECT_EQ(counted(puzzle("..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........")), 3U);
  EXPECT_EQ(counted(puzzle("....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........")), 4U);
  EXPECT_EQ(counted(puzzle("59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65")), 10U);
  EXPECT_EQ(counted(puzzle("...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...")), 125U);
  EXPECT_EQ(counted(puzzle("...5.7....5..1..2..6..........4.93..57................1.7..8.....9..3..1.4.9....6")),
            2671U);
}

TEST(CandidateSearch, SolvesPuzzlesInFewNodes) {
  // 17 clues; then one of the hardest known, by A. Inkala 2012.
  for (const std::string givens :
       {".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."}) {
    const CandidateSearch search{puzzle(givens)};
    EXPECT_EQ(counted(puzzle(givens)), 1U);
    EXPECT_LT(search.estimated_nodes(), 1000);
  }
  EXPECT_GT(CandidateSearch{puzzle("1" + std::string(80, '.'))}.estimated_nodes(), 1e15);
}

TEST(CandidateSearch, CountsItsNodesIfTheyAreFew) {
  // Every cell follows from the others, then the cell of two symbols that has two ways.
  EXPECT_EQ((CandidateSearch{parse_problem({2, 2}, "givens:1234341221434321")}.estimated_nodes()), 1);
  EXPECT_EQ((CandidateSearch{parse_problem({2, 2}, "givens:12343412........")}.estimated_nodes()), 7);
}

TEST(CandidateSearch, RejectsStepsThatBreakTheRules) {
  const CandidateSearch search{parse_problem({2, 2}, "givens:1...............")};
  EXPECT_THROW(search.completions({{0, 0}}), std::invalid_argument);
  EXPECT_THROW(search.completions({{15, 9}}), std::invalid_argument);
}

}  // namespace
