// The names of conjugacy classes, against classes found by conjugating with every map.
#include "symmetry_names/symmetry_names.hpp"

#include "gridcensus/random.hpp"
#include "support/all_grid_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::testing::all_lines;
using gridcensus::testing::for_each_geometric_map;

GridMap conjugate(const GridMap& map, const GridMap& by) { return composed(composed(inverse(by), map), by); }

using Key = std::tuple<Images, Images, bool>;
Key key_of(const GridMap& map) { return {map.rows, map.columns, map.is_transposed}; }

/// The conjugacy classes, each by conjugating one map with all.
std::vector<std::vector<GridMap>> classes_by_trial(const std::vector<GridMap>& group) {
  std::set<Key> seen;
  std::vector<std::vector<GridMap>> classes;
  for (const GridMap& map : group) {
    if (seen.contains(key_of(map))) continue;
    auto& members = classes.emplace_back();
    for (const GridMap& by : group) {
      const GridMap image = conjugate(map, by);
      if (seen.insert(key_of(image)).second) members.push_back(image);
    }
  }
  return classes;
}

void expect_names_of_classes(Shape shape, const std::vector<GridMap>& group, std::size_t expected_classes) {
  const auto classes = classes_by_trial(group);
  EXPECT_EQ(classes.size(), expected_classes) << to_string(shape);
  std::set<std::string> names;
  for (const auto& members : classes) {
    const std::string name = class_name(shape, members.front());
    EXPECT_TRUE(names.insert(name).second) << to_string(shape) << ": two classes are called " << name;
    const Movement first = movement(shape, members.front());
    for (const GridMap& member : members) {
      EXPECT_EQ(class_name(shape, member), name) << to_string(shape);
      const Movement other = movement(shape, member);
      EXPECT_EQ(other.cell_cycles, first.cell_cycles) << name;
      // Where R = C, rows and columns may change places.
      EXPECT_EQ(std::minmax(other.rows, other.columns), std::minmax(first.rows, first.columns)) << name;
      EXPECT_EQ(std::minmax(other.bands, other.stacks), std::minmax(first.bands, first.stacks)) << name;
    }
  }
}

std::vector<GridMap> whole_group(Shape shape) {
  std::vector<GridMap> group;
  for_each_geometric_map(shape, geometric_moves(shape), [&group](const GridMap& map) { group.push_back(map); });
  return group;
}

// 2x2: (k^2 - k) / 2 + 2k for the k = 5 classes of the dihedral group of order 8. 2x3: 10 * 9 (Jarvis and Russell have
// 90 too). 1xN: the square of the number of partitions of N.
TEST(SymmetryNames, TellConjugacyClassesApart) {
  for (const auto& [shape, classes] : {std::pair<Shape, std::size_t>{{1, 1}, 1},
                                       {{1, 3}, 9},
                                       {{1, 4}, 25},
                                       {{4, 1}, 25},
                                       {{2, 2}, 20},
                                       {{2, 3}, 90},
                                       {{3, 2}, 90}}) {
    expect_names_of_classes(shape, whole_group(shape), classes);
  }
}

TEST(SymmetryNames, TellClassesOfLinesApart) {
  std::vector<GridMap> rows;
  for (const Images& images : all_lines(3, 3, true, true)) rows.push_back({images, unmoved(), unmoved(), false});
  EXPECT_EQ(rows.size(), 1296U);
  // Classes of S_3 wr S_3: three classes of S_3, dealt to partitions that add up to 3.
  expect_names_of_classes({3, 3}, rows, 22);
}

TEST(SymmetryNames, AreKeptByConjugation) {
  for (const Shape shape : {Shape{3, 3}, {4, 4}, {5, 5}, {3, 4}, {5, 2}, {1, 12}}) {
    Random random{13, 1, 0};
    std::set<std::string> names;
    for (int i = 0; i < 300; ++i) {
      const GridMap map = random_map(shape, geometric_moves(shape), random);
      const GridMap image = conjugate(map, random_map(shape, geometric_moves(shape), random));
      EXPECT_EQ(class_name(shape, image), class_name(shape, map));
      EXPECT_EQ(movement(shape, image).cell_cycles, movement(shape, map).cell_cycles);
      names.insert(class_name(shape, map));
    }
    EXPECT_GT(names.size(), 20U) << to_string(shape);
  }
}

// The step of the proof for mirrored maps: (a, b; t) is conjugate to (1, ab; t).
TEST(SymmetryNames, OfMirroredMapsDependOnTheirSquare) {
  for (const Shape shape : {Shape{2, 2}, {3, 3}, {5, 5}}) {
    Random random{23, 1, 0};
    for (int i = 0; i < 50; ++i) {
      GridMap map = random_map(shape, geometric_moves(shape), random);
      map.is_transposed = true;
      GridMap by;
      by.columns = map.rows;
      EXPECT_EQ(conjugate(map, by), (GridMap{unmoved(), composed(map, map).rows, unmoved(), true}));
    }
  }
}

TEST(SymmetryNames, AreReadable) {
  GridMap map;
  EXPECT_EQ(class_name({3, 3}, map), "1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(1+1+1) 1(1+1+1) 1(1+1+1)");
  // Rows 2 and 3 exchanged; bands 2 and 3 exchanged, and row 4 is back only after three rounds.
  map.rows = {0, 2, 1, 6, 7, 8, 4, 5, 3};
  EXPECT_EQ(to_string(line_type(map.rows, 3, 3)), "1(2+1) 2(3)");
  EXPECT_EQ(class_name({3, 3}, map), "1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(2+1) 2(3)") << "the lesser type first";
  std::swap(map.rows, map.columns);
  EXPECT_EQ(class_name({3, 3}, map), "1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(2+1) 2(3)");
  EXPECT_EQ(class_name({3, 3}, {.is_transposed = true}), "mirrored 1(1+1+1) 1(1+1+1) 1(1+1+1)");
  map.is_transposed = true;
  EXPECT_EQ(class_name({3, 3}, map), "mirrored 1(2+1) 2(3)");
  // 2x3: three bands of two rows, two stacks of three columns. No mirror, so rows stay first.
  map = {};
  map.rows = {2, 3, 4, 5, 1, 0};
  EXPECT_EQ(class_name({2, 3}, map), "3(2) | 1(1+1+1) 1(1+1+1)");
  map = {};
  map.columns = {3, 4, 5, 0, 2, 1};
  EXPECT_EQ(class_name({2, 3}, map), "1(1+1) 1(1+1) 1(1+1) | 2(2+1)");
}

TEST(Movement, SaysWhatAMapDoes) {
  EXPECT_EQ(movement({2, 3}, {}), (Movement{.fixed_cells = 36, .cell_cycles = {{1, 36}}}));
  EXPECT_EQ(movement({3, 3}, {.is_transposed = true}),
            (Movement{.order = 2, .fixed_cells = 9, .cell_cycles = {{1, 9}, {2, 36}}, .is_transposed = true}));
  GridMap map;
  map.rows = {0, 2, 1, 6, 7, 8, 4, 5, 3};
  map.columns = {1, 2, 0, 3, 4, 5, 6, 7, 8};
  // Row cycles 1 + 2 + 6 meet column cycles 3 + 6 * 1.
  EXPECT_EQ(movement({3, 3}, map), (Movement{.order = 6,
                                             .bands = 2,
                                             .stacks = 0,
                                             .rows = 8,
                                             .columns = 3,
                                             .fixed_cells = 6,
                                             .cell_cycles = {{1, 6}, {2, 6}, {3, 1}, {6, 1 + 6 + 3}}}));
  // A quarter turn: done twice it is the half turn, which leaves only the middle row and column, and the middle cell.
  GridMap turn{.is_transposed = true};
  for (std::size_t i = 0; i < 9; ++i) turn.columns[i] = static_cast<std::uint8_t>(8 - i);
  EXPECT_EQ(movement({3, 3}, turn), (Movement{.order = 4,
                                              .bands = 2,
                                              .stacks = 2,
                                              .rows = 8,
                                              .columns = 8,
                                              .fixed_cells = 1,
                                              .cell_cycles = {{1, 1}, {4, 20}},
                                              .is_transposed = true}));
  // 2x3: bands of two rows. The last two bands are exchanged.
  map = {};
  map.rows = {0, 1, 4, 5, 2, 3};
  const Movement bands = movement({2, 3}, map);
  EXPECT_EQ(bands.bands, 2);
  EXPECT_EQ(bands.rows, 4);
  EXPECT_EQ(bands.stacks + bands.columns, 0);
}

TEST(Movement, AgreesWithDoingTheMap) {
  for (const Shape shape : {Shape{2, 2}, {3, 3}, {2, 3}, {5, 5}, {1, 7}}) {
    Random random{17, 1, 0};
    for (int i = 0; i < 50; ++i) {
      const GridMap map = random_map(shape, geometric_moves(shape), random);
      const Movement found = movement(shape, map);
      // The step after which a cell is back for the first time is the length of its cycle.
      std::map<int, int> cycles;
      std::vector<int> period(static_cast<std::size_t>(shape.cells()), 0);
      GridMap power;
      for (int step = 1; step <= found.order; ++step) {
        power = composed(power, map);
        const auto images = cell_images(shape, power);
        for (std::size_t cell = 0; cell < images.size(); ++cell) {
          if (images[cell] == cell && period[cell] == 0) period[cell] = step;
        }
        EXPECT_EQ(power == GridMap{}, step == found.order);
      }
      for (const int length : period) ++cycles[length];
      for (auto& [length, cells] : cycles) cells /= length;
      EXPECT_EQ(found.cell_cycles, cycles);
      EXPECT_EQ(found.fixed_cells, cycles.contains(1) ? cycles[1] : 0);
      EXPECT_EQ(found.is_transposed, map.is_transposed);
    }
  }
}

TEST(CellImages, AreThoseOfTheSymbols) {
  for (const Shape shape : {Shape{2, 3}, {3, 3}, {4, 4}}) {
    Random random{19, 1, 0};
    for (int i = 0; i < 20; ++i) {
      const GridMap map = random_map(shape, geometric_moves(shape), random);
      const Grid grid = base_grid(shape);
      const Grid image = apply(map, grid);
      const auto images = cell_images(shape, map);
      ASSERT_EQ(images.size(), grid.symbols.size());
      for (std::size_t cell = 0; cell < images.size(); ++cell) {
        EXPECT_EQ(image.symbols[images[cell]], grid.symbols[cell]);
      }
    }
  }
}

}  // namespace
