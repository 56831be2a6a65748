#include "stack_product/grid_ratio.hpp"

#include "band_recursion/band_sum.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/tally.hpp"
#include "stack_product/bands/band_orders.hpp"
#include "stack_product/bands/bands.hpp"
#include "stack_product/factorisations/factorisations.hpp"
#include "stack_product/plans.hpp"
#include "stack_product/stacks/disjoint_stacks.hpp"
#include "stack_product/stacks/stack_fillings.hpp"
#include "support/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::stack_product {
namespace {

std::vector<double> random_values(std::size_t count, std::uint64_t seed) {
  Random random{seed, 0, 0};
  std::vector<double> values(count);
  for (double& value : values) value = random.unit_interval() - 0.4;
  return values;
}

/// The mean over all sets of `size` stacks without a common box, from the definition: over all ordered choices, one
/// stack after the other.
struct SlowMean {
  const DisjointStacks& stacks;
  const std::vector<double>& values;
  int bands;

  bool disjoint(std::size_t one, std::size_t other) const {
    for (int band = 0; band < bands; ++band) {
      if (stacks.box(one, band) == stacks.box(other, band)) return false;
    }
    return true;
  }
  void add(std::vector<std::size_t>& chosen, int size, double product, double& sum, double& count) const {
    if (static_cast<int>(chosen.size()) == size) {
      sum += product;
      count += 1;
      return;
    }
    for (std::size_t stack = 0; stack < values.size(); ++stack) {
      if (!std::ranges::all_of(chosen, [&](std::size_t other) { return disjoint(stack, other); })) continue;
      chosen.push_back(stack);
      add(chosen, size, product * values[stack], sum, count);
      chosen.pop_back();
    }
  }
  double operator()(int size) const {
    double sum = 0;
    double count = 0;
    std::vector<std::size_t> chosen;
    add(chosen, size, 1, sum, count);
    return sum / count;
  }
};

TEST(DisjointStacks, AverageProductsAsTheDefinitionDoes) {
  for (const auto& [boxes, bands] : {std::pair{2, 3}, {3, 2}, {3, 3}, {4, 2}, {3, 4}, {5, 2}, {2, 8}}) {
    const DisjointStacks stacks{boxes, bands};
    const auto values = random_values(stacks.stacks(), 7);
    const SlowMean slow{stacks, values, bands};
    for (int size = 2; size <= std::min(boxes, 4); ++size) {
      EXPECT_NEAR(stacks.mean_product(values, size), slow(size), 1e-13) << boxes << " boxes, " << bands << ", " << size;
    }
  }
}

TEST(DisjointStacks, CountGrids) {
  EXPECT_EQ(DisjointStacks(3, 3).grids(), 36);
  EXPECT_EQ(DisjointStacks(4, 4).grids(), 13824);
  EXPECT_EQ(DisjointStacks(6, 6).grids(), 193491763200000) << "720^5, the greatest";
  EXPECT_EQ(DisjointStacks(5, 2).stacks(), 25U);
}

TEST(DisjointStacks, AddUpProductsOfAllOrdersToGrids) {
  const DisjointStacks stacks{4, 3};
  const auto values = random_values(stacks.stacks(), 3);
  const double first = 4 * std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  const double sum = 1 + first + 6 * stacks.mean_product(values, 2) + 4 * stacks.mean_product(values, 3) +
                     stacks.mean_product(values, 4);
  EXPECT_NEAR(stacks.mean_grid(values), sum, 1e-13);
}

TEST(DisjointStacks, DrawTheProductsOfFourAndMore) {
  const DisjointStacks stacks{5, 2};
  const auto values = random_values(stacks.stacks(), 5);
  const double exact = 5 * stacks.mean_product(values, 4) + stacks.mean_product(values, 5);
  Moments means;
  for (std::uint64_t unit = 0; unit < 40; ++unit) {
    Random random{1, 2, unit};
    means.add(stacks.mean_high_products(values, 200, random));
  }
  EXPECT_GT(means.standard_error(), 0);
  EXPECT_NEAR(static_cast<double>(means.mean), exact, 4.5 * static_cast<double>(means.standard_error()));
}

/// Counts the orders of rows and boxes that turn one band into another by trying all.
int slow_count_between(const RowStructure& one, const RowStructure& other, std::size_t rows) {
  std::vector<std::size_t> row_order(rows);
  std::iota(row_order.begin(), row_order.end(), std::size_t{0});
  int count = 0;
  do {
    std::vector<std::size_t> box_order(rows);
    std::iota(box_order.begin(), box_order.end(), std::size_t{0});
    do {
      bool equal = true;
      for (std::size_t box = 0; box < rows; ++box) {
        for (std::size_t row = 0; row < rows; ++row) {
          equal = equal && one.rows[box_order[box]][row_order[row]] == other.rows[box][row];
        }
      }
      count += equal ? 1 : 0;
    } while (std::next_permutation(box_order.begin(), box_order.end()));
  } while (std::next_permutation(row_order.begin(), row_order.end()));
  return count;
}

TEST(BandOrders, CountTheOrdersThatTurnOneBandIntoAnother) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{4, 2}}) {
    const Bands bands{shape};
    const BandOrders orders{shape.box_rows};
    const auto rows = static_cast<std::size_t>(shape.box_rows);
    Random random{4, 0, 0};
    for (int i = 0; i < 200; ++i) {
      RowStructure one;
      RowStructure other;
      bands.draw(random, one);
      bands.draw(random, other);
      const RowStructure same = orders.put(one, random);
      EXPECT_EQ(orders.count_between(one, other), slow_count_between(one, other, rows));
      EXPECT_EQ(orders.count_between(one, same), slow_count_between(one, same, rows));
      EXPECT_GE(orders.count_between(one, same), 1);
    }
  }
}

TEST(BandOrders, AreDrawnEquallyOften) {
  const BandOrders orders{2};
  RowStructure band;
  band.rows[0] = {1, 2};
  band.rows[1] = {4, 8};
  std::map<std::array<SymbolSet32, 4>, int> seen;
  Random random{9, 0, 0};
  for (int i = 0; i < 4000; ++i) {
    const RowStructure put = orders.put(band, random);
    ++seen[{put.rows[0][0], put.rows[0][1], put.rows[1][0], put.rows[1][1]}];
  }
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& entry : seen) EXPECT_NEAR(entry.second, 1000, 130);
}

/// Returns the rows of a stack whose boxes come from independent bands.
std::vector<SymbolSet32> random_stack(Shape shape, std::uint64_t seed) {
  const Bands bands{shape};
  Random random{seed, 0, 0};
  std::vector<SymbolSet32> rows;
  for (int band = 0; band < shape.bands(); ++band) {
    RowStructure drawn;
    bands.draw(random, drawn);
    for (int row = 0; row < shape.box_rows; ++row) rows.push_back(drawn.rows[0][static_cast<std::size_t>(row)]);
  }
  return rows;
}

TEST(StackFillings, AreEstimatedWithoutBias) {
  struct Case {
    Shape shape;
    int exact_columns = 0;
    int exact_here = 0;
  };
  for (const Case& tested :
       {Case{{3, 3}, 2, 3}, Case{{3, 4}, 3, 4}, Case{{3, 4}, 2, 4}, Case{{2, 5}, 3, 5}, Case{{2, 5}, 4, 5}}) {
    const Shape shape = tested.shape;
    const auto rows = random_stack(shape, 11);
    Factorisations::Workspace exact_workspace;
    const Factorisations exact{shape.side(), tested.exact_here};
    const auto truth = static_cast<double>(exact.count(rows, exact_workspace));
    const StackFillings fillings{shape.side(), shape.box_cols, {.exact_columns = tested.exact_columns, .draws = 20}};
    EXPECT_FALSE(fillings.is_exact());
    StackFillings::Workspace workspace;
    Random random{5, 0, 0};
    Moments estimates;
    std::vector<double> results(20);
    for (int i = 0; i < 40; ++i) {
      fillings.count(rows, random, workspace, results);
      for (const double result : results) estimates.add(result);
    }
    EXPECT_NEAR(static_cast<double>(estimates.mean), truth, 4.5 * static_cast<double>(estimates.standard_error()))
        << to_string(shape) << ", " << tested.exact_columns << " columns counted";
    EXPECT_LT(estimates.standard_error(), 0.1 * truth);
  }
}

TEST(StackFillings, AreCountedIfNoColumnIsDrawn) {
  const Shape shape{3, 4};
  const auto rows = random_stack(shape, 2);
  const StackFillings fillings{shape.side(), 4, {.exact_columns = 4, .draws = 1}};
  EXPECT_TRUE(fillings.is_exact());
  StackFillings::Workspace workspace;
  Factorisations::Workspace exact;
  Random random{5, 0, 0};
  std::vector<double> results(1);
  fillings.count(rows, random, workspace, results);
  EXPECT_EQ(results[0], static_cast<double>(Factorisations(shape.side(), 4).count(rows, exact)));
}

Moments sample(Shape shape, const Settings& settings, int samples) {
  const GridRatio ratio{shape, settings};
  GridRatio::Workspace workspace;
  Random random{1, 1, 1};
  Moments moments;
  for (int i = 0; i < samples; ++i) moments.add(ratio.draw(random, workspace, {}).total());
  return moments;
}

// Here and not with the other bands, because the tables of 6x3 take four seconds.
TEST(StackProductBands, AgreeWithTheRecursionForSixByThree) {
  if (!gridcensus::testing::is_evidence()) GTEST_SKIP() << "bands.cpp has smaller shapes";
  const Shape shape{6, 3};
  const Bands bands{shape};
  EXPECT_EQ(bands.structures() * power(factorial(3), 36), band_recursion::bands(shape));
  // The mean of the pairs that share a row in two boxes of one band, of each of 15 pairs of boxes.
  std::array<std::array<Moments, 6>, 6> shared;
  RowStructure band;
  Random random{3, 6, 3};
  for (int i = 0; i < 5000; ++i) {
    bands.draw(random, band);
    for (std::size_t a = 0; a < 6; ++a) {
      for (std::size_t b = a + 1; b < 6; ++b) {
        int pairs = 0;
        for (const SymbolSet32 one : band.rows[a]) {
          for (const SymbolSet32 other : band.rows[b]) {
            const int common = std::popcount(one & other);
            pairs += common * (common - 1) / 2;
          }
        }
        shared[a][b].add(pairs);
      }
    }
  }
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = a + 1; b < 6; ++b) {
      EXPECT_NEAR(static_cast<double>(shared[a][b].mean), static_cast<double>(bands.mean_shared_pairs()),
                  4.5 * static_cast<double>(shared[a][b].standard_error()))
          << "boxes " << a << " and " << b;
    }
  }
}

TEST(GridRatio, HasNoSpreadIfTheLinearPartIsEverything) {
  // 2x2: the number of fillings depends on whether the two bands of a stack pair the symbols alike. 288 / 256 = 1.125.
  const Moments moments = sample({2, 2}, {}, 100);
  EXPECT_NEAR(static_cast<double>(moments.mean), 1.125, 1e-12);
  EXPECT_NEAR(static_cast<double>(moments.variance()), 0, 1e-20);
}

TEST(GridRatio, TimesItsScaleIsTheNumberOfGrids) {
  struct Case {
    Shape shape;
    Settings settings;
    int samples;
    double max_error;  // of the ratio: makes the test meaningful
  };
  const Real grids_of_2x3 = 28200960;
  const Real grids_of_2x4 = 29136487207403520;
  const Real grids_of_3x3 = 6670903752021072936960.0L;
  const std::vector<std::pair<Real, Case>> cases{
      {grids_of_2x3, {{2, 3}, {{3, 1}, 0}, 20'000, 0.002}},
      {grids_of_2x3, {{2, 3}, {{3, 1}, 0.3}, 20'000, 0.002}},
      {grids_of_2x3, {{2, 3}, {{2, 3}, 0}, 20'000, 0.004}},
      {grids_of_2x3, {{3, 2}, {{2, 1}, 0}, 20'000, 0.002}},
      {grids_of_2x3, {{3, 2}, {{2, 1}, 0.2}, 20'000, 0.002}},
      {grids_of_2x4, {{2, 4}, {{4, 1}, 0.2}, 20'000, 3e-4}},
      {grids_of_2x4, {{4, 2}, {{2, 1}, 0.1}, 50'000, 2e-3}},
      {grids_of_3x3, {{3, 3}, {{3, 1}, 0}, 10'000, 1e-3}},
      {grids_of_3x3, {{3, 3}, {{3, 1}, 0.1}, 10'000, 1e-3}},
      {grids_of_3x3, {{3, 3}, {{2, 2}, 0}, 10'000, 2e-3}},
      // With a mean of G by trials.
      {grids_of_2x3, {{2, 3}, {{3, 1}, 0, false}, 50'000, 5e-3}},
      {grids_of_2x4, {{2, 4}, {{4, 1}, 0, false}, 50'000, 3e-3}},
      {grids_of_2x4, {{2, 4}, {{4, 1}, 0.2, false}, 50'000, 3e-3}},
      {grids_of_2x4, {{2, 4}, {{3, 2}, 0, false}, 50'000, 5e-3}},
      {grids_of_2x4, {{4, 2}, {{2, 1}, 0, false}, 200'000, 8e-3}},
      {grids_of_3x3, {{3, 3}, {{3, 1}, 0, false}, 100'000, 3e-3}},
      {grids_of_3x3, {{3, 3}, {{3, 1}, 0.1, false}, 100'000, 4e-3}},
  };
  for (const auto& [grids, tested] : cases) {
    const Moments moments = sample(tested.shape, tested.settings, tested.samples);
    const Real scale = GridRatio{tested.shape, tested.settings}.scale();
    const auto error = static_cast<double>(moments.standard_error());
    EXPECT_LT(error, tested.max_error) << to_string(tested.shape);
    EXPECT_NEAR(static_cast<double>(moments.mean), static_cast<double>(grids / scale), 4.5 * error)
        << to_string(tested.shape) << ", repeats " << tested.settings.repeats << ", exact mean "
        << tested.settings.has_exact_mean;
  }
}

TEST(GridRatio, ChoosesAScaleCloseToTheExactOneByTrials) {
  // For 2x5, whose G has a spread of 6 %, 400 trials give the mean to 0.3 % or better. The scale has its square.
  const Real exact = GridRatio{{2, 5}, {{5, 1}, 0, true}}.scale();
  const Real by_trials = GridRatio{{2, 5}, {{5, 1}, 0, false}}.scale();
  EXPECT_NEAR(static_cast<double>(by_trials / exact), 1, 0.02);
  EXPECT_EQ(by_trials, (GridRatio{{2, 5}, {{5, 1}, 0, false}}.scale())) << "the same in every run";
}

TEST(GridRatio, KnowsTheMeanProductOfTheLinearPartsOfTwoStacks) {
  // The known part is one number, compared with samples of products of two stacks of one grid, with nothing known.
  const Shape shape{4, 2};
  const GridRatio ratio{shape, {{2, 1}, 0}};
  GridRatio::Workspace workspace;
  Random random{3, 1, 1};
  Moments differences;
  const DisjointStacks stacks{4, 2};
  double known = 0;
  for (int i = 0; i < 250'000; ++i) {
    const auto drawn = ratio.draw(random, workspace, {});
    known = drawn.known - 1;
    differences.add(6 * stacks.mean_product(workspace.surplus, 2) - drawn.pairs);
  }
  EXPECT_GT(known, 0.005);
  EXPECT_NEAR(static_cast<double>(differences.mean), known, 4.5 * static_cast<double>(differences.standard_error()));
  EXPECT_LT(differences.standard_error(), known / 8);
}

TEST(Plans, SampleEveryShapeToFiveByFive) {
  for (int rows = 2; rows <= 5; ++rows) {
    for (int cols = 2; cols <= 5; ++cols) {
      const Shape shape{rows, cols};
      if (shape == Shape{2, 2}) {
        EXPECT_NE(why_not(shape), std::nullopt) << "its samples have no spread";
        continue;
      }
      EXPECT_EQ(why_not(shape), std::nullopt) << to_string(shape);
      EXPECT_EQ(why_not(plan_of(shape)), std::nullopt) << to_string(shape);
      EXPECT_GE(plan_of(shape).batch, 1U);
      if (rows != cols) {
        EXPECT_NE(is_better_transposed(shape), is_better_transposed(shape.transposed())) << to_string(shape);
      }
    }
  }
}

TEST(Plans, TakeTheMeanOfAStackByTrialsIfItsBandsAreTooMany) {
  for (const Shape shape : {Shape{2, 7}, Shape{2, 8}, Shape{4, 6}}) {
    EXPECT_EQ(why_not(shape), std::nullopt) << to_string(shape);
    EXPECT_FALSE(plan_of(shape).settings.has_exact_mean) << to_string(shape);
    EXPECT_TRUE(is_better_transposed(shape.transposed())) << to_string(shape);
    EXPECT_NE(why_not(shape.transposed()), std::nullopt) << "no bands are drawn that way";
  }
  EXPECT_TRUE(plan_of({3, 6}).settings.has_exact_mean);
  EXPECT_NE(why_not(Shape{2, 9}).value().find("no settings were measured"), std::string::npos);
}

TEST(Plans, RejectImpossibleSettings) {
  Plan plan = plan_of({2, 5});
  plan.settings.counting = {.exact_columns = 3, .draws = 1};
  EXPECT_NE(why_not(plan).value_or("").find("two independent estimates"), std::string::npos);
  plan.settings.counting = {.exact_columns = 6, .draws = 1};
  EXPECT_NE(why_not(plan).value_or("").find("has 5 columns"), std::string::npos);
  plan.settings.counting = {.exact_columns = 5, .draws = 4};
  EXPECT_NE(why_not(plan).value_or("").find("they are all counted"), std::string::npos);
  EXPECT_TRUE(why_not(Shape{9, 9}));
}

TEST(Plans, AreChangedByHand) {
  Plan plan = plan_of({4, 4});
  change_counting(plan, 4, std::nullopt);
  EXPECT_EQ(plan.settings.counting, (Counting{.exact_columns = 4, .draws = 1})) << "nothing is left to draw";
  EXPECT_EQ(plan.batch, 1U);
  EXPECT_EQ(why_not(plan), std::nullopt);
  plan = plan_of({2, 5});
  change_counting(plan, 3, std::nullopt);
  EXPECT_EQ(plan.settings.counting, (Counting{.exact_columns = 3, .draws = 2}));
  EXPECT_EQ(why_not(plan), std::nullopt);
  plan = plan_of({3, 5});
  const std::uint64_t batch = plan.batch;
  change_counting(plan, std::nullopt, std::nullopt);
  EXPECT_EQ(plan.batch, batch);
  change_counting(plan, 5, std::nullopt);
  EXPECT_GT(memory_bytes(plan), memory_bytes(plan_of({3, 5})));
}

}  // namespace
}  // namespace gridcensus::stack_product
