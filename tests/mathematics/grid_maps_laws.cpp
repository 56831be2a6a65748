#include "gridcensus/random.hpp"
#include "grids/grid_maps.hpp"
#include "support/all_grid_maps.hpp"
#include "support/arbitrary_moves.hpp"
#include "support/sample_grids.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <tuple>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::testing::arbitrary_moves;
using gridcensus::testing::arbitrary_random;
using gridcensus::testing::arbitrary_shape;
using gridcensus::testing::for_each_geometric_map;
using gridcensus::testing::scrambled_grid;

RC_GTEST_PROP(GridMaps, ImagesOfGridsAreGrids, ()) {
  const Shape shape = arbitrary_shape();
  Random random = arbitrary_random();
  check(apply(random_map(shape, arbitrary_moves(shape), random), scrambled_grid(shape, random(), 5)));
}

RC_GTEST_PROP(GridMaps, FormAGroupThatActs, ()) {
  const Shape shape = arbitrary_shape();
  const Moves moves = arbitrary_moves(shape);
  Random random = arbitrary_random();
  const Grid grid = scrambled_grid(shape, random(), 5);
  const GridMap a = random_map(shape, moves, random);
  const GridMap b = random_map(shape, moves, random);
  const GridMap c = random_map(shape, moves, random);
  RC_ASSERT(composed(composed(a, b), c) == composed(a, composed(b, c)));
  RC_ASSERT(composed(a, inverse(a)) == GridMap{});
  RC_ASSERT(composed(inverse(a), a) == GridMap{});
  RC_ASSERT(apply(composed(a, b), grid) == apply(b, apply(a, grid)));
  RC_ASSERT(apply(inverse(a), apply(a, grid)) == grid);
}

/// Returns the probability of a chi-squared statistic at least this large, for equally likely outcomes.
double chance_of(const std::vector<std::uint64_t>& counts, std::uint64_t draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(counts.size());
  double statistic = 0;
  for (const auto count : counts) {
    const double difference = static_cast<double>(count) - expected;
    statistic += difference * difference / expected;
  }
  const boost::math::chi_squared_distribution<double> distribution{static_cast<double>(counts.size() - 1)};
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

// Every geometric map of 2x2, and every relabelling on its own; a hundred draws for each, with a fixed seed.
TEST(RandomMap, IsUniform) {
  const Shape shape{2, 2};
  for (const Moves& moves : {geometric_moves(shape), Moves{.labels = true}, Moves{.rows = true, .stacks = true}}) {
    using Key = std::tuple<Images, Images, Images, bool>;
    std::map<Key, std::uint64_t> seen;
    for_each_geometric_map(shape, moves, [&](GridMap map) {
      for (const Images& labels : gridcensus::testing::all_permutations(moves.labels ? shape.side() : 0)) {
        seen[{map.rows, map.columns, labels, map.is_transposed}] = 0;
      }
    });
    const auto maps = seen.size();
    EXPECT_EQ(group_order(shape, moves), maps);
    Random random{7, 7, 7};
    for (std::size_t i = 0; i < 100 * maps; ++i) {
      const GridMap map = random_map(shape, moves, random);
      ++seen[{map.rows, map.columns, map.labels, map.is_transposed}];
    }
    EXPECT_EQ(seen.size(), maps) << "a map outside the group was drawn";
    std::vector<std::uint64_t> counts;
    for (const auto& [map, count] : seen) counts.push_back(count);
    EXPECT_GT(chance_of(counts, 100 * maps), 0.001);
  }
}

// Longer permutations come from several draws: pairs of places across the seam must be as independent as others.
TEST(RandomPermutation, IsUniformOnPairsOfImages) {
  constexpr int size = 25;
  constexpr std::uint64_t draws = 60000;
  for (const auto& [one, other] : {std::pair{0, 1}, {19, 20}, {0, 24}, {23, 24}}) {
    std::vector<std::uint64_t> counts(std::size_t{size} * (size - 1));
    Random random{11, 7, 7};
    for (std::uint64_t i = 0; i < draws; ++i) {
      const Images images = random_permutation(size, random);
      const std::size_t first = images[static_cast<std::size_t>(one)];
      const std::size_t second = images[static_cast<std::size_t>(other)];
      ++counts[first * (size - 1) + second - (second > first ? 1 : 0)];
    }
    EXPECT_GT(chance_of(counts, draws), 0.001) << one << ", " << other;
  }
}

}  // namespace
