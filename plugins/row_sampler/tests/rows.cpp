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

/// Returns the permanent of a 0-1 matrix, exactly, by Ryser's formula over sets of columns. Shares nothing with subsets
/// of symbols that grow cell by cell.
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

/// Lists all rows that fit, cell by cell.
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

/// Counts the completed grids, row by row.
double completions(const PartialGrid& grid) {
  if (grid.is_full()) return 1;
  double sum = 0;
  for (const Row& row : rows_that_fit(grid)) sum += completions(with(grid, row));
  return sum;
}

constexpr int few_cells = 2;  // drawn by permanents, so scaling matters in small shapes too

/// Adds random rows until so many are placed or none fits.
PartialGrid random_grid(Random& random, Shape shape, int rows, int counted_cells = 8) {
  NextRow next{shape, counted_cells};
  PartialGrid grid{shape};
  Row row(static_cast<std::size_t>(shape.side()));
  while (grid.rows() < rows) {
    next.prepare(grid);
    if (next.draw(random, row) <= 0) return grid;
    grid.add_unchecked(row);
  }
  return grid;
}

/// Draws often, and returns 1 / probability of each row that was seen.
std::map<Row, double> all_drawn_rows(Random& random, NextRow& next, const PartialGrid& grid) {
  std::map<Row, double> weights;
  next.prepare(grid);
  Row row(static_cast<std::size_t>(grid.shape().side()));
  double seen = 0;
  for (int i = 0; i < 100'000 && seen < 1 - 1e-9; ++i) {
    const double weight = next.draw(random, row);
    if (weight > 0 && weights.emplace(row, weight).second) seen += 1 / weight;
  }
  EXPECT_LT(seen, 1 + 1e-9);
  return weights;
}

/// Returns the expectation of the sampler from a partial grid on: all its choices with their probabilities.
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
      // Only sets with as many symbols as cells are checked.
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

TEST(RowSamplerFillings, RejectInvalidArguments) {
  Fillings fillings;
  EXPECT_THROW(fillings.count({}, 3), std::invalid_argument);
  EXPECT_THROW(fillings.count(std::vector<Symbols>(4, 1), 3), std::invalid_argument);
  EXPECT_THROW(fillings.count(std::vector<Symbols>(4, 1), max_symbols + 1), std::invalid_argument);
  EXPECT_THROW(PartialGrid({2, 13}), std::invalid_argument);
  EXPECT_THROW(ScaledRow({3, 3}, 0), std::invalid_argument);
  EXPECT_THROW(ScaledRow({3, 3}, 13), std::invalid_argument);
  EXPECT_THROW(Descent({3, 3}, {.followed = 0}), std::invalid_argument);
}

TEST(RowSamplerSetSums, AgreeWithAMap) {
  Random random{13, 0, 0};
  SetSums sums;
  for (const std::size_t sets : {std::size_t{1}, std::size_t{50}, std::size_t{1000}}) {
    std::map<Symbols, double> expected;
    sums.clear(sets);
    for (std::size_t i = 0; i < sets; ++i) {
      const auto set = static_cast<Symbols>(random.below(2 * sets));
      const auto weight = static_cast<double>(1 + random.below(9));
      sums.add(set, weight);
      expected[set] += weight;
    }
    for (Symbols set = 0; set < 2 * sets; ++set) {
      EXPECT_EQ(sums.sum(set), expected.contains(set) ? expected[set] : 0) << set << " of " << sets;
    }
  }
}

TEST(RowSamplerRows, AreEquallyLikelyIfDrawnByPermanents) {
  for (const Shape shape : {Shape{2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 4}, {4, 3}, {1, 6}, {6, 1}}) {
    ScaledRow next{shape, 12};
    Row row(static_cast<std::size_t>(shape.side()));
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Random random{2, 0, seed};
      for (int rows = 0; rows<shape.side(); rows += shape.box_cols> 1 ? shape.box_rows : 1) {
        const PartialGrid grid = random_grid(random, shape, rows);
        next.prepare(grid);
        EXPECT_NEAR(next.draw(random, row) / permanent(candidates_of(grid)), 1, 1e-12)
            << to_string(shape) << ", row " << grid.rows() << ", seed " << seed;
      }
    }
  }
}

TEST(RowSamplerRows, HaveThePermanentAsTheirMeanNumberForEighteenSymbols) {
  const Shape shape{2, 9};
  ScaledRow next{shape, few_cells};
  Random random{15, 0, 0};
  const PartialGrid grid = random_grid(random, shape, 8);
  ASSERT_EQ(grid.rows(), 8);
  next.prepare(grid);
  Row row(18);
  Moments moments;
  const double expected = permanent(candidates_of(grid));
  for (int i = 0; i < 4000; ++i) moments.add(static_cast<Real>(next.draw(random, row) / expected));
  EXPECT_LT(moments.standard_error(), 0.01L);
  EXPECT_NEAR(static_cast<double>(moments.mean), 1, 5 * static_cast<double>(moments.standard_error()));
}

TEST(RowSamplerRows, AreDrawnInProportionToTheirWeights) {
  struct Case {
    Shape shape;
    int rows = 0;
  };
  for (const Case& at : {Case{{2, 3}, 1},
                         {{2, 3}, 2},
                         {{2, 3}, 3},
                         {{3, 2}, 1},
                         {{3, 2}, 3},
                         {{3, 2}, 4},
                         {{4, 2}, 5},
                         {{4, 2}, 6},
                         {{5, 2}, 4},
                         {{5, 2}, 8},
                         {{3, 3}, 7},
                         {{2, 2}, 0},
                         {{1, 6}, 2},
                         {{6, 1}, 2}}) {
    Random random{4, 0, 0};
    const PartialGrid grid = random_grid(random, at.shape, at.rows);
    ASSERT_EQ(grid.rows(), at.rows) << to_string(at.shape);
    for (const int counted_cells : {1, few_cells, 12}) {
      NextRow next{at.shape, counted_cells};
      next.prepare(grid);
      expect_rows_by_weight(next, random, static_cast<std::size_t>(at.shape.side()),
                            to_string(at.shape) + ", row " + std::to_string(at.rows));
    }
  }
}

TEST(RowSamplerRows, AreAllDrawnIfTheyCanBeCompleted) {
  // Rows that leave the boxes of their band without a filling may be missing, others not; a row always has one weight.
  for (const auto& [shape, rows] : std::map<Shape, int>{{{2, 3}, 2}, {{3, 2}, 3}, {{4, 2}, 5}, {{5, 2}, 8}}) {
    Random random{14, 0, 0};
    NextRow next{shape, few_cells};
    const PartialGrid grid = random_grid(random, shape, rows);
    ASSERT_EQ(grid.rows(), rows);
    const auto drawn = all_drawn_rows(random, next, grid);
    for (const Row& row : rows_that_fit(grid)) {
      const bool is_band_full = (rows + 1) % shape.box_rows == 0;
      if (!is_band_full && rows_that_fit(with(grid, row)).empty()) continue;
      EXPECT_TRUE(drawn.contains(row)) << to_string(shape);
    }
  }
}

TEST(RowSamplerRows, AreDrawnJointlyWithTheLastRowOfABand) {
  // Their probabilities are proportional to the ways to fill the last row below, by two, three and four boxes.
  for (const Shape shape : {Shape{3, 2}, {4, 2}, {3, 3}}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Random random{5, 0, seed};
      const PartialGrid grid = random_grid(random, shape, 2 * shape.box_rows - 2);
      ASSERT_EQ(grid.rows(), 2 * shape.box_rows - 2);
      double with_last_row = 0;
      std::map<Row, double> expected;
      for (const Row& row : rows_that_fit(grid)) {
        const auto last_rows = static_cast<double>(rows_that_fit(with(grid, row)).size());
        if (last_rows > 0) expected[row] = last_rows;
        with_last_row += last_rows;
      }
      NextRow next{shape, few_cells};
      const auto drawn = all_drawn_rows(random, next, grid);
      ASSERT_EQ(drawn.size(), expected.size()) << to_string(shape) << ", seed " << seed;
      for (const auto& [row, last_rows] : expected) {
        EXPECT_NEAR(drawn.at(row) * last_rows / with_last_row, 1, 1e-9) << to_string(shape) << ", seed " << seed;
      }
    }
  }
}

TEST(RowSamplerLastRows, AgreeWithBruteForce) {
  for (const Shape shape : {Shape{2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {1, 5}, {5, 1}}) {
    Random random{6, 0, 0};
    for (int i = 0; i < 6; ++i) {
      const PartialGrid grid = random_grid(random, shape, shape.side() - counted_rows(shape));
      if (shape.side() - grid.rows() > counted_rows(shape)) continue;
      EXPECT_EQ(count_last_rows(grid), completions(grid)) << to_string(shape) << ", grid " << i;
    }
  }
  EXPECT_THROW(count_last_rows(PartialGrid{{2, 2}}), std::invalid_argument);
}

TEST(RowSamplerDescent, HasTheNumberOfGridsAsItsExpectation) {
  // 288 (OEIS A107739), and by brute force.
  for (const int counted_cells : {1, few_cells, 4}) {
    Random random{7, 0, 0};
    NextRow next{{2, 2}, counted_cells};
    EXPECT_NEAR(expectation(random, next, PartialGrid{{2, 2}}), 288, 1e-6) << counted_cells << " cells";
  }
  EXPECT_EQ(completions(PartialGrid{{2, 2}}), 288);
}

TEST(RowSamplerDescent, HasTheNumberOfCompletionsAsItsExpectation) {
  for (const Shape shape : {Shape{2, 3}, {3, 2}}) {
    for (const int counted_cells : {1, few_cells, 6}) {
      Random random{8, 0, 0};
      const PartialGrid grid = random_grid(random, shape, 2);
      NextRow next{shape, counted_cells};
      const double expected = completions(grid);
      EXPECT_NEAR(expectation(random, next, grid), expected, expected * 1e-6)
          << to_string(shape) << ", " << counted_cells << " cells";
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
      << to_string(shape) << ", " << settings.followed << " followed, " << settings.counted_cells << " cells";
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
  for (const auto& [shape, grids] : known) expect_estimate(shape, Descent::tuned_settings(shape), grids, 4000);
  // Five and six boxes in a band: more than are drawn by their sums. Grids: OEIS A107739's table, 2x5 and 2x6.
  expect_estimate({5, 2}, Descent::tuned_settings({5, 2}), 1'903'816'047'972'624'930'994'913'280'000.0L, 1000);
  expect_estimate({6, 2}, Descent::tuned_settings({6, 2}), 3.829'627'892'073'810'8e49L, 1000);
}

TEST(RowSamplerDescent, EstimatesTheSameWithAnySettings) {
  const Real six = 28'200'960.0L;
  for (const int followed : {1, 2, 3, 7}) {
    expect_estimate({3, 2}, {.followed = followed, .counted_cells = 1}, six, 4000);
    expect_estimate({2, 3}, {.followed = followed, .counted_cells = 3}, six, 4000);
    expect_estimate({4, 2}, {.followed = followed, .counted_cells = 2}, 29'136'487'207'403'520.0L, 2000);
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

TEST(RowSamplerDescent, StopsOnRequest) {
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
