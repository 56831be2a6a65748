#include "row_sampler/rows.hpp"

#include "gridcensus/tally.hpp"
#include "row_sampler/descent.hpp"
#include "row_sampler/last_rows.hpp"
#include "row_sampler/next_row.hpp"
#include "row_sampler/tests/drawn_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::row_sampler;

using Row = std::vector<int>;

/// The permanent of a 0-1 matrix, exactly, by Ryser's formula over sets of columns: nothing in common with subsets of
/// symbols that grow cell by cell.
double permanent(const std::vector<Symbols>& rows) {
  const auto size = static_cast<int>(rows.size());
  Integer sum = 0;
  for (Symbols chosen = 1; chosen <= first_symbols(size); ++chosen) {
    Integer product = (size - std::popcount(chosen)) % 2 == 0 ? 1 : -1;
    for (const Symbols row : rows) product *= std::popcount(row & chosen);
    sum += product;
  }
  return sum.convert_to<double>();
}

std::vector<Symbols> candidates_of(const PartialGrid& grid) {
  std::vector<Symbols> cells;
  for (int col = 0; col < grid.shape().side(); ++col) cells.push_back(grid.candidates(col));
  return cells;
}

/// All rows that fit, cell by cell.
void list_rows(const PartialGrid& grid, Row& row, Symbols used, std::vector<Row>& rows) {
  if (row.size() == static_cast<std::size_t>(grid.shape().side())) {
    rows.push_back(row);
    return;
  }
  for (Symbols left = grid.candidates(static_cast<int>(row.size())) & ~used; left != 0; left &= left - 1) {
    const int symbol = std::countr_zero(left);
    row.push_back(symbol);
    list_rows(grid, row, used | single(symbol), rows);
    row.pop_back();
  }
}

std::vector<Row> rows_that_fit(const PartialGrid& grid) {
  std::vector<Row> rows;
  Row row;
  list_rows(grid, row, 0, rows);
  return rows;
}

PartialGrid with(PartialGrid grid, const Row& row) {
  grid.add_unchecked(row);
  return grid;
}

/// The completed grids, row by row.
double completions(const PartialGrid& grid) {
  if (grid.is_full()) return 1;
  double sum = 0;
  for (const Row& row : rows_that_fit(grid)) sum += completions(with(grid, row));
  return sum;
}

/// Adds random rows until so many are placed or none fits.
PartialGrid random_grid(Random& random, Shape shape, int rows, int lookahead) {
  NextRow next{shape, lookahead};
  PartialGrid grid{shape};
  Row row(static_cast<std::size_t>(shape.side()));
  while (grid.rows() < rows) {
    next.prepare(grid);
    if (next.is_dead_end()) return grid;
    next.draw(random, row);
    grid.add_unchecked(row);
  }
  return grid;
}

/// Draws until the probabilities of the rows that were seen add up to 1, and returns 1 / probability of each.
std::map<Row, double> all_drawn_rows(Random& random, NextRow& next, const PartialGrid& grid) {
  std::map<Row, double> weights;
  next.prepare(grid);
  if (next.is_dead_end()) return weights;
  Row row(static_cast<std::size_t>(grid.shape().side()));
  double seen = 0;
  for (int i = 0; i < 100'000 && seen < 1 - 1e-9; ++i) {
    const double weight = next.draw(random, row);
    if (weights.emplace(row, weight).second) seen += 1 / weight;
  }
  EXPECT_NEAR(seen, 1, 1e-9);
  return weights;
}

/// The expectation of the sampler from a partial grid on: all its choices with their probabilities.
double expectation(Random& random, NextRow& next, const PartialGrid& grid) {
  if (grid.shape().side() - grid.rows() <= counted_rows(grid.shape())) return count_last_rows(grid);
  double sum = 0;
  for (const auto& drawn : all_drawn_rows(random, next, grid)) {
    const double probability = 1 / drawn.second;
    sum += probability * (drawn.second * expectation(random, next, with(grid, drawn.first)));
  }
  return sum;
}

TEST(RowSamplerFillings, AreThePermanentsOfAllSets) {
  Random random{1, 0, 0};
  for (const int cells : {2, 4, 7}) {
    constexpr int symbols = 7;
    std::vector<Symbols> allowed;
    for (int i = 0; i < cells; ++i) allowed.push_back(static_cast<Symbols>(random.below(1U << 7U)));
    Fillings fillings;
    fillings.count(allowed, symbols);
    for (Symbols set = 1; set <= first_symbols(symbols); ++set) {
      // Of all cells only full rows are asked for.
      if (std::popcount(set) != cells) continue;
      std::vector<Symbols> matrix;
      for (const Symbols cell : allowed) {
        Symbols row = 0;
        int bit = 0;
        for (Symbols left = set; left != 0; left &= left - 1, ++bit) {
          if ((cell & left & -left) != 0) row |= single(bit);
        }
        matrix.push_back(row);
      }
      EXPECT_EQ(fillings.ways(set), permanent(matrix)) << "set " << set << " of " << cells << " cells";
    }
  }
}

TEST(RowSamplerFillings, RefuseWhatDoesNotFit) {
  Fillings fillings;
  EXPECT_THROW(fillings.count({}, 3), std::invalid_argument);
  EXPECT_THROW(fillings.count(std::vector<Symbols>(4, 1), 3), std::invalid_argument);
  EXPECT_THROW(fillings.count(std::vector<Symbols>(4, 1), max_symbols + 1), std::invalid_argument);
  EXPECT_THROW(PartialGrid({2, 13}), std::invalid_argument);
}

TEST(RowSamplerRows, AreAsManyAsThePermanentSays) {
  constexpr int none = -1;
  for (const Shape shape : {Shape{2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 4}, {4, 3}, {1, 6}, {6, 1}}) {
    // Without lookahead all rows that fit are equally likely; 0: the last row of a band is drawn box by box.
    for (const int lookahead : {none, 0}) {
      NextRow next{shape, lookahead};
      Row row(static_cast<std::size_t>(shape.side()));
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Random random{2, 0, seed};
        for (int rows = 0; rows < shape.side(); ++rows) {
          const PartialGrid grid = random_grid(random, shape, rows, none);
          next.prepare(grid);
          const double expected = permanent(candidates_of(grid));
          const double drawn = next.is_dead_end() ? 0 : next.draw(random, row);
          EXPECT_DOUBLE_EQ(drawn, expected) << to_string(shape) << ", row " << grid.rows() << ", seed " << seed;
        }
      }
    }
  }
}

TEST(RowSamplerRows, AreAsManyAsThePermanentSaysForSixteenSymbols) {
  const Shape shape{4, 4};
  NextRow next{shape, 0};
  Row row(16);
  Random random{3, 0, 0};
  for (const int rows : {1, 4, 6, 7, 9, 13}) {
    const PartialGrid grid = random_grid(random, shape, rows, 1);
    next.prepare(grid);
    const double drawn = next.is_dead_end() ? 0 : next.draw(random, row);
    EXPECT_DOUBLE_EQ(drawn, permanent(candidates_of(grid))) << "row " << grid.rows();
  }
}

TEST(RowSamplerRows, AreDrawnAsOftenAsTheirWeightsSay) {
  // Chi-square over all rows that fit; a value above mean + 5 standard deviations would be a fault.
  struct Case {
    Shape shape;
    int rows = 0;
    int lookahead = 0;
  };
  for (const Case& at : {Case{{2, 3}, 1, -1},
                         {{2, 3}, 2, -1},
                         {{2, 3}, 2, 1},
                         {{2, 3}, 3, 0},
                         {{3, 2}, 1, 1},
                         {{3, 2}, 3, 2},
                         {{3, 2}, 4, 1},
                         {{3, 3}, 7, 1},
                         {{2, 2}, 0, 0}}) {
    Random random{4, 0, 0};
    const PartialGrid grid = random_grid(random, at.shape, at.rows, 1);
    ASSERT_EQ(grid.rows(), at.rows);
    NextRow next{at.shape, at.lookahead};
    next.prepare(grid);
    ASSERT_FALSE(next.is_dead_end());
    expect_rows_by_weight(next, random, static_cast<std::size_t>(at.shape.side()),
                          to_string(at.shape) + ", row " + std::to_string(at.rows));
  }
}

TEST(RowSamplerRows, LookedAheadAreThoseThatLeaveEveryBoxAWay) {
  // In the second row of three, one row of the band is below: its rows of boxes are free of each other.
  const Shape shape{3, 2};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random{5, 0, seed};
    const PartialGrid grid = random_grid(random, shape, 4, -1);
    if (grid.rows() < 4) continue;
    double with_last_row = 0;
    std::map<Row, double> expected;
    for (const Row& row : rows_that_fit(grid)) {
      const auto last_rows = static_cast<double>(rows_that_fit(with(grid, row)).size());
      if (last_rows > 0) expected[row] = last_rows;
      with_last_row += last_rows;
    }
    NextRow next{shape, 1};
    const auto drawn = all_drawn_rows(random, next, grid);
    ASSERT_EQ(drawn.size(), expected.size()) << "seed " << seed;
    for (const auto& [row, last_rows] : expected) {
      EXPECT_NEAR(drawn.at(row), with_last_row / last_rows, 1e-9) << "seed " << seed;
    }
  }
}

TEST(RowSamplerLastRows, AreCountedAsByTrying) {
  for (const Shape shape : {Shape{2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {1, 5}, {5, 1}}) {
    Random random{6, 0, 0};
    for (int i = 0; i < 6; ++i) {
      const PartialGrid grid = random_grid(random, shape, shape.side() - counted_rows(shape), 1);
      if (shape.side() - grid.rows() > counted_rows(shape)) continue;
      EXPECT_EQ(count_last_rows(grid), completions(grid)) << to_string(shape) << ", grid " << i;
    }
  }
  EXPECT_THROW(count_last_rows(PartialGrid{{2, 2}}), std::invalid_argument);
}

TEST(RowSamplerDescent, HasTheNumberOfGridsAsItsExpectation) {
  // 288 (OEIS A107739), and by trying.
  for (const int lookahead : {-1, 0, 1}) {
    Random random{7, 0, 0};
    NextRow next{{2, 2}, lookahead};
    EXPECT_NEAR(expectation(random, next, PartialGrid{{2, 2}}), 288, 1e-6) << "lookahead " << lookahead;
  }
  EXPECT_EQ(completions(PartialGrid{{2, 2}}), 288);
}

TEST(RowSamplerDescent, HasTheNumberOfCompletionsAsItsExpectation) {
  for (const Shape shape : {Shape{2, 3}, {3, 2}}) {
    for (const int lookahead : {-1, 0, 1, 2}) {
      Random random{8, 0, 0};
      const PartialGrid grid = random_grid(random, shape, 2, lookahead);
      NextRow next{shape, lookahead};
      const double expected = completions(grid);
      EXPECT_NEAR(expectation(random, next, grid), expected, expected * 1e-6)
          << to_string(shape) << ", lookahead " << lookahead;
    }
  }
}

void expect_estimate(Shape shape, const Descent::Settings& settings, Real expected, int samples) {
  Descent descent{shape, settings};
  Random random{9, 0, 0};
  Moments moments;
  for (int i = 0; i < samples; ++i) moments.add(descent.sample(random));
  EXPECT_GT(moments.standard_error(), 0);
  EXPECT_LT(moments.standard_error(), 0.02L * expected) << to_string(shape);
  EXPECT_NEAR(static_cast<double>(moments.mean / expected), 1,
              5 * static_cast<double>(moments.standard_error() / expected))
      << to_string(shape) << ", lookahead " << settings.lookahead;
}

TEST(RowSamplerDescent, EstimatesKnownNumbers) {
  // Grids: OEIS A107739 and its table of boxes of other shapes (2x3, 2x4); Latin squares: OEIS A002860.
  const std::map<Shape, Real> known{{{2, 3}, 28'200'960.0L},
                                    {{3, 2}, 28'200'960.0L},
                                    {{2, 4}, 29'136'487'207'403'520.0L},
                                    {{4, 2}, 29'136'487'207'403'520.0L},
                                    {{3, 3}, 6'670'903'752'021'072'936'960.0L},
                                    {{1, 5}, 161'280.0L},
                                    {{5, 1}, 161'280.0L},
                                    {{1, 6}, 812'851'200.0L}};
  for (const auto& [shape, grids] : known) expect_estimate(shape, Descent::useful_settings(shape), grids, 4000);
}

TEST(RowSamplerDescent, EstimatesTheSameWithAnySettings) {
  const Real six = 28'200'960.0L;
  for (const int lookahead : {-1, 0, 1, 2}) {
    expect_estimate({3, 2}, {.lookahead = lookahead, .copies = {}}, six, 4000);
    expect_estimate({2, 3}, {.lookahead = lookahead, .copies = {1, 2, 3}}, six, 4000);
    expect_estimate({4, 2}, {.lookahead = lookahead, .copies = {2, 1, 2, 1, 3}}, 29'136'487'207'403'520.0L, 1000);
  }
}

TEST(RowSamplerDescent, DependsOnTheRandomNumbersAlone) {
  Descent used{{3, 3}};
  Random other{10, 0, 0};
  for (int i = 0; i < 3; ++i) used.sample(other);
  Descent fresh{{3, 3}};
  Random random{11, 0, 0};
  Random again{11, 0, 0};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(used.sample(random), fresh.sample(again));
}

TEST(RowSamplerDescent, StopsWhereItIsAskedTo) {
  struct Asked {};
  Descent descent{{4, 4}};
  Random random{12, 0, 0};
  int left = 5;
  EXPECT_THROW(descent.sample(random,
                              [&left] {
                                if (--left == 0) throw Asked{};
                              }),
               Asked);
  EXPECT_GT(descent.sample(random), 0);
}

}  // namespace
