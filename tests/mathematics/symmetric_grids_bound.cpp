// The bound of the number of grids with automorphisms: compared with counts of the grids that each map fixes, and with
// known numbers of classes. The powers of prime order: by multiplying every map of a group with itself.
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "support/all_grid_maps.hpp"
#include "support/sample_grids.hpp"
#include "symmetric_grids_bound/automorphism_bound.hpp"
#include "symmetric_grids_bound/essentially_different.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using namespace gridcensus::symmetric_grids_bound;
using gridcensus::testing::all_permutations;
using gridcensus::testing::for_each_geometric_map;
using gridcensus::testing::grids_by_trial;
using gridcensus::testing::relabelling_back;
using gridcensus::testing::scrambled_grid;

/// Returns the kind of a permutation of lines of prime order, line by line.
LineKind kind_by_trial(const Images& images, int blocks, int block_size) {
  LineKind kind{0, 0, 0, block_size};
  for (int block = 0; block < blocks; ++block) {
    const int first = block * block_size;
    if (images[static_cast<std::size_t>(first)] / block_size != block) {
      ++kind.moved_blocks;
      continue;
    }
    int fixed = 0;
    for (int line = first; line < first + block_size; ++line) {
      if (images[static_cast<std::size_t>(line)] == line) ++fixed;
    }
    kind.fixed_lines += fixed;
    kind.max_fixed_lines = std::max(kind.max_fixed_lines, fixed);
    kind.min_fixed_lines = std::min(kind.min_fixed_lines, fixed);
  }
  if (kind.moved_blocks == blocks) kind.min_fixed_lines = 0;
  return kind;
}

struct Powers {
  std::vector<PrimeKind> kinds;
  bool has_transposing_power = false;

  bool operator<(const Powers& other) const {
    return std::tie(kinds, has_transposing_power) < std::tie(other.kinds, other.has_transposing_power);
  }
};

/// Returns the powers of prime order of a map, by multiplying it with itself.
Powers powers_by_trial(Shape shape, const GridMap& map) {
  std::vector<GridMap> powers{GridMap{}};  // by exponent, up to the order
  do powers.push_back(composed(powers.back(), map));
  while (powers.back() != GridMap{});
  const int order = static_cast<int>(powers.size()) - 1;
  Powers result;
  for (int prime = 2; prime <= order; ++prime) {
    bool is_prime = order % prime == 0;
    for (int divisor = 2; divisor < prime; ++divisor) is_prime = is_prime && prime % divisor != 0;
    if (!is_prime) continue;
    const GridMap& power = powers[static_cast<std::size_t>(order / prime)];
    if (power.is_transposed) {
      result.has_transposing_power = true;
    } else {
      result.kinds.push_back({prime, kind_by_trial(power.rows, shape.bands(), shape.box_rows),
                              kind_by_trial(power.columns, shape.stacks(), shape.box_cols)});
    }
  }
  return result;
}

TEST(AutomorphismBound, SharesOfMapsEqualThoseFoundByMultiplying) {
  for (const Shape shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{1, 4}, Shape{1, 5}, Shape{4, 1}, Shape{1, 1}}) {
    std::map<Powers, int> found;
    for_each_geometric_map(shape, geometric_moves(shape),
                           [&](const GridMap& map) { ++found[powers_by_trial(shape, map)]; });
    EXPECT_EQ(found[Powers{}], 1) << to_string(shape);
    found.erase(Powers{});
    const Real order = to_real(group_order(shape, geometric_moves(shape)));
    std::map<Powers, Real> computed;
    for (const SymmetryShare& maps : symmetry_shares(shape)) {
      computed[Powers{maps.powers, maps.has_transposing_power}] += maps.share * order;
    }
    ASSERT_EQ(computed.size(), found.size()) << to_string(shape);
    for (const auto& [powers, maps] : found) {
      ASSERT_TRUE(computed.contains(powers)) << to_string(shape);
      EXPECT_NEAR(static_cast<double>(computed[powers]), maps, 1e-9) << to_string(shape);
    }
  }
}

TEST(AutomorphismBound, SharesAddUpToTheWholeGroup) {
  for (int rows = 1; rows <= 5; ++rows) {
    for (int cols = 1; cols <= 5; ++cols) {
      const Shape shape{rows, cols};
      Real sum = 1 / to_real(group_order(shape, geometric_moves(shape)));
      for (const SymmetryShare& maps : symmetry_shares(shape)) sum += maps.share;
      EXPECT_NEAR(static_cast<double>(sum), 1.0, 1e-12) << to_string(shape);
    }
  }
}

/// Checks the bound for a map of each conjugacy class: the grids that it fixes up to relabelling, among those that
/// begin with the row 1, 2, .., N. By relabelling it fixes N! times as many.
///
/// @return  the classes whose maps have prime order.
int expect_bound_of_each_class(Shape shape) {
  Grid begin{shape, {}};
  for (int symbol = 0; symbol < shape.side(); ++symbol) begin.symbols.push_back(static_cast<std::uint8_t>(symbol));
  const std::vector<Grid> grids = grids_by_trial(begin);
  const Real relabellings = to_real(gridcensus::factorial(shape.side()));
  std::set<std::string> seen;
  int classes_of_prime_order = 0;
  for_each_geometric_map(shape, geometric_moves(shape), [&](const GridMap& map) {
    if (map == GridMap{} || !seen.insert(class_name(shape, map)).second) return;
    int kept = 0;
    for (const Grid& grid : grids) kept += relabelling_back(grid, map) ? 1 : 0;
    const auto [kinds, has_transposing_power] = powers_by_trial(shape, map);
    if (has_transposing_power) {
      EXPECT_LE(kept * relabellings, fixed_grids_bound_transposing(shape)) << class_name(shape, map);
    }
    for (const PrimeKind& kind : kinds) {
      EXPECT_LE(kept * relabellings, fixed_grids_bound(shape, kind) * 1.000001L) << class_name(shape, map);
    }
    const GridMap square = composed(map, map);
    if (square == GridMap{} || composed(square, map) == GridMap{}) ++classes_of_prime_order;
  });
  return classes_of_prime_order;
}

TEST(AutomorphismBound, HoldsForTheGridsThatEachMapFixes) {
  EXPECT_GT(expect_bound_of_each_class({2, 2}), 5);
  EXPECT_GT(expect_bound_of_each_class({2, 3}), 10);
  EXPECT_GT(expect_bound_of_each_class({1, 4}), 5);
  EXPECT_GT(expect_bound_of_each_class({1, 5}), 5);
}

struct Known {
  Shape shape;
  std::string grids;
  Real classes = 0;
};

/// Sources: framework/data/published_values has one for each.
TEST(AutomorphismBound, HoldsIfTheClassesAreKnown) {
  for (const auto& [shape, grids, classes] :
       {Known{{2, 2}, "288", 2}, Known{{2, 3}, "28200960", 49}, Known{{2, 4}, "29136487207403520", 1673187},
        Known{{2, 5}, "1903816047972624930994913280000", 4743933427433330.0L},
        Known{{3, 3}, "6670903752021072936960", 5472730538.0L}, Known{{1, 5}, "161280", 2},
        Known{{1, 6}, "812851200", 22}, Known{{1, 7}, "61479419904000", 564}}) {
    const Real free = to_real(*parse_integer(grids)) / to_real(group_order(shape, all_moves(shape)));
    const Real bound = automorphism_excess_bound(shape);
    EXPECT_GE(bound, classes - free) << to_string(shape);
    EXPECT_NEAR(static_cast<double>(automorphism_excess_bound(shape.transposed()) / bound), 1.0, 1e-9)
        << to_string(shape);
  }
}

/// 5x4 to 5x5 have more than 10^130 classes (by the estimates), 4x4 more than 10^70, 3x5 10^58, 3x4 and 2x6 10^28 and
/// 10^29.
TEST(AutomorphismBound, IsSmallForLargeShapes) {
  EXPECT_LT(automorphism_excess_bound({2, 6}), 1e27L);
  EXPECT_LT(automorphism_excess_bound({3, 4}), 1.2e25L);
  EXPECT_LT(automorphism_excess_bound({3, 5}), 1e45L);
  EXPECT_LT(automorphism_excess_bound({4, 4}), 2e59L);
  EXPECT_LT(automorphism_excess_bound({4, 5}), 4e98L);
  EXPECT_LT(automorphism_excess_bound({5, 5}), 3e192L);
  // A value below the proof's would be an error that comparisons with small shapes, where the bound is loose, may miss.
  EXPECT_GT(automorphism_excess_bound({3, 4}), 1.05e25L);
  EXPECT_GT(automorphism_excess_bound({4, 4}), 1.45e59L);
}

TEST(AutomorphismBound, IsFiniteForAllShapesUpToFiveByFive) {
  EXPECT_EQ(automorphism_excess_bound({1, 1}), 0);
  for (int rows = 1; rows <= 5; ++rows) {
    for (int cols = rows == 1 ? 2 : 1; cols <= 5; ++cols) {
      const Real bound = automorphism_excess_bound({rows, cols});
      EXPECT_GT(bound, 0) << rows << "x" << cols;
      EXPECT_TRUE(std::isfinite(bound)) << rows << "x" << cols;
    }
  }
  EXPECT_THROW(automorphism_excess_bound({2, 13}), std::invalid_argument);
}

/// Needed for averages of numbers of open symbols, in the rows of a grid and in those of a grid of fixed cells.
TEST(AutomorphismBound, LogarithmsOfRowChoicesIncreaseAndAreConcave) {
  for (int open = 2; open < max_grid_side; ++open) {
    const Real here = log_row_choices(1, open);
    EXPECT_GT(here, log_row_choices(1, open - 1));
    EXPECT_GT(2 * here, log_row_choices(1, open - 1) + log_row_choices(1, open + 1));
  }
}

TEST(AutomorphismBound, RowChoicesBoundPermanents) {
  // Square matrices of blocks of ones have the permanent that Bregman's theorem gives; a circulant has less.
  EXPECT_NEAR(static_cast<double>(std::exp(log_row_choices(6, 3))), 36.0, 1e-9);
  int permanent = 0;
  for (const Images& images : all_permutations(6)) {
    bool is_open = true;
    for (std::size_t i = 0; i < 6; ++i) is_open = is_open && (images[i] + 6 - i) % 6 < 3;
    if (is_open) ++permanent;
  }
  EXPECT_GT(permanent, 0);
  EXPECT_LT(permanent, 36);
}

/// A cycle of columns goes to a cycle of symbols with one of p phases: with all phases open there are k! p^k ways.
TEST(AutomorphismBound, CycleChoicesBoundAllWays) {
  for (const int prime : {2, 3, 5}) {
    Real ways = 1;
    for (int cycles = 1; cycles * prime <= max_grid_side; ++cycles) {
      ways *= static_cast<Real>(cycles * prime);
      EXPECT_GE(log_cycle_choices(prime, cycles, static_cast<Real>(cycles * prime)), std::log(ways) - 1e-12L);
    }
    EXPECT_NEAR(static_cast<double>(log_cycle_choices(prime, 1, static_cast<Real>(prime) + 1e-5L)),
                static_cast<double>(log_cycle_choices(prime, 1, static_cast<Real>(prime))), 1e-4);
  }
}

/// With b bands complete and i rows of the next one, the average column of a box has (R - i)(C - b) possible symbols.
TEST(AutomorphismBound, AverageOfOpenSymbolsMatchesTheProof) {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 3}, Shape{4, 3}, Shape{3, 4}, Shape{2, 5}}) {
    const Grid grid = scrambled_grid(shape, 7);
    for (int row = 0; row < shape.side(); ++row) {
      for (int first = 0; first < shape.side(); first += shape.box_cols) {
        std::size_t open = 0;
        for (int col = first; col < first + shape.box_cols; ++col) {
          std::set<int> used;
          for (int above = 0; above < row; ++above) {
            used.insert(grid.at(above, col));
            if (above / shape.box_rows != row / shape.box_rows) continue;
            for (int beside = first; beside < first + shape.box_cols; ++beside) used.insert(grid.at(above, beside));
          }
          open += static_cast<std::size_t>(shape.side()) - used.size();
        }
        const int expected =
            shape.box_cols * (shape.box_rows - row % shape.box_rows) * (shape.box_cols - row / shape.box_rows);
        EXPECT_EQ(open, static_cast<std::size_t>(expected)) << to_string(shape) << ", row " << row;
      }
    }
  }
}

TEST(EssentiallyDifferent, AddsTheBoundToTheUpperEndOnly) {
  const Shape shape{3, 4};
  const EssentiallyDifferent classes{{.shape = shape}};
  // Of 12! relabellings, 3!^4 4! and 4!^3 3! permutations of lines.
  const Real group = 479001600.0L * 31104 * 82944;
  const auto result =
      std::get<Estimate>(classes.from(Estimate{.value = 8 * group, .standard_error = 2 * group, .samples = 100}));
  EXPECT_NEAR(static_cast<double>(result.value), 8, 1e-9);
  EXPECT_NEAR(static_cast<double>(result.standard_error), 2, 1e-9);
  EXPECT_EQ(result.low, 0);
  Report report;
  classes.add_to(report, Estimate{});
  const auto& excess = std::get<UpperBound>(report.findings.at("greatest_excess_by_automorphisms").value);
  EXPECT_GT(excess.value, 0);
  EXPECT_EQ(result.high, to_real(excess.value)) << "the interval given had no width";
}

Estimate estimate_of(const Outcome& outcome) { return std::get<Estimate>(outcome); }

TEST(EssentiallyDifferent, HasALargerBoundForRulesWithFewerSymmetries) {
  const Shape shape{4, 4};
  const Problem diagonals = parse_problem(shape, "diagonals");
  ASSERT_TRUE(EssentiallyDifferent::is_bounded(diagonals));
  const Real classic_group = to_real(symmetry_group({.shape = shape}).order());
  const Real group = to_real(symmetry_group(diagonals).order());
  ASSERT_LT(group, classic_group);
  const Estimate grids{.value = 1e98L, .standard_error = 1e95L, .low = 1e98L, .high = 1e98L, .samples = 100};
  const Estimate classic = estimate_of(EssentiallyDifferent{{.shape = shape}}.from(grids));
  const Estimate variant = estimate_of(EssentiallyDifferent{diagonals}.from(grids));
  EXPECT_NEAR(static_cast<double>(variant.value / classic.value), static_cast<double>(classic_group / group), 1e-6);
  const Real excess = (variant.high - variant.value) / (classic.high - classic.value);
  EXPECT_NEAR(static_cast<double>(excess / (classic_group / group)), 1, 0.01);
}

TEST(EssentiallyDifferent, IsAnApproximationWithoutABound) {
  // Too small; without boxes; with symmetries that carry boxes to other cells.
  for (const auto& problem : {parse_problem({2, 3}, "diagonals"), parse_problem({3, 4}, "latin"),
                              parse_problem({4, 4}, "disjoint_groups"), parse_problem({1, 12}, "square")}) {
    EXPECT_FALSE(EssentiallyDifferent::is_bounded(problem)) << to_string(problem);
    const Outcome outcome = EssentiallyDifferent{problem}.from(Estimate{.value = 1e30L, .samples = 100});
    EXPECT_TRUE(std::holds_alternative<Approximation>(outcome)) << to_string(problem);
  }
}

TEST(EssentiallyDifferent, IsAnApproximationIfTheBoundIsAboveTheError) {
  const EssentiallyDifferent windows{parse_problem({4, 4}, "windows")};
  const Estimate few{.value = 8.5e68L, .standard_error = 1e67L, .samples = 100};
  EXPECT_TRUE(std::holds_alternative<Approximation>(windows.from(few)));
  const Estimate many{.value = 8.5e90L, .standard_error = 1e89L, .samples = 100};
  EXPECT_TRUE(std::holds_alternative<Estimate>(windows.from(many)));
}

TEST(EssentiallyDifferent, RefusesRulesThatDistinguishSymbols) {
  EXPECT_TRUE(EssentiallyDifferent::why_not(parse_problem({2, 2}, "givens:1...............")));
  EXPECT_FALSE(EssentiallyDifferent::why_not(parse_problem({2, 2}, "diagonals")));
  EXPECT_TRUE(EssentiallyDifferent::why_not({.shape = {3, 3}}));
  EXPECT_FALSE(EssentiallyDifferent::why_not({.shape = {3, 4}}));
}

}  // namespace
