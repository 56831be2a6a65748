// The low-variance estimate: its two ways to count the bands with given columns, and the statistics of their samples.
#include "band_monte_carlo/low_variance.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "support/closed_band_formulas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;

const std::vector<Shape> tabled{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};

/// Returns the distance of two means, in their common standard error.
Real distance(const Moments& a, const Moments& b) {
  const Real error = std::hypot(a.standard_error(), b.standard_error());
  return error == 0 ? 0 : std::abs(a.mean - b.mean) / error;
}

TEST(LowVariance, TablesAndDirectCountsAgree) {
  for (const Shape shape : tabled) {
    const auto by_table = make_tabled(shape);
    const auto directly = make_direct(shape);
    EXPECT_EQ(by_table->bands(), directly->bands()) << to_string(shape);
    EXPECT_EQ(by_table->completions_of_stack(), directly->completions_of_stack()) << to_string(shape);
    Random one{1, 2, 3};
    Random another{4, 5, 6};
    const LowVarianceSums table_sums = by_table->run(one, 200'000, {});
    const LowVarianceSums direct_sums = directly->run(another, shape == Shape{4, 2} ? 500 : 5000, {});
    EXPECT_LT(distance(table_sums.second, direct_sums.second), 4) << to_string(shape);
    EXPECT_LT(distance(table_sums.all, direct_sums.all), 4) << to_string(shape);
    const Real spread = std::sqrt(table_sums.all.variance());
    // 4x2 has a few signatures with very many bands, which 500 samples may miss.
    const double tolerance = shape == Shape{4, 2} ? 0.5 : 0.2;
    EXPECT_NEAR(static_cast<double>(std::sqrt(direct_sums.all.variance()) / spread), 1, tolerance) << to_string(shape);
  }
}

TEST(LowVariance, CountsTheBandsDuringPreparation) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 4}, Shape{3, 2}, Shape{3, 3}}) {
    EXPECT_EQ(make_tabled(shape)->bands(),
              Integer{*gridcensus::testing::bands_by_formula(shape.box_rows, shape.box_cols)});
  }
  EXPECT_EQ(make_direct({3, 4})->bands(), Integer{*gridcensus::testing::bands_by_formula(3, 4)});
}

TEST(LowVariance, ReportsTheExtremesOfBandsPerSignature) {
  const auto range = make_tabled({3, 3})->bands_with_signature();
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->most, 1728U) << "three boxes with the same columns";
  EXPECT_GT(range->fewest, 0U) << "a regular graph has a perfect matching";
  EXPECT_EQ(make_direct({3, 3})->bands_with_signature(), std::nullopt);
}

TEST(LowVariance, SumsDoNotDependOnTheirUnits) {
  const auto sampler = make_tabled({3, 3});
  Random at_once{1, 2, 3};
  Random in_parts{1, 2, 3};
  const LowVarianceSums whole = sampler->run(at_once, 150'000, {});
  LowVarianceSums parts;
  for (const std::uint64_t samples : {100000U, 1U, 49999U}) parts.add(sampler->run(in_parts, samples, {}));
  EXPECT_EQ(parts.all.count, whole.all.count);
  EXPECT_NEAR(static_cast<double>(parts.all.mean / whole.all.mean), 1, 1e-15);
  EXPECT_NEAR(static_cast<double>(parts.all.squares / whole.all.squares), 1, 1e-13);
  EXPECT_NEAR(static_cast<double>(parts.both.squares / whole.both.squares), 1, 1e-13);
  EXPECT_NEAR(static_cast<double>(parts.all.cubes / whole.all.cubes), 1, 1e-12);
  EXPECT_NEAR(static_cast<double>(parts.all.fourths / whole.all.fourths), 1, 1e-12);
}

// The intervals depend on the third and fourth powers.
TEST(LowVariance, TablesAndDirectCountsHaveTheSameTail) {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}}) {
    Random one{1, 2, 3};
    Random another{4, 5, 6};
    const Moments table = make_tabled(shape)->run(one, 200'000, {}).all;
    const Moments direct = make_direct(shape)->run(another, 50'000, {}).all;
    const auto mean_power = [](Real sum, const Moments& moments) {
      return static_cast<double>(sum / static_cast<Real>(moments.count));
    };
    EXPECT_NEAR(mean_power(table.cubes, table) / mean_power(direct.cubes, direct), 1, 0.1) << to_string(shape);
    EXPECT_NEAR(mean_power(table.fourths, table) / mean_power(direct.fourths, direct), 1, 0.1) << to_string(shape);
    EXPECT_NEAR(static_cast<double>(table.min / direct.min), 1, 1e-12) << to_string(shape);
    EXPECT_NEAR(static_cast<double>(table.max / direct.max), 1, 1e-12) << to_string(shape);
  }
}

TEST(LowVariance, SumHasTheCovarianceOfItsParts) {
  // second <= all if the third factor is at least 1, and both vary together: var(a + b) is between the variances of
  // independent and of equal parts.
  const auto sampler = make_tabled({3, 3});
  Random random{1, 2, 3};
  const LowVarianceSums sums = sampler->run(random, 100'000, {});
  EXPECT_NEAR(static_cast<double>(sums.both.mean), static_cast<double>(sums.second.mean + sums.all.mean), 1e-12);
  const Real apart = std::sqrt(sums.second.variance()) + std::sqrt(sums.all.variance());
  EXPECT_GT(sums.both.variance(), sums.second.variance() + sums.all.variance());
  EXPECT_LT(sums.both.variance(), apart * apart);
}

}  // namespace
