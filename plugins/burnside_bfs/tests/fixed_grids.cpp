// Grids that a symmetry fixes up to relabelling: compared with lists of all grids, the published table, and closed
// formulas.
#include "burnside_bfs/fixed_grids.hpp"

#include "burnside_bfs/by_bands/bands.hpp"
#include "burnside_bfs/by_bands/bands_of_columns.hpp"
#include "burnside_bfs/by_bands/free_bands.hpp"
#include "burnside_bfs/by_bands/keys.hpp"
#include "gridcensus/random.hpp"
#include "support/all_grid_maps.hpp"
#include "support/sample_grids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::burnside_bfs;
using gridcensus::testing::all_lines;
using gridcensus::testing::for_each_geometric_map;
using gridcensus::testing::grids_by_trial;
using gridcensus::testing::relabelling_back;
using mathematics::geometric_moves;
using mathematics::Grid;
using mathematics::Images;

Integer sum_of_slices(const FixedGrids& fixed) {
  Integer sum = 0;
  for (std::size_t slice = 0; slice < fixed.slices(); ++slice) {
    EXPECT_GT(fixed.weight(slice), 0.0);
    sum += fixed.count(slice);
  }
  return sum;
}

Integer fixed_grids(Shape shape, const GridMap& map) {
  return sum_of_slices(FixedGrids{shape, map, commuting_exchanges(shape, map)});
}

/// Returns each grid of a small shape up to relabelling, once: with the first row in order.
std::vector<Grid> grids_up_to_relabelling(Shape shape) {
  Grid begin{shape, {}};
  for (int symbol = 0; symbol < shape.side(); ++symbol) begin.symbols.push_back(static_cast<std::uint8_t>(symbol));
  return grids_by_trial(begin);
}

/// Compares every `step`-th symmetry with a list of all grids.
///
/// @return  the sum over all symmetries; the identity fixes every grid
Integer check_by_trial(Shape shape, std::size_t step) {
  const std::vector<Grid> grids = grids_up_to_relabelling(shape);
  Integer sum = 0;
  std::size_t number = 0;
  for_each_geometric_map(shape, geometric_moves(shape), [&](const GridMap& map) {
    if (map == GridMap{}) return;
    const Integer found = fixed_grids(shape, map);
    sum += found;
    if (number++ % step != 0) return;
    const auto expected = std::count_if(grids.begin(), grids.end(),
                                        [&](const Grid& grid) { return relabelling_back(grid, map).has_value(); });
    EXPECT_EQ(found, expected) << "symmetry " << number - 1;
  });
  return sum + grids.size();
}

TEST(FixedGrids, AgreeWithAListOfAllGrids) {
  // Essentially different grids: 2 (A109741) and 49 (Russell and Jarvis), times the orders of the groups.
  EXPECT_EQ(check_by_trial({2, 2}, 1), 128 * 2);
  EXPECT_EQ(check_by_trial({2, 3}, 100), 3456 * 49);
  EXPECT_EQ(check_by_trial({3, 2}, 100), 3456 * 49);
}

TEST(FixedGrids, AgreeWithAListOfAllLatinSquares) {
  // Isotopy classes of Latin squares of order 1..5 (A040082): 1, 1, 1, 2, 2.
  EXPECT_EQ(check_by_trial({1, 1}, 1), 1);
  EXPECT_EQ(check_by_trial({1, 2}, 1), 4 * 1);
  EXPECT_EQ(check_by_trial({1, 3}, 1), 36 * 1);
  EXPECT_EQ(check_by_trial({1, 4}, 1), 576 * 2);
  EXPECT_EQ(check_by_trial({4, 1}, 1), 576 * 2);
  EXPECT_EQ(check_by_trial({1, 5}, 100), 14400 * 2);
}

/// Returns the invariant of a permutation of lines under conjugation: for each cycle of blocks its length, and then the
/// cycle type on the lines of its first block after one round.
std::vector<std::vector<int>> type_of_lines(const Images& images, std::size_t blocks, std::size_t block_size) {
  std::vector<std::vector<int>> type;
  std::vector<bool> is_seen(blocks * block_size, false);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (is_seen[block * block_size]) continue;
    std::vector<int> cycles;
    int length = 0;
    for (std::size_t line = block * block_size; length == 0 || line / block_size != block; line = images[line])
      ++length;
    for (std::size_t first = block * block_size; first < (block + 1) * block_size; ++first) {
      int size = 0;
      for (std::size_t line = first; !is_seen[line]; line = images[line], ++size) is_seen[line] = true;
      if (size > 0) cycles.push_back(size / length);
    }
    std::sort(cycles.begin(), cycles.end());
    cycles.insert(cycles.begin(), length);
    type.push_back(cycles);
  }
  std::sort(type.begin(), type.end());
  return type;
}

struct LineClassByDefinition {
  Images representative{};
  std::uint64_t size = 0;
};

std::vector<LineClassByDefinition> line_classes_by_definition(int blocks, int block_size) {
  std::map<std::vector<std::vector<int>>, LineClassByDefinition> classes;
  for (const Images& images : all_lines(blocks, block_size, true, true)) {
    LineClassByDefinition& line_class =
        classes[type_of_lines(images, static_cast<std::size_t>(blocks), static_cast<std::size_t>(block_size))];
    line_class.representative = images;
    ++line_class.size;
  }
  std::vector<LineClassByDefinition> list;
  for (const auto& entry : classes) list.push_back(entry.second);
  return list;
}

struct SymmetryClass {
  GridMap representative;
  std::uint64_t size = 0;
};

/// Returns conjugacy classes of the symmetries of a shape. If R = C, transposition exchanges the parts of a pair of
/// rows and columns, and a transposing element is conjugate to one that moves only rows after the transposition.
std::vector<SymmetryClass> symmetry_classes(Shape shape) {
  const auto rows = line_classes_by_definition(shape.bands(), shape.box_rows);
  const auto columns = line_classes_by_definition(shape.stacks(), shape.box_cols);
  const bool is_square = shape.box_rows == shape.box_cols;
  std::vector<SymmetryClass> classes;
  std::uint64_t lines = 0;
  for (const LineClassByDefinition& row_class : rows) lines += row_class.size;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = is_square ? r : 0; c < columns.size(); ++c) {
      classes.push_back({GridMap{.rows = rows[r].representative, .columns = columns[c].representative},
                         rows[r].size * columns[c].size * (is_square && r != c ? 2 : 1)});
    }
    if (!is_square) continue;
    classes.push_back({GridMap{.rows = rows[r].representative, .is_transposed = true}, lines * rows[r].size});
  }
  return classes;
}

/// Sizes and fixed grids of the classes that fix any, without the identity.
using FixedTable = std::vector<std::pair<std::uint64_t, Integer>>;

FixedTable fixed_table(Shape shape) {
  FixedTable table;
  for (const SymmetryClass& symmetry_class : symmetry_classes(shape)) {
    if (symmetry_class.representative == GridMap{}) continue;
    const Integer fixed = fixed_grids(shape, symmetry_class.representative);
    if (fixed != 0) table.emplace_back(symmetry_class.size, fixed);
  }
  std::sort(table.begin(), table.end());
  return table;
}

Integer weighted_sum(const FixedTable& table) {
  Integer sum = 0;
  for (const auto& entry : table) sum += entry.first * entry.second;
  return sum;
}

TEST(FixedGrids, AgreeWithThePublishedTable) {
  // Russell and Jarvis, sudgroup.html (reprint: forum.enjoysudoku.com t34383): 26 of 274 classes fix any grid. The sum
  // with the identity's 18383222420692992 is 3359232 * 5472730538.
  ASSERT_EQ(symmetry_classes({3, 3}).size(), 275U);
  FixedTable expected{{96, 21233664},   {16, 107495424}, {192, 4204224},  {64, 2508084},     {5184, 323928},
                      {20736, 162},     {20736, 288},    {144, 14837760}, {1728, 2592},      {288, 5184},
                      {864, 2085120},   {3456, 1296},    {1728, 294912},  {2304, 648},       {1152, 6342480},
                      {1296, 30258432}, {10368, 1854},   {93312, 288},    {2916, 155492352}, {69984, 13056},
                      {972, 449445888}, {3888, 27648},   {31104, 6480},   {15552, 1728},     {15552, 3456},
                      {7776, 13824}};
  std::sort(expected.begin(), expected.end());
  const FixedTable found = fixed_table({3, 3});
  EXPECT_EQ(found, expected);
  EXPECT_EQ(weighted_sum(found) + Integer{"18383222420692992"}, Integer{"18384171550626816"});
}

TEST(FixedGrids, GiveTheEssentiallyDifferentGridsOf2x4) {
  // 1673187 (A291188); 29136487207403520 grids / 8! = 722631131136 (A291187).
  const Integer expected = Integer{442368} * 1673187 - Integer{"722631131136"};
  EXPECT_EQ(weighted_sum(fixed_table({2, 4})), expected);
  EXPECT_EQ(weighted_sum(fixed_table({4, 2})), expected);
}

/// Returns the symmetry that exchanges the two rows of every band of 2xC.
GridMap rows_exchanged(int box_cols) {
  GridMap map;
  for (std::size_t row = 0; row < 2 * static_cast<std::size_t>(box_cols); ++row) {
    map.rows[row] = static_cast<std::uint8_t>(row ^ 1U);
  }
  return map;
}

TEST(FixedGrids, FollowTheFormulaIfTheRowsOfEveryBandAreExchanged) {
  // The two labels of a column of a box are one of the C pairs that p exchanges. In both stacks, the pairs form a Latin
  // square of bands and columns (L of them); the label on top is free in the left stack, for each pair and band, and
  // determines the right one: 2^(C*C) L^2 fillings, and 2^C C! relabellings preserve the pairs.
  const std::vector<int> latin_squares{1, 1, 2, 12, 576, 161280};
  for (int cols = 1; cols <= 5; ++cols) {
    const Shape shape{2, cols};
    const Integer squares = latin_squares[static_cast<std::size_t>(cols)];
    const Integer expected = power(2, cols * cols) * squares * squares / (power(2, cols) * factorial(cols));
    GridMap map = rows_exchanged(cols);
    EXPECT_EQ(fixed_grids(shape, map), expected) << cols;
    std::swap(map.rows, map.columns);
    EXPECT_EQ(fixed_grids(shape.transposed(), map), expected) << cols;
  }
}

/// Returns L(C)^R (R!)^(C*C) / (R^C C!), the number of fixed grids if the rows of every band rotate.
///
/// p is C cycles of R labels. A column of a box has one of them, and these form a Latin square of bands and columns in
/// the boxes of a stack. The label on top differs in each of the R stacks: R! ways for each cycle of labels and each
/// band. R^C C! relabellings preserve the cycles.
Integer grids_whose_rows_go_round(Shape shape) {
  const std::vector<int> latin_squares{1, 1, 2, 12, 576, 161280, 812851200};
  const auto [rows, cols] = shape;
  return power(latin_squares[static_cast<std::size_t>(cols)], rows) * power(factorial(rows), cols * cols) /
         (power(rows, cols) * factorial(cols));
}

GridMap rows_going_round(Shape shape) {
  GridMap map;
  const auto rows = static_cast<std::size_t>(shape.box_rows);
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape.side()); ++row) {
    map.rows[row] = static_cast<std::uint8_t>(row / rows * rows + (row + 1) % rows);
  }
  return map;
}

TEST(FixedGrids, FollowTheFormulaIfTheRowsOfEveryBandRotate) {
  // Of 3x3, 107495424 is in the table of Russell and Jarvis.
  EXPECT_EQ(grids_whose_rows_go_round({3, 3}), 107495424);
  for (const Shape shape : {Shape{2, 4}, Shape{3, 2}, Shape{3, 3}, Shape{4, 2}}) {
    EXPECT_EQ(fixed_grids(shape, rows_going_round(shape)), grids_whose_rows_go_round(shape)) << to_string(shape);
  }
}

TEST(Bands, FollowTheFormulaIfTheRowsOfEveryBandRotate) {
  for (const Shape shape : {Shape{2, 4}, Shape{2, 5}, Shape{3, 3}, Shape{3, 4}}) {
    const std::vector<int> type(static_cast<std::size_t>(shape.box_cols), shape.box_rows);
    const GridMap map = rows_going_round(shape);
    EXPECT_EQ((Bands{shape, map, type, commuting_exchanges(shape, map)}.count()), grids_whose_rows_go_round(shape))
        << to_string(shape);
  }
}

/// Returns the number of grids that a symmetry fixes, counted by bands alone.
Integer fixed_by_bands(Shape shape, const GridMap& map, const std::vector<GridMap>& commuting) {
  Integer sum = 0;
  for (const auto& type : CellMap{shape, map}.label_cycle_types()) sum += Bands{shape, map, type, commuting}.count();
  return sum;
}

TEST(Bands, AgreeWithRowsOnEveryClass) {
  std::size_t keeping = 0;
  for (const Shape shape :
       {Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{4, 2}, Shape{3, 3}, Shape{1, 5}, Shape{5, 1}}) {
    for (const SymmetryClass& symmetry_class : symmetry_classes(shape)) {
      const GridMap& map = symmetry_class.representative;
      if (map == GridMap{} || map.is_transposed) continue;
      const Integer found = fixed_by_bands(shape, map, commuting_exchanges(shape, map));
      EXPECT_EQ(found, fixed_grids(shape, map)) << to_string(shape);
      if (found != 0) ++keeping;
    }
  }
  EXPECT_GT(keeping, 250U);
}

/// Returns the map that rotates the first `count` bands, and does nothing else.
GridMap bands_turned(Shape shape, int count) {
  GridMap map;
  const auto box_rows = static_cast<std::size_t>(shape.box_rows);
  const std::size_t turned = static_cast<std::size_t>(count) * box_rows;
  for (std::size_t row = 0; row < turned; ++row) {
    map.rows[row] = static_cast<std::uint8_t>((row + box_rows) % turned);
  }
  return map;
}

TEST(BandsOfColumns, AddUpToAllBands) {
  // 3x3: any columns in the first box, all in the two others.
  std::vector<BandsOfColumns::Columns> parts;
  const auto choose = [&](auto&& self, std::size_t label, BandsOfColumns::Columns& part) -> void {
    if (label == 9) {
      parts.push_back(part);
      return;
    }
    for (std::size_t column = 0; column < 3; ++column) {
      if (mathematics::size_of(part[column]) == 3) continue;
      part[column] = static_cast<SymbolSet>(part[column] ^ 1U << label);
      self(self, label + 1, part);
      part[column] = static_cast<SymbolSet>(part[column] ^ 1U << label);
    }
  };
  BandsOfColumns::Columns empty{};
  choose(choose, 0, empty);
  ASSERT_EQ(parts.size(), 1680U);
  BandsOfColumns bands{{3, 3}};
  Integer sum = 0;
  BandsOfColumns::Columns columns = parts.front();
  for (const auto& second : parts) {
    std::copy_n(second.begin(), 3, columns.begin() + 3);
    for (const auto& third : parts) {
      std::copy_n(third.begin(), 3, columns.begin() + 6);
      sum += bands.count(columns);
    }
  }
  EXPECT_EQ(sum * parts.size(), Integer{"948109639680"});  // Felgenhauer and Jarvis
}

TEST(BandsOfColumns, RefuseUncountableShapes) {
  EXPECT_THROW(BandsOfColumns({4, 3}), std::invalid_argument);
  EXPECT_THROW(BandsOfColumns({1, 4}), std::invalid_argument);
  EXPECT_THROW(BandsOfColumns({2, 4}).count({}), std::invalid_argument);
}

TEST(FreeBands, AreCyclesWhosePowerIsTheIdentity) {
  const Shape shape{2, 3};
  const std::vector<std::size_t> two{0, 1};
  const std::vector<int> pairs{2, 2, 2};
  GridMap map = bands_turned(shape, 2);
  EXPECT_TRUE(FreeBands::are_free(shape, map, two, pairs));
  EXPECT_FALSE(FreeBands::are_free(shape, map, two, std::vector<int>{3, 3}));
  EXPECT_FALSE(FreeBands::are_free(shape, map, std::vector<std::size_t>{2}, pairs));
  std::swap(map.rows[0], map.rows[1]);  // now one round exchanges the rows
  EXPECT_FALSE(FreeBands::are_free(shape, map, two, pairs));
  map = bands_turned(shape, 2);
  map.columns = {1, 2, 0, 3, 4, 5};
  EXPECT_FALSE(FreeBands::are_free(shape, map, two, pairs));
}

/// The relabellings may have any cycles that are compatible with the rotation of the bands; the grids fixed with each
/// are few enough to count by rows.
TEST(FreeBands, AgreeWithRowsIfStacksRotateToo) {
  const Shape shape{3, 4};
  GridMap map = bands_turned(shape, 2);
  for (std::size_t row = 6; row < 12; ++row) map.rows[row] = static_cast<std::uint8_t>(6 + (row - 3) % 6);
  for (std::size_t column = 0; column < 12; ++column)
    map.columns[column] = static_cast<std::uint8_t>((column + 4) % 12);
  const auto commuting = commuting_exchanges(shape, map);
  const Integer found = fixed_by_bands(shape, map, commuting);
  EXPECT_EQ(found, fixed_grids(shape, map));
  EXPECT_GT(found, 0);
}

TEST(Bands, DoNotDependOnCommutingMaps) {
  const Shape shape{2, 4};
  for (const SymmetryClass& symmetry_class : symmetry_classes(shape)) {
    const GridMap& map = symmetry_class.representative;
    if (map == GridMap{} || symmetry_class.size > 3000) continue;
    EXPECT_EQ(fixed_by_bands(shape, map, {}), fixed_by_bands(shape, map, commuting_exchanges(shape, map)));
  }
}

TEST(Bands, RefuseUncountableMaps) {
  EXPECT_THROW((Bands{{3, 3}, GridMap{.is_transposed = true}, {3, 3, 3}, {}}), std::invalid_argument);
  EXPECT_THROW((Bands{{2, 7}, rows_exchanged(7), {2, 2, 2, 2, 2, 2, 2}, {}}), std::invalid_argument);
}

TEST(Bands, StopWhenThePollThrows) {
  const Shape shape{3, 4};
  const GridMap map = rows_going_round(shape);
  const Bands bands{shape, map, {3, 3, 3, 3}, {}};
  EXPECT_THROW(bands.count([] { throw std::runtime_error{"stop"}; }), std::runtime_error);
}

TEST(FixedGrids, HaveASliceForEachCycleTypeOfRelabellings) {
  std::size_t most = 0;
  for_each_geometric_map({2, 2}, geometric_moves({2, 2}), [&](const GridMap& map) {
    if (map == GridMap{}) return;
    const FixedGrids fixed{{2, 2}, map};
    EXPECT_EQ(fixed.slices(), (CellMap{{2, 2}, map}.label_cycle_types().size()));
    most = std::max(most, fixed.slices());
  });
  EXPECT_GT(most, 1U);
}

TEST(FixedGrids, DoNotDependOnTheRepresentative) {
  for (const Shape shape : {Shape{3, 3}, Shape{2, 4}, Shape{1, 6}}) {
    const auto moves = geometric_moves(shape);
    Random random{20061, 0, 0};
    for (int trial = 0; trial < 100; ++trial) {
      const GridMap map = random_map(shape, moves, random);
      if (map == GridMap{}) continue;
      const GridMap other = random_map(shape, moves, random);
      const GridMap conjugate = composed(composed(inverse(other), map), other);
      const Integer fixed = fixed_grids(shape, map);
      EXPECT_EQ(fixed_grids(shape, conjugate), fixed) << to_string(shape) << " trial " << trial;
      EXPECT_EQ(fixed_grids(shape, inverse(map)), fixed) << to_string(shape) << " trial " << trial;
    }
  }
}

TEST(FixedGrids, DoNotDependOnCommutingMaps) {
  int used = 0;
  for (const Shape shape : {Shape{3, 3}, Shape{2, 4}}) {
    for (const SymmetryClass& symmetry_class : symmetry_classes(shape)) {
      const GridMap& map = symmetry_class.representative;
      // The rare classes fix millions of grids, which takes seconds without commuting maps.
      if (map == GridMap{} || symmetry_class.size < 3000) continue;
      const auto commuting = commuting_exchanges(shape, map);
      for (const GridMap& other : commuting) EXPECT_EQ(composed(map, other), composed(other, map));
      used += commuting.empty() ? 0 : 1;
      EXPECT_EQ(sum_of_slices(FixedGrids{shape, map, commuting}), sum_of_slices(FixedGrids{shape, map}));
    }
  }
  EXPECT_GT(used, 100);
}

TEST(FixedGrids, AreNoneIfOneRowStaysAndOthersMove) {
  // The source's exercise: the reflection in the fifth row.
  GridMap reflection;
  for (std::size_t row = 0; row < 9; ++row) reflection.rows[row] = static_cast<std::uint8_t>(8 - row);
  EXPECT_EQ(fixed_grids({3, 3}, reflection), 0);
  // The source's turn by 180 degrees.
  reflection.columns = reflection.rows;
  EXPECT_EQ(fixed_grids({3, 3}, reflection), 155492352);
}

TEST(FixedGrids, RefuseUncountableMaps) {
  const GridMap exchange = rows_exchanged(2);
  EXPECT_THROW((FixedGrids{{2, 2}, GridMap{}}), std::invalid_argument);
  EXPECT_THROW((FixedGrids{{3, 6}, exchange}), std::invalid_argument);
  EXPECT_THROW((FixedGrids{{2, 3}, GridMap{.is_transposed = true}}), std::invalid_argument);
  EXPECT_THROW((FixedGrids{{2, 2}, GridMap{.labels = exchange.rows}}), std::invalid_argument);
  const GridMap transposition{.is_transposed = true};
  EXPECT_THROW((FixedGrids{{2, 2}, exchange, std::vector<GridMap>{transposition}}), std::invalid_argument);
}

TEST(FixedGrids, StopWhenThePollThrows) {
  const auto stop = [] { throw std::runtime_error{"stop"}; };
  const Shape shape{3, 3};
  const GridMap transposition{.is_transposed = true};
  const FixedGrids fixed{shape, transposition};
  ASSERT_EQ(fixed.slices(), 1U);
  EXPECT_THROW((fixed.count(0, stop)), std::runtime_error);
  EXPECT_EQ(fixed.count(0), 30258432);
}

/// Returns all products of exchanges and rotations of three stacks of two columns, which commute with the exchange of
/// the columns of every stack.
std::vector<WordMap> maps_of_three_pairs() {
  std::vector<WordMap> group;
  for (const Images& images : all_lines(3, 2, true, true)) {
    WordMap map{};
    for (std::size_t column = 0; column < 6; ++column) map[column] = images[column];
    for (std::size_t box = 6; box < 12; ++box) map[box] = static_cast<std::uint8_t>(box);
    group.push_back(map);
  }
  return group;
}

TEST(KeyForms, AreEqualForImagesOnly) {
  const std::vector<WordMap> group = maps_of_three_pairs();
  WordMap turned{};
  for (std::size_t i = 0; i < 12; ++i) turned[i] = static_cast<std::uint8_t>(i < 6 ? i ^ 1U : i);
  for (const std::vector<int>& lengths : {std::vector<int>{2, 2, 2}, {1, 1, 2, 2}, {1, 2}, {2}}) {
    KeyForms forms{group, turned, lengths};
    Random random{77, 0, 0};
    for (int trial = 0; trial < 300; ++trial) {
      Key key{};
      for (std::size_t c = 0; c < lengths.size(); ++c) {
        // The words of a cycle of one label are the same after g.
        auto word = static_cast<Word>(random.below(64));
        if (lengths[c] == 1) word = (word & 21U) * 3U;
        key[c] = forms.number(lengths[c], word);
      }
      forms.sort(key);
      std::vector<Key> images;
      std::uint32_t fixed_by = 0;
      for (std::size_t map = 0; map < group.size(); ++map) {
        Key image{};
        for (std::size_t c = 0; c < lengths.size(); ++c) image[c] = forms.image_number(key[c], map);
        forms.sort(image);
        if (image == key) ++fixed_by;
        images.push_back(image);
      }
      Key least = key;
      EXPECT_EQ(forms.make_least(least), fixed_by);
      EXPECT_EQ(std::count(images.begin(), images.end(), least), static_cast<std::ptrdiff_t>(fixed_by));
      Key of_image = images[random.below(images.size())];
      forms.make_least(of_image);
      EXPECT_EQ(of_image, least);
    }
  }
}

TEST(LabelCycleTypes, FollowFromTheLines) {
  const auto types = [](const GridMap& map) { return CellMap{{3, 3}, map}.label_cycle_types(); };
  GridMap map;
  for (std::size_t row = 0; row < 9; ++row) map.rows[row] = static_cast<std::uint8_t>(8 - row);
  // The middle row is fixed, and a column is reversed: no relabelling does both.
  EXPECT_TRUE(types(map).empty());
  // Turned by 180 degrees: the middle row keeps its middle cell.
  map.columns = map.rows;
  EXPECT_EQ(types(map), (std::vector<std::vector<int>>{{1, 2, 2, 2, 2}}));
  // The cycle of the three bands turns every column by cycles of three cells.
  map = {};
  for (std::size_t row = 0; row < 9; ++row) map.rows[row] = static_cast<std::uint8_t>((row + 3) % 9);
  EXPECT_EQ(types(map), (std::vector<std::vector<int>>{{3, 3, 3}}));
}

}  // namespace
