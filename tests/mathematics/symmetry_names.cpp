// The names of conjugacy classes, compared with classes found by conjugating with every map.
#include "symmetry_names/symmetry_names.hpp"

#include "gridcensus/random.hpp"
#include "support/all_grid_maps.hpp"
#include "symmetry_names/symmetry_tables.hpp"

#include <gmock/gmock.h>
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
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

GridMap conjugate(const GridMap& map, const GridMap& by) { return composed(composed(inverse(by), map), by); }

using Key = std::tuple<Images, Images, bool>;
Key key_of(const GridMap& map) { return {map.rows, map.columns, map.is_transposed}; }

/// Returns the conjugacy classes, each by conjugating one map with all.
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
    for (const GridMap& member : members) {
      EXPECT_EQ(class_name(shape, member), name) << to_string(shape);
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
TEST(SymmetryNames, DistinguishConjugacyClasses) {
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

TEST(SymmetryNames, DistinguishClassesOfLines) {
  std::vector<GridMap> rows;
  for (const Images& images : all_lines(3, 3, true, true)) rows.push_back({images, unmoved(), unmoved(), false});
  EXPECT_EQ(rows.size(), 1296U);
  // Classes of S_3 wr S_3: three classes of S_3, distributed to partitions that add up to 3.
  expect_names_of_classes({3, 3}, rows, 22);
}

TEST(SymmetryNames, AreInvariantUnderConjugation) {
  for (const Shape shape : {Shape{3, 3}, {4, 4}, {5, 5}, {3, 4}, {5, 2}, {1, 12}}) {
    Random random{13, 1, 0};
    std::set<std::string> names;
    for (int i = 0; i < 300; ++i) {
      const GridMap map = random_map(shape, geometric_moves(shape), random);
      const GridMap image = conjugate(map, random_map(shape, geometric_moves(shape), random));
      EXPECT_EQ(class_name(shape, image), class_name(shape, map));
      names.insert(class_name(shape, map));
    }
    EXPECT_GT(names.size(), 20U) << to_string(shape);
  }
}

// The step of the proof for transposing maps: (a, b; t) is conjugate to (1, ab; t).
TEST(SymmetryNames, DependOnTheSquareForTransposingMaps) {
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
  // Rows 2 and 3 exchanged; bands 2 and 3 exchanged, with row 4 back only after three rounds.
  map.rows = {0, 2, 1, 6, 7, 8, 4, 5, 3};
  EXPECT_EQ(to_string(line_type(map.rows, 3, 3)), "1(2+1) 2(3)");
  EXPECT_EQ(class_name({3, 3}, map), "1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(2+1) 2(3)") << "the lesser type first";
  std::swap(map.rows, map.columns);
  EXPECT_EQ(class_name({3, 3}, map), "1(1+1+1) 1(1+1+1) 1(1+1+1) | 1(2+1) 2(3)");
  EXPECT_EQ(class_name({3, 3}, {.is_transposed = true}), "mirrored 1(1+1+1) 1(1+1+1) 1(1+1+1)");
  map.is_transposed = true;
  EXPECT_EQ(class_name({3, 3}, map), "mirrored 1(2+1) 2(3)");
  // 2x3: three bands of two rows, two stacks of three columns. No transposition, so rows stay first.
  map = {};
  map.rows = {2, 3, 4, 5, 1, 0};
  EXPECT_EQ(class_name({2, 3}, map), "3(2) | 1(1+1+1) 1(1+1+1)");
  map = {};
  map.columns = {3, 4, 5, 0, 2, 1};
  EXPECT_EQ(class_name({2, 3}, map), "1(1+1) 1(1+1) 1(1+1) | 2(2+1)");
}

// The help texts of the tables of classes explain names by these examples.
TEST(SymmetryNames, FollowTheHelpTexts) {
  const auto after = [](const Images& images, int moves, int row) {
    for (int i = 0; i < moves; ++i) row = images[static_cast<std::size_t>(row)];
    return row;
  };
  const GridMap exchanged = [&] {
    GridMap map;
    std::swap(map.rows[0], map.rows[1]);
    for (std::size_t row = 3; row < 6; ++row) std::swap(map.rows[row], map.rows[row + 3]);
    return map;
  }();
  EXPECT_EQ(to_string(line_type(exchanged.rows, 3, 3)), "1(2+1) 2(1+1+1)") << "two rows of a band that stays";
  for (int row = 3; row < 9; ++row) EXPECT_EQ(after(exchanged.rows, 2, row), row) << "back after two moves";
  GridMap turned = exchanged;
  std::swap(turned.rows[3], turned.rows[4]);
  std::swap(turned.rows[4], turned.rows[5]);
  EXPECT_EQ(to_string(line_type(turned.rows, 3, 3)), "1(2+1) 2(3)");
  for (int row = 3; row < 9; ++row) {
    for (const int moves : {1, 2, 3}) EXPECT_NE(after(turned.rows, moves, row), row) << moves;
    EXPECT_EQ(after(turned.rows, 6, row), row) << "back after six moves";
  }
  const auto help_of = [](const std::string& name) {
    return class_tables({{name, 1, {{1, 9}}, std::nullopt}}).at("symmetry_class_sizes").help;
  };
  EXPECT_THAT(
      help_of("1(2+1) 2(3) | 3(3)"),
      AllOf(HasSubstr("1(2+1) is a band that stays, with two of its three rows exchanged. 2(1+1+1) is two bands"),
            HasSubstr("after two moves; in 2(3) the rows are back after six")));
  EXPECT_THAT(help_of("1^9 2^36"), AllOf(HasSubstr("1^9 2^36 is 9 cells that stay"), Not(HasSubstr("ROWS"))));
}

TEST(CellImages, FollowTheSymbols) {
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
