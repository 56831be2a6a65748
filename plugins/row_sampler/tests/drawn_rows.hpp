#pragma once

#include "gridcensus/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gridcensus::row_sampler {

/// Whether the weight of a row that is drawn is one over its probability, by a chi-squared test of many draws.
///
/// @param next  prepared, and no dead end
template <typename NextRow>
void expect_rows_by_weight(NextRow& next, Random& random, std::size_t side, const std::string& where) {
  std::map<std::vector<int>, double> weights;
  std::map<std::vector<int>, int> seen;
  std::vector<int> row(side);
  constexpr int draws = 40'000;
  for (int i = 0; i < draws; ++i) {
    const double weight = next.draw(random, row);
    weights[row] = weight;
    ++seen[row];
  }
  double chi_square = 0;
  for (const auto& [drawn, weight] : weights) {
    const double expected = draws / weight;
    chi_square += (seen[drawn] - expected) * (seen[drawn] - expected) / expected;
  }
  const auto freedom = static_cast<double>(weights.size()) - 1;
  ASSERT_GT(freedom, 0) << where;
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << where;
}

}  // namespace gridcensus::row_sampler
