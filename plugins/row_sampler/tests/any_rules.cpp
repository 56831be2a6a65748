#include "row_sampler/any_rules.hpp"

#include "gridcensus/rules.hpp"
#include "gridcensus/tally.hpp"
#include "row_sampler/tests/drawn_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::row_sampler;

/// Counts the completions of the filled cells, row by row, comparing each cell with the regions, pairs and relations of
/// the problem. Shares nothing with candidates, neighbours and their order.
class BruteForce {
 public:
  explicit BruteForce(const Problem& problem)
      : side_{problem.shape.side()},
        sets_of_(static_cast<std::size_t>(problem.shape.cells())),
        allowed_{problem.allowed()},
        related_before_(sets_of_.size()),
        symbols_(sets_of_.size()) {
    for (const RelatedCells& pair : problem.related()) {
      related_before_[static_cast<std::size_t>(pair.cells.second)].push_back(pair);
    }
    std::vector<std::vector<int>> sets = problem.regions();
    for (const auto& [one, other] : problem.pairs()) sets.push_back({one, other});
    for (const auto& set : sets) {
      for (const int cell : set) sets_of_[static_cast<std::size_t>(cell)].push_back(used_.size());
      used_.push_back(0);
    }
  }

  /// @param filled  the symbols of the first cells
  double completions(const std::vector<int>& filled) {
    for (std::size_t cell = 0; cell < filled.size(); ++cell) toggle(cell, single(filled[cell]));
    const double ways = count_from(filled.size());
    for (std::size_t cell = 0; cell < filled.size(); ++cell) toggle(cell, single(filled[cell]));
    return ways;
  }

 private:
  void toggle(std::size_t cell, Symbols symbol) {
    symbols_[cell] = static_cast<std::size_t>(std::countr_zero(symbol));
    for (const std::size_t set : sets_of_[cell]) used_[set] ^= symbol;
  }

  double count_from(std::size_t cell) {
    if (cell == sets_of_.size()) return 1;
    Symbols left = first_symbols(side_);
    for (const std::size_t set : sets_of_[cell]) left &= ~used_[set];
    left &= static_cast<Symbols>(allowed_[cell]);
    for (const auto& [cells, goes_with] : related_before_[cell]) {
      left &= static_cast<Symbols>(goes_with[symbols_[static_cast<std::size_t>(cells.first)]]);
    }
    double ways = 0;
    for (; left != 0; left &= left - 1) {
      toggle(cell, left & -left);
      ways += count_from(cell + 1);
      toggle(cell, left & -left);
    }
    return ways;
  }

  int side_;
  std::vector<std::vector<std::size_t>> sets_of_;
  std::vector<Symbols> used_;
  std::vector<SymbolBits> allowed_;
  std::vector<std::vector<RelatedCells>> related_before_;  // by the later cell
  std::vector<std::size_t> symbols_;                       // by cell, if it is filled
};

std::vector<int> row_in_order(int side) {
  std::vector<int> row;
  for (int symbol = 0; symbol < side; ++symbol) row.push_back(symbol);
  return row;
}

double grids(const Problem& problem) {
  if (!problem.symbols_are_alike()) return BruteForce{problem}.completions({});
  const int side = problem.shape.side();
  return factorial(side).convert_to<double>() * BruteForce{problem}.completions(row_in_order(side));
}

std::shared_ptr<const Neighbours> neighbours_of(const Problem& problem) {
  return std::make_shared<const Neighbours>(problem);
}

/// Returns the filled cells of a grid.
std::vector<int> filled_cells(const Neighbours& neighbours, const OpenGrid& grid) {
  std::vector<int> filled;
  for (int cell = 0; cell < grid.rows() * neighbours.side; ++cell) {
    filled.push_back(std::countr_zero(grid.candidates()[static_cast<std::size_t>(cell)]));
  }
  return filled;
}

/// Returns rules for a side of six, including jigsaw boxes and pairs of cells.
const std::vector<std::string>& rules_of_six() {
  static const std::vector<std::string> rules{"diagonal",
                                              "diagonals",
                                              "disjoint_groups",
                                              "both_boxes",
                                              "anti_knight",
                                              "anti_king",
                                              "toroidal_anti_king",
                                              "latin",
                                              "layout:aaabbb/aaabbb/ccdddd/ccccdd/eeefff/eeefff",
                                              "different:r1c1.r4c4,different:r2c2.r5c6"};
  return rules;
}

/// Returns all rows that can be drawn, with 1 / probability; their probabilities add up to 1.
std::map<std::vector<int>, double> all_rows(Random& random, const WeightedRow& next, int side) {
  std::map<std::vector<int>, double> weights;
  std::vector<int> row(static_cast<std::size_t>(side));
  double seen = 0;
  for (int i = 0; i < 400'000 && seen < 1 - 1e-9; ++i) {
    const double weight = next.draw(random, row);
    if (weights.emplace(row, weight).second) seen += 1 / weight;
  }
  EXPECT_NEAR(seen, 1, 1e-9);
  return weights;
}

/// Adds random rows until so many are placed.
///
/// @return  true if no dead end was reached
bool add_rows(Random& random, const Neighbours& neighbours, int rows, OpenGrid& grid) {
  WeightedRow next{neighbours, 0.5};
  std::vector<int> row(static_cast<std::size_t>(neighbours.side));
  while (grid.rows() < rows) {
    next.prepare(grid);
    if (next.is_dead_end()) return false;
    next.draw(random, row);
    grid.add_unchecked(neighbours, row);
  }
  return true;
}

TEST(RowSamplerCompletions, AgreeWithBruteForce) {
  for (const std::string& rules : rules_of_six()) {
    const Problem problem = parse_problem({2, 3}, rules);
    const auto neighbours = neighbours_of(problem);
    BruteForce brute_force{problem};
    Completions completions{*neighbours};
    Random random{1, 0, 0};
    for (int i = 0; i < 30; ++i) {
      OpenGrid grid{*neighbours};
      if (!add_rows(random, *neighbours, 2 + i % 4, grid)) continue;
      EXPECT_EQ(static_cast<double>(completions.count(grid)), brute_force.completions(filled_cells(*neighbours, grid)))
          << rules << ", grid " << i;
    }
  }
}

// By induction, row by row: the expectation of an estimate is the number of completions, whatever the weights.
TEST(RowSamplerWeightedRow, DrawsEveryRowThatHasACompletion) {
  for (const std::string& rules : rules_of_six()) {
    const Problem problem = parse_problem({2, 3}, rules);
    const auto neighbours = neighbours_of(problem);
    Completions completions{*neighbours};
    Random random{2, 0, 0};
    for (const double foresight : {0.0, 0.5, 1.0}) {
      WeightedRow next{*neighbours, foresight};
      for (int rows = 1; rows < 6; ++rows) {
        OpenGrid grid{*neighbours};
        if (!add_rows(random, *neighbours, rows, grid)) continue;
        next.prepare(grid);
        double expectation = 0;
        if (!next.is_dead_end()) {
          for (const auto& [row, weight] : all_rows(random, next, 6)) {
            OpenGrid below = grid;
            below.add_unchecked(*neighbours, row);
            expectation += 1 / weight * (weight * static_cast<double>(completions.count(below)));
          }
        }
        EXPECT_NEAR(expectation, static_cast<double>(completions.count(grid)), 1e-6 * expectation)
            << rules << ", row " << rows << ", foresight " << foresight;
      }
    }
  }
}

TEST(RowSamplerWeightedRow, DrawsRowsInProportionToTheirWeights) {
  // Chi-square over all rows; a value above mean + 5 standard deviations would be a fault.
  for (const std::string rules : {"diagonals", "anti_knight", "latin"}) {
    const auto neighbours = neighbours_of(parse_problem({2, 3}, rules));
    WeightedRow next{*neighbours, 1};
    OpenGrid grid{*neighbours};
    Random random{3, 0, 0};
    ASSERT_TRUE(add_rows(random, *neighbours, 2, grid));
    next.prepare(grid);
    ASSERT_FALSE(next.is_dead_end());
    expect_rows_by_weight(next, random, 6, rules);
  }
}

void expect_any_estimate(const Problem& problem, const AnyRulesDescent::Settings& settings, Real expected, int samples,
                         Real error) {
  AnyRulesDescent descent{neighbours_of(problem), settings};
  Random random{4, 0, 0};
  Moments moments;
  for (int i = 0; i < samples; ++i) moments.add(descent.sample(random));
  EXPECT_LT(moments.standard_error(), error * expected) << to_string(problem);
  // Five standard errors: of all the estimates here, one in 30000 runs would be farther off.
  EXPECT_LE(std::fabs(moments.mean - expected), 5 * moments.standard_error() + 1e-9L * expected) << to_string(problem);
}

AnyRulesDescent::Settings tuned(const Problem& problem) {
  return AnyRulesDescent::tuned_settings(neighbours_of(problem));
}

TEST(RowSamplerAnyRules, AgreeWithBruteForce) {
  for (const Shape shape : {Shape{2, 3}, {3, 2}}) {
    for (const std::string& rules : rules_of_six()) {
      const Problem problem = parse_problem(shape, rules);
      expect_any_estimate(problem, tuned(problem), grids(problem), 1000, 0.06L);
    }
  }
}

TEST(RowSamplerAnyRules, EstimateRestrictedAndRelatedCells) {
  for (const std::string rules :
       {"givens:1........2.....3..............4.....", "allowed:1.3.5:r1c1.r2c5.r3c3.r6c6,diagonal", "non_consecutive",
        "less:r1c1.r1c2.r2c4.r4c1", "consecutive:r1c1.r1c3/r4c2.r4c5", "difference:3:r2c2.r3c2,allowed:1.2:r5c5",
        "sum:7:r1c6.r6c1/r3c3.r5c4,anti_king"}) {
    const Problem problem = parse_problem({2, 3}, rules);
    const double expected = grids(problem);
    ASSERT_GT(expected, 0) << rules;
    expect_any_estimate(problem, tuned(problem), expected, 4000, 0.06L);
  }
}

TEST(RowSamplerAnyRules, EstimateTheSameWithAnySettings) {
  for (const std::string rules : {"diagonal", "disjoint_groups", "anti_king"}) {
    const Problem problem = parse_problem({2, 3}, rules);
    const Real expected = grids(problem);
    for (const int counted_rows : {1, 2, 3}) {
      for (const double foresight : {0.0, 1.0}) {
        expect_any_estimate(problem, {.counted_rows = counted_rows, .foresight = foresight, .target_weights = {}},
                            expected, 4000, 0.1L);
      }
    }
    // A grid is followed at random, or in many copies.
    auto settings = tuned(problem);
    for (const Real factor : {0.1L, 5.0L}) {
      for (Real& target_weight : settings.target_weights) target_weight *= factor;
      expect_any_estimate(problem, settings, expected, 2000, 0.1L);
    }
    settings.target_weights = {0, settings.target_weights[1], 0, settings.target_weights[3] / 2, 0};
    expect_any_estimate(problem, settings, expected, 2000, 0.1L);
  }
}

TEST(RowSamplerAnyRules, EstimateKnownNumbers) {
  // Sudoku-X, Windoku and disjoint groups: Wikipedia, "Mathematics of Sudoku"; Latin squares: OEIS A002860.
  const std::map<std::string, Real> known{{"diagonals", 55'613'393'399'531'520.0L},
                                          {"windows", 6'337'174'388'428'800.0L},
                                          {"disjoint_groups", 201'105'135'151'764'480.0L},
                                          {"latin", 5'524'751'496'156'892'842'531'225'600.0L}};
  for (const auto& [rules, expected] : known) {
    const Problem problem = parse_problem({3, 3}, rules);
    expect_any_estimate(problem, tuned(problem), expected, 200, 0.1L);
  }
}

// There is no pandiagonal Latin square of order 6 (Hedayat 1977), and none of order 4.
TEST(RowSamplerAnyRules, FindNoGridsIfThereAreNone) {
  // In 2x2 two of the numbers 1 to 4 are neighbours in each box, and with 1 and 1 in a row there is no grid at all.
  for (const Problem& problem :
       {parse_problem({2, 3}, "latin,pandiagonal"), parse_problem({2, 2}, "pandiagonal"),
        parse_problem({2, 2}, "non_consecutive"), parse_problem({2, 3}, "allowed:1:r1c1.r1c6")}) {
    ASSERT_EQ(grids(problem), 0);
    AnyRulesDescent descent{neighbours_of(problem), tuned(problem)};
    Random random{5, 0, 0};
    for (int i = 0; i < 50; ++i) EXPECT_EQ(descent.sample(random), 0);
  }
}

// Ten hits among the trials: their number is known to a third.
TEST(RowSamplerAnyRules, NeedAsManySamplesAsHaveFiveHits) {
  EXPECT_EQ(tuned(parse_problem({2, 3}, "diagonal")).min_samples, default_min_samples);
  const Problem rare = parse_problem({1, 7}, "latin,wrapped_offset:1.2,wrapped_offset:1.3,diagonals");
  const auto settings = tuned(rare);
  AnyRulesDescent descent{neighbours_of(rare), settings};
  Random random{9, 0, 0};
  int hits = 0;
  constexpr int samples = 4000;
  for (int i = 0; i < samples; ++i) hits += descent.sample(random) > 0 ? 1 : 0;
  ASSERT_GT(hits, 0);
  ASSERT_LT(hits, samples / 12) << "common enough for the default number of samples";
  EXPECT_NEAR(static_cast<double>(settings.min_samples) * hits / samples, 5, 4);
  EXPECT_EQ(tuned(parse_problem({2, 3}, "latin,pandiagonal")).min_samples, 5U * 4096U) << "no trial has a hit";
}

TEST(RowSamplerAnyRules, DependOnTheRandomNumbersAlone) {
  const Problem problem = parse_problem({2, 4}, "diagonals");
  const auto neighbours = neighbours_of(problem);
  const auto settings = AnyRulesDescent::tuned_settings(neighbours);
  const auto same = AnyRulesDescent::tuned_settings(neighbours);
  EXPECT_EQ(settings.counted_rows, same.counted_rows);
  EXPECT_EQ(settings.target_weights, same.target_weights);
  EXPECT_EQ(settings.min_samples, same.min_samples);
  AnyRulesDescent used{neighbours, settings};
  Random other{6, 0, 0};
  for (int i = 0; i < 3; ++i) used.sample(other);
  AnyRulesDescent fresh{neighbours, settings};
  Random random{7, 0, 0};
  Random again{7, 0, 0};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(used.sample(random), fresh.sample(again));
}

TEST(RowSamplerAnyRules, StopOnRequest) {
  struct Asked {};
  const auto neighbours = neighbours_of(parse_problem({3, 3}, "windows"));
  const auto stop_at = [](int& left) {
    return [&left] {
      if (--left == 0) throw Asked{};
    };
  };
  int left = 5;
  EXPECT_THROW(AnyRulesDescent::tuned_settings(neighbours, stop_at(left)), Asked);
  AnyRulesDescent descent{neighbours, {}};
  Random random{8, 0, 0};
  left = 2;
  EXPECT_THROW(descent.sample(random, stop_at(left)), Asked);
  EXPECT_GE(descent.sample(random), 0);
}

}  // namespace
