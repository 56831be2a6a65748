#pragma once

#include "gridcensus/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gridcensus::row_sampler {

/// Tests, by a chi-squared test of many draws, that the weight of a drawn row is one over its probability. Draws that
/// reach a dead end, with the weight 0, have the remaining probability.
///
/// @param next  prepared
template <typename NextRow>
void expect_rows_by_weight(NextRow& next, Random& random, std::size_t side, const std::string& where) {
  std::map<std::vector<int>, double> weights;
  std::map<std::vector<int>, int> seen;
  std::vector<int> row(side);
  constexpr int draws = 40'000;
  int dead_ends = 0;
  for (int i = 0; i < draws; ++i) {
    const double weight = next.draw(random, row);
    if (weight <= 0) {
      ++dead_ends;
      continue;
    }
    weights[row] = weight;
    ++seen[row];
  }
  double chi_square = 0;
  double alive = 0;
  for (const auto& [drawn, weight] : weights) {
    const double expected = draws / weight;
    alive += 1 / weight;
    chi_square += (seen[drawn] - expected) * (seen[drawn] - expected) / expected;
  }
  EXPECT_NEAR(dead_ends, draws * (1 - alive), 5 * std::sqrt(draws * std::max(0.0, alive * (1 - alive))) + 1) << where;
  const auto freedom = static_cast<double>(weights.size()) - 1;
  ASSERT_GT(freedom, 0) << where;
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << where;
}

}  // namespace gridcensus::row_sampler
