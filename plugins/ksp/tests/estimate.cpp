#include "ksp/estimate.hpp"

#include "band_recursion/band_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace gridcensus;
using band_recursion::bands;

Real estimate_of(Shape shape) {
  const Integer band_fillings = bands(shape);
  const bool is_square = shape == shape.transposed();
  const Integer stack_fillings = is_square ? band_fillings : bands(shape.transposed());
  const Real estimate = ksp::estimated_grids(shape, band_fillings, stack_fillings);
  EXPECT_EQ(estimate, ksp::estimated_grids(shape.transposed(), stack_fillings, band_fillings));
  return estimate;
}

TEST(Ksp, GivesThePublishedEstimates) {
  const auto check = [](Shape shape, Real printed, Real half_unit) {
    EXPECT_NEAR(static_cast<double>(estimate_of(shape) / printed - 1), 0, static_cast<double>(half_unit))
        << to_string(shape);
  };
  check({2, 2}, 256, 0);
  check({2, 3}, 2.654208e7L, 0);
  // Recomputed outside this project from exact band counts, to eleven digits.
  constexpr Real eleven_digits = 0.5e-10L;
  check({2, 4}, 2.8581422403e16L, eleven_digits);
  check({2, 5}, 1.8966806233e30L, eleven_digits);
  check({2, 6}, 3.8205014076e49L, eleven_digits);
  check({3, 3}, 6.6570846169e21L, eleven_digits);  // "6.6571e21" Kilfoil 2005
  check({3, 4}, 8.1064172372e46L, eleven_digits);
  check({3, 5}, 3.5086148078e84L, eleven_digits);  // "3.5086e84"
  check({4, 4}, 5.9583830176e98L, eleven_digits);  // "5.9584e98" Silver 2005
  check({4, 5}, 3.1763638834e175L, eleven_digits);
  check({5, 5}, 4.3647890662e308L, eleven_digits);  // beyond a double
}

TEST(Ksp, HasThePublishedErrors) {
  // Exact totals: OEIS A291187, Felgenhauer and Jarvis 2005, Pettersen and Silver 2006.
  const auto error = [](Shape shape, const char* exact) {
    return static_cast<double>(100 * (estimate_of(shape) / to_real(Integer{exact}) - 1));
  };
  EXPECT_NEAR(error({2, 2}, "288"), -11.11, 0.005);
  EXPECT_NEAR(error({2, 3}, "28200960"), -5.882, 0.0005);
  EXPECT_NEAR(error({2, 4}, "29136487207403520"), -1.905, 0.0005);
  EXPECT_NEAR(error({2, 5}, "1903816047972624930994913280000"), -0.3748, 0.00005);
  EXPECT_NEAR(error({2, 6}, "38296278920738107863746324732012492486187417600000"), -0.2383, 0.00005);
  EXPECT_NEAR(error({3, 3}, "6670903752021072936960"), -0.2072, 0.00005);
  EXPECT_NEAR(error({3, 4}, "81171437193104932746936103027318645818654720000"), -0.1321, 0.00005);
}

TEST(Ksp, IsExactIfABandIsTheGrid) {
  for (int side = 1; side <= 7; ++side) EXPECT_EQ(estimate_of({side, 1}), to_real(bands({side, 1}))) << side;
}

TEST(Ksp, QuotientsOfLargeNumbersArePrecise) {
  EXPECT_EQ(ksp::quotient(0, 7), 0);
  EXPECT_EQ(ksp::quotient(1, 3), 1 / Real{3});
  EXPECT_EQ(ksp::quotient(-2, 3), -2 / Real{3});
  EXPECT_EQ(ksp::quotient(power(10, 6000), power(10, 5997)), 1000) << "both beyond the range of a Real";
  EXPECT_EQ(ksp::quotient(power(2, 70) + 1, 1), std::ldexp(Real{1}, 70));
  EXPECT_EQ(ksp::quotient(1, power(2, 200)), std::ldexp(Real{1}, -200));
}

}  // namespace
