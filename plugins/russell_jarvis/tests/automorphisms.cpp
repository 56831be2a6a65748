// The grids with symmetries by the order of their group: the search for a grid's automorphisms, the centraliser of a
// map, and the tasks, compared with lists of small groups and the published numbers of fixed grids.
#include "russell_jarvis/automorphisms.hpp"

#include "gridcensus/broken_invariant.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"
#include "russell_jarvis/automorphisms_centraliser.hpp"
#include "russell_jarvis/automorphisms_stabiliser.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "support/all_grid_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::russell_jarvis::AutomorphismKind;
using gridcensus::russell_jarvis::Automorphisms;
using gridcensus::russell_jarvis::AutomorphismSearch;
using gridcensus::russell_jarvis::SymmetryClasses;
using gridcensus::testing::all_lines;
using gridcensus::testing::for_each_geometric_map;
using gridcensus::testing::relabelling_back;
using Numbers = std::map<int, Integer>;

/// Finds the kind by trying all maps of the group.
AutomorphismKind kind_by_trial(const Grid& grid) {
  AutomorphismKind kind;
  for_each_geometric_map(grid.shape, geometric_moves(grid.shape), [&](const GridMap& map) {
    if (!relabelling_back(grid, map)) return;
    ++kind.order;
    int order = 1;
    for (GridMap power = map; power != GridMap{}; power = composed(power, map)) ++order;
    if (order == 2 || order == 3 || order == 5 || order == 7) ++kind.of_prime_order;
  });
  return kind;
}

/// Returns every grid with 0, 1, 2, .. in its first row.
std::vector<Grid> relabelled_grids(Shape shape) {
  const auto side = shape.side();
  std::vector<Grid> grids;
  Grid grid{shape, std::vector<std::uint8_t>(static_cast<std::size_t>(shape.cells()))};
  const auto fits = [&](int row, int col, int symbol) {
    for (int other = 0; other < row * side + col; ++other) {
      const int other_row = other / side;
      const int other_col = other % side;
      const bool is_box =
          row / shape.box_rows == other_row / shape.box_rows && col / shape.box_cols == other_col / shape.box_cols;
      if ((row == other_row || col == other_col || is_box) && grid.at(other_row, other_col) == symbol) return false;
    }
    return true;
  };
  const auto fill = [&](const auto& self, int cell) -> void {
    if (cell == shape.cells()) {
      grids.push_back(grid);
      return;
    }
    for (int symbol = 0; symbol < side; ++symbol) {
      if (cell < side && symbol != cell) continue;
      if (!fits(cell / side, cell % side, symbol)) continue;
      grid.at(cell / side, cell % side) = static_cast<std::uint8_t>(symbol);
      self(self, cell + 1);
    }
  };
  fill(fill, 0);
  return grids;
}

/// Returns the counts of all tasks, each times the size of its class.
Automorphisms::Counts pairs_of(const Automorphisms& automorphisms, const SymmetryClasses& classes) {
  Automorphisms::Counts pairs;
  for (std::size_t task = 0; task < automorphisms.tasks(); ++task) {
    for (const auto& [kind, grids] : automorphisms.count(task, {})) {
      pairs[kind] += grids * Integer{classes.at(automorphisms.symmetry_class(task)).size};
    }
  }
  return pairs;
}

Numbers numbers_of(Shape shape) {
  const SymmetryClasses classes{shape};
  const Automorphisms automorphisms{shape, classes, {}};
  return automorphisms.essentially_different(pairs_of(automorphisms, classes));
}

constexpr std::string_view cyclic_grid =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
constexpr std::string_view grid_without_symmetry =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

TEST(AutomorphismSearch, AgreesWithATrialOfAllMaps) {
  constexpr Shape shape{3, 3};
  AutomorphismSearch search{shape};
  for (const Grid& grid : {parse_line(cyclic_grid, shape), base_grid(shape), transposed(base_grid(shape))}) {
    const AutomorphismKind found = search.kind(grid.symbols);
    EXPECT_EQ(found, kind_by_trial(grid)) << to_line(grid);
    EXPECT_GT(found.order, 1);
  }
  const Grid plain = parse_line(grid_without_symmetry, shape);
  EXPECT_EQ(kind_by_trial(plain), (AutomorphismKind{.order = 1, .of_prime_order = 0}));
  EXPECT_EQ(search.kind(plain.symbols), (AutomorphismKind{.order = 1, .of_prime_order = 0}));
}

// The most symmetric grid has a group of order 648 (gsf, forum.enjoysudoku.com, "Unique Sudokus").
TEST(AutomorphismSearch, FindsTheLargestGroup) {
  EXPECT_EQ(AutomorphismSearch({3, 3}).kind(parse_line(cyclic_grid, {3, 3}).symbols).order, 648);
}

TEST(AutomorphismSearch, DoesNotDependOnTheOrderOfLines) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{4, 1}}) {
    AutomorphismSearch search{shape};
    const Grid grid = relabelled_grids(shape).back();
    const AutomorphismKind kind = kind_by_trial(grid);
    for_each_geometric_map(shape, geometric_moves(shape), [&](const GridMap& map) {
      EXPECT_EQ(search.kind(apply(map, grid).symbols), kind) << to_string(shape);
    });
  }
}

TEST(LinePermutations, AreAllThatKeepBlocksTogether) {
  for (const auto& [blocks, size] :
       {std::pair{3, 3}, std::pair{2, 4}, std::pair{4, 2}, std::pair{1, 5}, std::pair{5, 1}}) {
    auto found = russell_jarvis::all_line_permutations(blocks, size);
    auto expected = all_lines(blocks, size, true, true);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected) << blocks << " " << size;
  }
}

/// Returns the order of the generated group, from the images of every cell.
std::size_t generated_order(Shape shape, const std::vector<GridMap>& generators) {
  std::map<std::vector<std::uint16_t>, GridMap> reached{{cell_images(shape, GridMap{}), GridMap{}}};
  std::vector<GridMap> open{GridMap{}};
  while (!open.empty()) {
    const GridMap map = open.back();
    open.pop_back();
    for (const GridMap& generator : generators) {
      const GridMap product = composed(map, generator);
      if (reached.emplace(cell_images(shape, product), product).second) open.push_back(product);
    }
  }
  return reached.size();
}

TEST(CentraliserGenerators, GenerateAllCommutingMaps) {
  const auto expect_right = [](Shape shape, std::size_t number) {
    const SymmetryClasses classes{shape};
    const GridMap map = classes.representative(number);
    const auto generators = russell_jarvis::centraliser_generators(shape, map);
    for (const GridMap& other : generators)
      EXPECT_EQ(composed(map, other), composed(other, map)) << classes.name(number);
    EXPECT_EQ(Integer{generated_order(shape, generators)} * Integer{classes.at(number).size}, classes.group_order())
        << to_string(shape) << " " << classes.name(number);
  };
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{4, 1}}) {
    for (std::size_t number = 0; number < SymmetryClasses{shape}.size(); ++number) expect_right(shape, number);
  }
  const SymmetryClasses classes{{3, 3}};
  for (std::size_t number = 0; number < classes.size(); ++number) {
    if (Integer{classes.at(number).size} * 4000 > classes.group_order()) expect_right({3, 3}, number);
  }
}

TEST(Automorphisms, AgreeWithATrialOfAllMapsOnAllGrids) {
  for (const Shape shape : {Shape{2, 2}, Shape{1, 4}, Shape{4, 1}, Shape{1, 5}}) {
    Numbers members;  // by order: the grids up to relabelling
    for (const Grid& grid : relabelled_grids(shape)) ++members[kind_by_trial(grid).order];
    Numbers expected;
    for (const auto& [order, grids] : members) {
      expected[order] = grids * order / group_order(shape, geometric_moves(shape));
    }
    // Each of these shapes has symmetric grids only.
    EXPECT_EQ(numbers_of(shape), expected) << to_string(shape);
  }
}

// 2x3 has 49 essentially different grids (A291188), three of them with 48 members up to relabelling, and so on, out of
// 3456 maps; listed by brute force.
TEST(Automorphisms, CountTheSymmetricGridsOfTwoByThree) {
  const Numbers expected{{2, 11}, {4, 12}, {6, 1}, {8, 5}, {12, 9}, {24, 4}, {36, 3}, {72, 3}};
  EXPECT_EQ(numbers_of({2, 3}), expected);
  EXPECT_EQ(numbers_of({3, 2}), expected);
}

// Latin squares up to isotopy: 22 of order 6, all of them symmetric; and all grids, A002860, by orbits.
TEST(Automorphisms, CountTheSymmetricLatinSquares) {
  const Numbers numbers = numbers_of({1, 6});
  Integer classes = 0;
  Integer squares = 0;
  for (const auto& [order, number] : numbers) {
    classes += number;
    squares += number * power(factorial(6), 3) / order;
  }
  EXPECT_EQ(classes, 22);
  EXPECT_EQ(squares, Integer{"812851200"});
}

// Russell and Jarvis, "Mathematics of Sudoku II": the grids up to relabelling that a map of each class fixes. Each grid
// has a group of some order, so the counts by order add up to these numbers.
TEST(Automorphisms, FindAllFixedGridsOfThreeByThree) {
  const SymmetryClasses classes{{3, 3}};
  const Automorphisms automorphisms{{3, 3}, classes, {}};
  std::map<std::string, Integer> fixed{
      {"mirrored 1(1+1+1) 1(1+1+1) 1(1+1+1)", 30258432},   {"1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(3) 1(3) 1(3)", 107495424},
      {"1(1+1+1) 1(1+1+1) 1(1+1+1) | 3(1+1+1)", 14837760}, {"1(1+1+1) 1(1+1+1) 1(3) | 1(3) 1(3) 1(3)", 21233664},
      {"1(1+1+1) 1(1+1+1) 1(3) | 3(1+1+1)", 2085120},      {"1(1+1+1) 1(3) 1(3) | 1(3) 1(3) 1(3)", 4204224},
      {"1(3) 1(3) 1(3) | 1(3) 1(3) 1(3)", 2508084},        {"3(1+1+1) | 3(1+1+1)", 323928},
  };
  // The orders that occur: gsf, forum.enjoysudoku.com, "Unique Sudokus".
  const std::set<int> orders{2, 3, 4, 6, 8, 9, 12, 18, 27, 36, 54, 72, 108, 162, 648};
  std::map<std::string, Integer> found;
  for (std::size_t task = 0; task < automorphisms.tasks(); ++task) {
    const std::string name = classes.name(automorphisms.symmetry_class(task));
    if (!fixed.contains(name)) continue;
    for (const auto& [kind, grids] : automorphisms.count(task, {})) {
      EXPECT_TRUE(orders.contains(kind.order)) << kind.order;
      found[name] += grids;
    }
  }
  EXPECT_EQ(found, fixed);
}

TEST(Automorphisms, DetectAMissingTask) {
  const SymmetryClasses classes{{2, 3}};
  const Automorphisms automorphisms{{2, 3}, classes, {}};
  const auto all = pairs_of(automorphisms, classes);
  for (const auto& [kind, grids] : all) {
    auto fewer = all;
    --fewer[kind];
    EXPECT_THROW(automorphisms.essentially_different(fewer), BrokenInvariant);
  }
}

TEST(Automorphisms, StopWhenAsked) {
  const SymmetryClasses classes{{3, 3}};
  const auto stop = [] { throw std::runtime_error{"stop"}; };
  EXPECT_THROW((Automorphisms{{3, 3}, classes, stop}), std::runtime_error);
  const Automorphisms automorphisms{{3, 3}, classes, {}};
  EXPECT_THROW(automorphisms.count(0, stop), std::runtime_error);
}

}  // namespace
