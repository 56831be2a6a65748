#include "cycle_types/cycle_types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

using namespace gridcensus::mathematics;
using gridcensus::Integer;

TEST(CycleTypes, ExistForAllPermutations) {
  for (int n = 0; n <= 12; ++n) {
    Integer permutations = 0;
    const std::vector<CycleType> types = cycle_types(n);
    for (const CycleType& type : types) {
      permutations += permutations_of(type);
      EXPECT_EQ(permutations_of(type) * Integer{centraliser_order(type)}, gridcensus::factorial(n));
      EXPECT_EQ(cycle_type_of(permutation_of(type), static_cast<std::size_t>(n)), type);
    }
    EXPECT_EQ(permutations, gridcensus::factorial(n));
    EXPECT_EQ(number_of_cycle_types(n), types.size());
  }
  EXPECT_EQ(cycle_types(25).size(), 1958U);  // OEIS A000041
  EXPECT_EQ(cycle_types(3), (std::vector<CycleType>{{3}, {2, 1}, {1, 1, 1}}));
  EXPECT_EQ(cycle_types(0), std::vector<CycleType>{{}});
}

TEST(CycleTypes, FollowForPowers) {
  std::mt19937 random{1};
  std::vector<int> images(12);
  std::iota(images.begin(), images.end(), 0);
  for (int trial = 0; trial < 20; ++trial) {
    std::shuffle(images.begin(), images.end(), random);
    std::vector<int> product = images;
    for (int exponent = 1; exponent <= 6; ++exponent) {
      EXPECT_EQ(power_type(cycle_type_of(images, images.size()), exponent), cycle_type_of(product, product.size()));
      for (int& image : product) image = images[static_cast<std::size_t>(image)];
    }
  }
}

TEST(CycleTypes, AreFoundForAPartOfThePlaces) {
  const std::vector<int> images{1, 0, 4, 2, 3, 5};
  EXPECT_EQ(cycle_type_of(images, 0, 2), (CycleType{2}));
  EXPECT_EQ(cycle_type_of(images, 2, 4), (CycleType{3, 1}));
}

TEST(CycleTypes, ReportOverflowOfACentraliser) {
  EXPECT_TRUE(centraliser_order(CycleType(30, 1)) == UInt128{gridcensus::factorial(30)});
  EXPECT_THROW(centraliser_order(CycleType(40, 1)), std::overflow_error);
  EXPECT_EQ(permutations_of(CycleType(40, 1)), 1);
}

}  // namespace
