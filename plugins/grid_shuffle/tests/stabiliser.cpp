#include "grid_shuffle/stabiliser.hpp"

#include "support/all_grid_maps.hpp"
#include "support/sample_grids.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::grid_shuffle::StabiliserChain;
using gridcensus::testing::all_permutations;
using gridcensus::testing::for_each_geometric_map;
using gridcensus::testing::grids_by_trial;
using gridcensus::testing::scrambled_grid;
using gridcensus::testing::stabiliser_order_by_trial;

constexpr Moves sources{.labels = true, .rows = true, .columns = true};

/// Returns every selection of moves that has a group.
std::vector<Moves> all_selections(Shape shape) {
  std::vector<Moves> selections;
  for (unsigned bits = 0; bits < 64; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits >> bit & 1U) != 0; };
    const Moves moves{has(0), has(1), has(2), has(3), has(4), has(5)};
    if (!why_no_group(shape, moves)) selections.push_back(moves);
  }
  return selections;
}

TEST(Stabiliser, AgreesWithATrialOfEveryMapForEverySelectionOfMoves) {
  for (const Shape shape : {Shape{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    std::vector<Grid> grids{base_grid(shape)};
    for (std::uint64_t seed = 1; seed <= 2; ++seed) grids.push_back(scrambled_grid(shape, seed));
    for (const Moves& moves : all_selections(shape)) {
      for (const Grid& grid : grids) {
        EXPECT_EQ(StabiliserChain(grid, moves).order(), stabiliser_order_by_trial(grid, moves))
            << to_string(shape) << " " << to_line(grid) << (moves.labels ? " with" : " without") << " labels";
      }
    }
  }
}

// Not even the relabelling is derived: every one of the 3072 maps is applied to every one of the 288 grids (OEIS
// A107739).
TEST(Stabiliser, OrbitsOfAllGridsOf2x2AddUp) {
  const Shape shape{2, 2};
  std::set<std::string> left;
  for (const Grid& grid : grids_by_trial({shape, {}})) left.insert(to_line(grid));
  ASSERT_EQ(left.size(), 288U);
  Integer sum = 0;
  std::multiset<Integer> sizes;
  while (!left.empty()) {
    const Grid grid = parse_line(*left.begin(), shape);
    Integer fixing = 0;
    std::set<std::string> orbit;
    for_each_geometric_map(shape, all_moves(shape), [&](GridMap map) {
      for (const Images& labels : all_permutations(shape.side())) {
        map.labels = labels;
        const Grid image = apply(map, grid);
        if (image == grid) ++fixing;
        orbit.insert(to_line(image));
      }
    });
    const Integer order = StabiliserChain{grid, all_moves(shape)}.order();
    EXPECT_EQ(order, fixing);
    EXPECT_EQ(group_order(shape, all_moves(shape)) / order, orbit.size());
    sum += orbit.size();
    sizes.insert(orbit.size());
    for (const std::string& image : orbit) EXPECT_EQ(left.erase(image), 1U);
  }
  EXPECT_EQ(sum, 288);
  EXPECT_EQ(sizes, (std::multiset<Integer>{96, 192})) << "two grids of 2x2 are essentially different";
}

TEST(Stabiliser, AgreesWithATrialOf46656OrdersForTheSourcesMoves) {
  const Shape shape{3, 3};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Grid grid = seed == 0 ? base_grid(shape) : scrambled_grid(shape, seed, seed == 1 ? 3 : 50);
    EXPECT_EQ(StabiliserChain(grid, sources).order(), stabiliser_order_by_trial(grid, sources)) << to_line(grid);
  }
}

TEST(Stabiliser, AgreesWithATrialOf3359232MapsForAllMoves) {
  const Shape shape{3, 3};
  // Of all grids of 3x3 this one has the most automorphisms, 648: Lin (2004) as cited in Russell and Jarvis (2006).
  const Grid most_symmetric =
      parse_line("123456789456789123789123456231564897564897231897231564312645978645978312978312645", shape);
  EXPECT_EQ(StabiliserChain(most_symmetric, all_moves(shape)).order(), 648);
  for (const Grid& grid : {most_symmetric, base_grid(shape), scrambled_grid(shape, 5, 3), scrambled_grid(shape, 6)}) {
    EXPECT_EQ(StabiliserChain(grid, all_moves(shape)).order(), stabiliser_order_by_trial(grid, all_moves(shape)))
        << to_line(grid);
  }
}

using Sum = int (*)(int, int, int);

int modular(int a, int b, int size) { return (a + b) % size; }
int bitwise(int a, int b, int /*size*/) { return a ^ b; }

/// Returns the table of a group of pairs as a grid: rows of a band differ in the first member, columns of a stack in
/// the second.
Grid table_of_pairs(int size, Sum sum) {
  const Shape shape{size, size};
  Grid grid = base_grid(shape);
  for (int row = 0; row < shape.side(); ++row) {
    for (int col = 0; col < shape.side(); ++col) {
      const int first = sum(row % size, col / size, size);
      const int second = sum(row / size, col % size, size);
      grid.at(row, col) = static_cast<std::uint8_t>(first * size + second);
    }
  }
  check(grid);
  return grid;
}

// The maps of a group's table are (x, y, z) -> (A x + u, A y + v, A z + u + v) with an automorphism A. Bands are the
// cosets of the first members, stacks those of the second, so A is a pair of automorphisms of the members: n - 1 each
// for prime n, 6 for bits of two. Times n^4 translations, times the transposition, which exchanges the members.
TEST(Stabiliser, AgreesWithTheoryForATableOfPairs) {
  EXPECT_EQ(StabiliserChain(table_of_pairs(3, modular), all_moves({3, 3})).order(), 2 * 4 * 81);
  EXPECT_EQ(StabiliserChain(table_of_pairs(4, bitwise), all_moves({4, 4})).order(), 2 * 36 * 256);
  EXPECT_EQ(StabiliserChain(table_of_pairs(5, modular), all_moves({5, 5})).order(), 2 * 16 * 625);
}

TEST(Stabiliser, MapsAreDifferentAndGiveTheGridBack) {
  for (const Grid& grid : {base_grid({2, 2}), base_grid({3, 3}), table_of_pairs(3, modular), base_grid({1, 5})}) {
    Moves moves = all_moves(grid.shape);
    moves.transposition = false;
    const StabiliserChain chain{grid, moves};
    std::set<std::pair<Images, Images>> maps;
    chain.for_each_untransposed([&](const GridMap& map) {
      EXPECT_EQ(apply(map, grid), grid);
      maps.emplace(map.rows, map.columns);
    });
    EXPECT_EQ(chain.order(), maps.size());
  }
  const Grid grid = table_of_pairs(5, modular);
  const StabiliserChain chain{grid, all_moves({5, 5})};
  for (const GridMap& map : chain.generators()) EXPECT_EQ(apply(map, grid), grid);
}

TEST(Stabiliser, IsTrivialForGridsWithoutSymmetry) {
  for (const Shape shape : {Shape{3, 3}, {3, 4}, {4, 4}, {5, 5}, {1, 25}, {25, 1}}) {
    EXPECT_EQ(StabiliserChain(scrambled_grid(shape, 9, 400), all_moves(shape)).order(), 1) << to_string(shape);
  }
}

TEST(Stabiliser, CanBeStopped) {
  const auto stop = [] { throw std::runtime_error{"stopped"}; };
  EXPECT_THROW(StabiliserChain(base_grid({3, 3}), sources, stop), std::runtime_error);
}

}  // namespace
