// The conjugacy classes from theory, compared with lists of the groups and the table of Russell and Jarvis.
#include "russell_jarvis/line_classes.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "support/all_grid_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::russell_jarvis::line_classes;
using gridcensus::russell_jarvis::LineClass;
using gridcensus::russell_jarvis::SymmetryClasses;
using gridcensus::testing::all_lines;
using gridcensus::testing::for_each_geometric_map;
using Sizes = std::map<std::string, std::uint64_t>;

bool has_transposition(Shape shape) { return geometric_moves(shape).transposition; }

/// Returns the number of classes of S_a wr S_b: the coefficient of x^b in the product of 1 / (1 - x^l)^k over all l >
/// 0, where k, the number of partitions of a, is in turn the coefficient of x^a with k = 1.
std::size_t coefficient(int degree, std::size_t k) {
  std::vector<std::size_t> series(static_cast<std::size_t>(degree) + 1, 0);
  series[0] = 1;
  for (std::size_t length = 1; length < series.size(); ++length) {
    for (std::size_t factor = 0; factor < k; ++factor) {
      for (std::size_t i = length; i < series.size(); ++i) series[i] += series[i - length];
    }
  }
  return series.back();
}

std::size_t number_of_line_classes(int blocks, int block_size) {
  return coefficient(blocks, coefficient(block_size, 1));
}

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= 5; ++rows) {
    for (int cols = 1; cols <= 5; ++cols) shapes.push_back({rows, cols});
  }
  for (int n = 6; n <= 12; ++n) shapes.insert(shapes.end(), {{1, n}, {n, 1}, {2, n}, {n, 2}});
  shapes.insert(shapes.end(), {{3, 8}, {1, 20}});
  return shapes;
}

Integer sum_of_sizes(const SymmetryClasses& classes) {
  UInt128 sum = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) sum = checked_add(sum, classes.at(i).size);
  return Integer{sum};
}

Sizes sizes_of(const SymmetryClasses& classes) {
  Sizes sizes;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    EXPECT_TRUE(sizes.emplace(classes.name(i), static_cast<std::uint64_t>(classes.at(i).size)).second)
        << "two classes are called " << classes.name(i);
  }
  return sizes;
}

/// Returns the sizes by name, from a list of the whole group.
Sizes sizes_by_trial(Shape shape) {
  Sizes sizes;
  for_each_geometric_map(shape, geometric_moves(shape), [&](const GridMap& map) { ++sizes[class_name(shape, map)]; });
  return sizes;
}

TEST(LineClasses, AgreeWithAListOfAllPermutations) {
  for (const auto& [blocks, block_size] :
       {std::pair{1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}, {2, 4}, {1, 5}, {5, 1}, {3, 4}}) {
    Sizes sizes;
    for (const Images& images : all_lines(blocks, block_size, true, true)) {
      ++sizes[to_string(line_type(images, blocks, block_size))];
    }
    Sizes found;
    for (const LineClass& line_class : line_classes(blocks, block_size)) {
      found[to_string(line_class.type)] += static_cast<std::uint64_t>(line_class.size);
    }
    EXPECT_EQ(found, sizes) << blocks << " blocks of " << block_size;
  }
}

TEST(LineClasses, AgreeInNumberWithTheSeries) {
  EXPECT_EQ(line_classes(3, 3).size(), 22U);
  EXPECT_EQ(line_classes(5, 5).size(), 1547U);
  for (const Shape shape : all_shapes()) {
    const int blocks = shape.bands();
    const int block_size = shape.box_rows;
    const auto classes = line_classes(blocks, block_size);
    EXPECT_EQ(classes.size(), number_of_line_classes(blocks, block_size)) << to_string(shape);
    const auto not_below = [](const LineClass& a, const LineClass& b) { return !(a.type < b.type); };
    EXPECT_EQ(std::adjacent_find(classes.begin(), classes.end(), not_below), classes.end()) << "by ascending type";
    EXPECT_EQ(classes.front().representative, unmoved());
    EXPECT_EQ(classes.front().size, 1U);
    Integer sum = 0;
    for (const LineClass& line_class : classes) {
      sum += Integer{line_class.size};
      EXPECT_EQ(line_type(line_class.representative, blocks, block_size), line_class.type);
      EXPECT_TRUE(
          std::is_permutation(line_class.representative.begin(), line_class.representative.end(), unmoved().begin()));
    }
    EXPECT_EQ(sum, group_order(shape, {.rows = true, .bands = true})) << to_string(shape);
  }
}

TEST(SymmetryClasses, FillTheGroup) {
  for (const Shape shape : all_shapes()) {
    const SymmetryClasses classes{shape};
    EXPECT_EQ(classes.group_order(), group_order(shape, geometric_moves(shape))) << to_string(shape);
    EXPECT_EQ(sum_of_sizes(classes), classes.group_order()) << to_string(shape);
    const std::size_t k = number_of_line_classes(shape.bands(), shape.box_rows);
    const std::size_t l = number_of_line_classes(shape.stacks(), shape.box_cols);
    EXPECT_EQ(classes.size(), has_transposition(shape) ? (k * k - k) / 2 + 2 * k : k * l) << to_string(shape);
    EXPECT_EQ(classes.representative(0), GridMap{});
    EXPECT_EQ(classes.at(0).size, 1U);
    EXPECT_THROW(classes.at(classes.size()), std::out_of_range);
  }
}

// 2x3 and 3x3: Jarvis and Russell. 5x5: by k = 1547.
TEST(SymmetryClasses, HaveThePublishedNumbers) {
  EXPECT_EQ(SymmetryClasses({2, 2}).size(), 20U);
  EXPECT_EQ(SymmetryClasses({2, 3}).size(), 90U);
  EXPECT_EQ(SymmetryClasses({3, 3}).size(), 275U);
  EXPECT_EQ(SymmetryClasses({5, 5}).size(), 1198925U);
  EXPECT_EQ(SymmetryClasses({1, 1}).size(), 1U);
}

TEST(SymmetryClasses, HaveTheSizesOfAListOfAllMaps) {
  for (const Shape shape : {Shape{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    EXPECT_EQ(sizes_of(SymmetryClasses{shape}), sizes_by_trial(shape)) << to_string(shape);
  }
}

// Every pair of a row part a and a column part b; only the types of the 1296 parts are looked up.
TEST(SymmetryClasses, HaveTheSizesOfAListOfAllMapsOf3x3) {
  std::map<Images, LineType> types;
  for (const Images& images : all_lines(3, 3, true, true)) types[images] = line_type(images, 3, 3);
  std::map<LineType, std::uint64_t> parts;
  std::map<LineType, std::uint64_t> squares;
  std::map<Images, std::uint64_t*> squares_of;
  for (const auto& [images, type] : types) {
    ++parts[type];
    squares_of[images] = &squares[type];
  }
  // A transposing map takes row r to column b(r), and this to row a(b(r)).
  for (const auto& [a, type_of_a] : types) {
    for (const auto& [b, type_of_b] : types) ++*squares_of.at(composed(b, a));
  }
  Sizes sizes;
  for (const auto& [type, size] : squares) sizes[transposing_class_name(type)] = size;
  for (const auto& [rows, as] : parts) {
    for (const auto& [columns, bs] : parts) sizes[class_name({3, 3}, rows, columns)] += as * bs;
  }
  EXPECT_EQ(sizes_of(SymmetryClasses{{3, 3}}), sizes);
}

TEST(SymmetryClasses, ContainTheirRepresentatives) {
  for (const Shape shape : all_shapes()) {
    const SymmetryClasses classes{shape};
    const std::size_t step = classes.size() / 2000 + 1;
    std::set<std::string> names;
    for (std::size_t i = 0; i < classes.size(); i += step) {
      const GridMap map = classes.representative(i);
      EXPECT_EQ(class_name(shape, map), classes.name(i));
      EXPECT_EQ(map.is_transposed, classes.at(i).is_transposed);
      const GridMap lines = map.is_transposed ? composed(map, map) : map;
      EXPECT_EQ(line_type(lines.rows, shape.bands(), shape.box_rows), classes.at(i).rows->type);
      EXPECT_EQ(line_type(lines.columns, shape.stacks(), shape.box_cols), classes.at(i).columns->type);
      EXPECT_TRUE(names.insert(classes.name(i)).second) << to_string(shape) << ": " << classes.name(i);
    }
  }
}

// The classes with fixed grids of Russell and Jarvis, forum.enjoysudoku.com, thread 34383 (a reprint of their table).
TEST(SymmetryClasses, HaveThePublishedSizesFor3x3) {
  const std::vector<std::uint64_t> published{1,     96,   16,    192,  64,   5184,  20736, 20736, 144,
                                             1728,  288,  864,   3456, 1728, 2304,  1152,  1296,  10368,
                                             93312, 2916, 69984, 972,  3888, 31104, 15552, 15552, 7776};
  ASSERT_EQ(published.size(), 27U);
  std::map<std::uint64_t, int> left;
  const Sizes sizes = sizes_of(SymmetryClasses{{3, 3}});
  for (const auto& [name, size] : sizes) ++left[size];
  for (const std::uint64_t size : published) EXPECT_GE(--left[size], 0) << size;

  const auto size_of_class = [&sizes](const GridMap& map) { return sizes.at(class_name({3, 3}, map)); };
  EXPECT_EQ(size_of_class({.is_transposed = true}), 1296U) << "class 37: the transposition";
  GridMap half_turn;
  for (std::size_t i = 0; i < 9; ++i) half_turn.rows[i] = half_turn.columns[i] = static_cast<std::uint8_t>(8 - i);
  EXPECT_EQ(size_of_class(half_turn), 2916U) << "class 79";
  EXPECT_EQ(size_of_class({.rows = {3, 4, 5, 6, 7, 8, 0, 1, 2}}), 144U) << "class 25: bands go round";
  EXPECT_EQ(size_of_class({.rows = {1, 2, 0, 4, 5, 3, 7, 8, 6}}), 16U) << "class 8: rows go round in every band";
}

TEST(SymmetryClasses, RejectGroupsThatAreTooLarge) {
  EXPECT_THROW(SymmetryClasses({1, 21}), std::overflow_error);
  EXPECT_THROW(SymmetryClasses({2, 13}), std::invalid_argument);
}

}  // namespace
