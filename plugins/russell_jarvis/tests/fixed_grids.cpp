// Partitions into transversals, rows of bands, and the fixed grids of whole classes: compared with lists of all grids,
// with each other, and with published numbers and a closed formula.
#include "russell_jarvis/fixed_grids.hpp"

#include "gridcensus/problem.hpp"
#include "russell_jarvis/invariant_bands.hpp"
#include "russell_jarvis/involution_bands.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "russell_jarvis/relabelling_types.hpp"
#include "russell_jarvis/row_uses.hpp"
#include "russell_jarvis/stack_structures.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "support/all_grid_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using namespace gridcensus::russell_jarvis;
using gridcensus::testing::all_permutations;
using mathematics::cell_images;
using mathematics::GridMap;

/// Returns the cells of a grid, on rows, columns and boxes.
PlaceSystem cells_of(Shape shape) {
  PlaceSystem cells;
  cells.lines_of.resize(static_cast<std::size_t>(shape.cells()));
  for (const Region& region : Problem{shape}.regions()) {
    for (const int cell : region) cells.lines_of[static_cast<std::size_t>(cell)] |= std::uint64_t{1} << cells.lines;
    ++cells.lines;
  }
  return cells;
}

/// By place, its transversal; transversals are numbered as they come.
using Partition = std::vector<std::size_t>;

/// Returns all partitions of places into `transversals` transversals, by trying each of them for every place. If all
/// lines have equally many places, it is enough that a transversal has no two places on one line.
std::vector<Partition> all_partitions(const PlaceSystem& system, std::size_t transversals) {
  std::vector<Partition> all;
  Partition partition;
  std::vector<std::uint64_t> lines(transversals, 0);
  const std::function<void(std::size_t)> place = [&](std::size_t used) {
    if (partition.size() == system.lines_of.size()) return all.push_back(partition);
    const std::uint64_t here = system.lines_of[partition.size()];
    for (std::size_t i = 0; i < std::min(used + 1, transversals); ++i) {
      if ((lines[i] & here) != 0) continue;
      lines[i] |= here;
      partition.push_back(i);
      place(std::max(used, i + 1));
      partition.pop_back();
      lines[i] &= ~here;
    }
  };
  place(0);
  return all;
}

/// By cycle type, the partitions on which the motion acts with it.
using Counts = std::map<CycleType, std::uint64_t>;

Counts counts_by_trial(const std::vector<Partition>& partitions, std::size_t transversals, const Motion& motion) {
  Counts counts;
  std::vector<std::size_t> images;
  for (const Partition& partition : partitions) {
    images.assign(transversals, transversals);
    bool is_fixed = true;
    for (std::size_t place = 0; place < motion.size() && is_fixed; ++place) {
      std::size_t& image = images[partition[place]];
      if (image == transversals) image = partition[motion[place]];
      is_fixed = image == partition[motion[place]];
    }
    if (is_fixed) ++counts[cycle_type_of(images, transversals)];
  }
  return counts;
}

Counts counts_of(const PlaceSystem& system, const Motion& motion, const std::vector<CycleType>& types,
                 const std::vector<Motion>& commuting = {}) {
  if (types.empty()) return {};
  OrbitPartitions partitions{types};
  const std::vector<std::uint64_t>& found = partitions.count(system, motion, commuting, {});
  Counts counts;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (found[i] != 0) counts[types[i]] = found[i];
  }
  return counts;
}

std::uint64_t sum_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

/// Returns rows and columns of a square without boxes. (Boxes of one row would add a line to each row.)
PlaceSystem square_of(int order) {
  PlaceSystem cells{.lines = 2 * order, .lines_of = {}};
  for (int row = 0; row < order; ++row) {
    for (int col = 0; col < order; ++col) {
      cells.lines_of.push_back((std::uint64_t{1} << row) | (std::uint64_t{1} << (order + col)));
    }
  }
  return cells;
}

bool commute(const Motion& a, const Motion& b) {
  for (std::size_t place = 0; place < a.size(); ++place) {
    if (a[b[place]] != b[a[place]]) return false;
  }
  return true;
}

// Latin squares up to relabelling: 2 and 24 (A000315 times row orders: 1 * 2!, 4 * 3!). Up to the order of rows and
// columns, too: 1 and 2 (A040082, isotopy classes).
TEST(OrbitPartitions, AgreeWithAListOfAllLatinSquares) {
  for (const auto& [order, squares, isotopy_classes] : {std::tuple{3, 2U, 1U}, {4, 24U, 2U}}) {
    const PlaceSystem cells = square_of(order);
    const auto symbols = static_cast<std::size_t>(order);
    const std::vector<Partition> all = all_partitions(cells, symbols);
    ASSERT_EQ(all.size(), squares);
    std::vector<Motion> motions;
    for (const bool is_transposed : {false, true}) {
      for (const auto& rows : all_permutations(order)) {
        for (const auto& columns : all_permutations(order)) {
          motions.push_back(
              cell_images({1, order}, GridMap{.rows = rows, .columns = columns, .is_transposed = is_transposed}));
        }
      }
    }
    std::uint64_t fixed_without_transposition = 0;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const Counts counts = counts_of(cells, motions[i], cycle_types(order));
      EXPECT_EQ(counts, counts_by_trial(all, symbols, motions[i])) << "order " << order << ", motion " << i;
      if (i < motions.size() / 2) fixed_without_transposition += sum_of(counts);
      if (i % 7 != 0) continue;
      std::vector<Motion> commuting;
      std::copy_if(motions.begin(), motions.end(), std::back_inserter(commuting),
                   [&](const Motion& other) { return commute(motions[i], other); });
      EXPECT_EQ(counts_of(cells, motions[i], cycle_types(order), commuting), counts) << "motion " << i;
    }
    EXPECT_EQ(fixed_without_transposition, isotopy_classes * motions.size() / 2);
  }
}

TEST(OrbitPartitions, CountOnlyTheCycleTypesThatAreWanted) {
  const PlaceSystem cells = square_of(4);
  const Motion exchange = cell_images({1, 4}, GridMap{.rows = {1, 0, 3, 2}, .columns = {1, 0, 3, 2}});
  const Counts all = counts_of(cells, exchange, cycle_types(4));
  EXPECT_GT(all.size(), 1U);
  for (const auto& [type, partitions] : all)
    EXPECT_EQ(counts_of(cells, exchange, {type}), (Counts{{type, partitions}}));
}

TEST(OrbitPartitions, StopWhenThePollThrows) {
  const Poll stop = [] { throw std::runtime_error{"stop"}; };
  const std::vector<CycleType> types{{1, 1, 1, 1, 1, 1}};
  const Motion unmoved = cell_images({2, 3}, {});
  OrbitPartitions partitions{types};
  EXPECT_THROW(partitions.count(cells_of({2, 3}), unmoved, {}, stop), std::runtime_error);
  // 28200960 grids / 6! (A291187).
  EXPECT_EQ(partitions.count(cells_of({2, 3}), unmoved, {}, {}), std::vector<std::uint64_t>{39168});
}

/// Returns all uses of rows, by trying every set of rows for every symbol.
std::vector<RowUses> uses_by_trial(int rows, int boxes) {
  std::vector<RowUses> all;
  RowUses uses{};
  std::array<int, max_rows_of_uses> places{};
  places.fill(2 * boxes);
  const std::function<void(std::size_t)> choose = [&](std::size_t symbol) {
    if (symbol == 2 * static_cast<std::size_t>(rows)) return all.push_back(uses);
    for (unsigned set = 0; set < (1U << static_cast<unsigned>(rows)); ++set) {
      if (std::popcount(set) != boxes) continue;
      bool fits = true;
      for (std::size_t row = 0; row < places.size(); ++row) {
        places.at(row) -= static_cast<int>(set >> row & 1U);
        fits = fits && places.at(row) >= 0;
      }
      uses.at(symbol) = static_cast<std::uint8_t>(set);
      if (fits) choose(symbol + 1);
      for (std::size_t row = 0; row < places.size(); ++row) places.at(row) += static_cast<int>(set >> row & 1U);
    }
    uses.at(symbol) = 0;
  };
  choose(0);
  return all;
}

TEST(RowUseClasses, AgreeWithAListOfAllUses) {
  for (const auto& [rows, boxes] : {std::pair{2, 1}, {3, 1}, {3, 2}, {4, 2}}) {
    const std::vector<RowUses> all = uses_by_trial(rows, boxes);
    for (int pairs = 0; pairs <= rows; ++pairs) {
      const RowUseClasses classes{rows, pairs, boxes};
      std::map<RowUseClasses::Codes, std::uint64_t> expected;
      for (const RowUses& uses : all) ++expected[classes.codes_of(uses)];
      std::map<RowUseClasses::Codes, std::uint64_t> found;
      classes.for_each(
          [&](const RowUses& uses, std::uint64_t size) {
            EXPECT_TRUE(found.emplace(classes.codes_of(uses), size).second) << "a class comes twice";
          },
          {});
      EXPECT_EQ(found, expected) << rows << " rows, " << pairs << " pairs, " << boxes << " boxes";
    }
  }
}

// Symbols and rows may be renamed in any way that preserves the pairs.
TEST(RowUseClasses, HaveCodesThatSymmetriesPreserve) {
  const RowUseClasses classes{4, 2, 2};
  const RowUses uses{0b0011, 0b0101, 0b0110, 0b1001, 0b1100, 0b1010, 0b0110, 0b1001};
  const auto codes = classes.codes_of(uses);
  EXPECT_EQ(classes.codes_of({0b0110, 0b1001, 0b0101, 0b0011, 0b1001, 0b0110, 0b1010, 0b1100}), codes) << "symbols";
  EXPECT_EQ(classes.codes_of({0b1100, 0b1010, 0b0110, 0b1001, 0b0011, 0b0101, 0b0110, 0b1001}), codes) << "rows";
  EXPECT_NE(classes.codes_of({0b0011, 0b1100, 0b0110, 0b1001, 0b0101, 0b1010, 0b0110, 0b1001}), codes) << "no pairs";
}

/// Returns every possible action of an involution on the stacks.
std::vector<InvolutionStacks> all_involution_stacks(int rows) {
  std::vector<InvolutionStacks> all;
  for (int pairs = 0; 2 * pairs <= rows; ++pairs) {
    for (int fixed = 0; 2 * pairs + fixed <= rows; ++fixed) all.push_back({fixed, rows - 2 * pairs - fixed, pairs});
  }
  return all;
}

std::vector<UInt128> all_parts(const InvolutionBands& bands) {
  std::vector<UInt128> sums;
  for (std::size_t part = 0; part < bands.parts(); ++part) {
    const std::vector<UInt128> counts = bands.count(part, {});
    sums.resize(counts.size());
    std::transform(counts.begin(), counts.end(), sums.begin(), sums.begin(), std::plus<>{});
  }
  return sums;
}

// Bands of boxes of R rows and 2 columns, b(R,2): 96 and 460800 (forum.enjoysudoku.com t2840, by closed formulas),
// 828396011520 and the following ones (linche89/sudoku-enumeration). By band_classes, too.
TEST(InvolutionBands, AreAllBandsIfTheColumnsOfAllStacksAreExchanged) {
  for (const auto& [rows, bands] : {std::pair{2, "96"},
                                    {3, "460800"},
                                    {4, "828396011520"},
                                    {5, "1388348372994018508800"},
                                    {6, "4876139207527966044188061990912000"}}) {
    const InvolutionBands bands_of_involutions{rows, 0, {{.fixed = 0, .turned = rows, .pairs = 0}}};
    EXPECT_EQ(Integer{all_parts(bands_of_involutions).front()}, Integer{bands}) << rows;
  }
}

// The same grids structure by structure, and in each of them row by row.
TEST(InvolutionBands, AgreeWithInvariantBands) {
  for (int rows = 2; rows <= 4; ++rows) {
    const auto side = 2 * static_cast<std::size_t>(rows);
    for (int exchanged = 0; exchanged <= rows; ++exchanged) {
      CycleType relabelling(side - static_cast<std::size_t>(exchanged), 1);
      std::fill_n(relabelling.begin(), exchanged, 2);
      const std::vector<InvolutionStacks> wanted = all_involution_stacks(rows);
      const std::vector<UInt128> found = all_parts({rows, exchanged, wanted});
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        LineType columns;
        for (int stack = 0; stack < wanted[i].fixed; ++stack) columns.push_back({1, {1, 1}});
        for (int stack = 0; stack < wanted[i].turned; ++stack) columns.push_back({1, {2}});
        for (int stack = 0; stack < wanted[i].pairs; ++stack) columns.push_back({2, {1, 1}});
        const InvariantBands bands{
            {rows, 2}, columns, {2}, relabelling, {{CycleType(static_cast<std::size_t>(rows), 1)}}};
        EXPECT_EQ(bands.count(0, {}), std::vector<UInt128>{found[i]})
            << rows << " rows, " << exchanged << " pairs of symbols, " << wanted[i].fixed << " " << wanted[i].turned
            << " " << wanted[i].pairs;
      }
    }
  }
}

// Five stacks are split into two and three. Relabellings that commute with p act freely on the grids.
TEST(InvolutionBands, AreDivisibleByTheCommutingRelabellings) {
  for (int exchanged = 0; exchanged <= 5; ++exchanged) {
    CycleType relabelling(10 - static_cast<std::size_t>(exchanged), 1);
    std::fill_n(relabelling.begin(), exchanged, 2);
    for (const UInt128 grids : all_parts({5, exchanged, all_involution_stacks(5)})) {
      EXPECT_EQ(grids % centraliser_order(relabelling), 0U) << exchanged;
    }
  }
}

TEST(InvolutionBands, StopWhenThePollThrows) {
  const Poll stop = [] { throw std::runtime_error{"stop"}; };
  const InvolutionBands bands_of_involutions{6, 3, all_involution_stacks(6)};
  EXPECT_THROW(bands_of_involutions.count(0, stop), std::runtime_error);
  EXPECT_THROW((InvolutionBands{7, 0, {}}), std::invalid_argument);
}

// If nothing moves, every grid is fixed (A107739, A291187). If only two rows of the first band are exchanged, none is.
TEST(InvariantBands, AreAllBandsIfNothingMoves) {
  for (const auto& [rows, grids] : {std::pair{2, std::uint64_t{288}}, {3, 28200960}, {4, 29136487207403520}}) {
    const auto side = 2 * static_cast<std::size_t>(rows);
    const LineType columns(static_cast<std::size_t>(rows), {.length = 1, .product = {1, 1}});
    const CycleType unmoved(static_cast<std::size_t>(rows), 1);
    CycleType exchanged(static_cast<std::size_t>(rows) - 1, 1);
    exchanged.front() = 2;
    const InvariantBands bands{
        {rows, 2}, columns, {1, 1}, CycleType(side, 1), {{unmoved, unmoved}, {exchanged, unmoved}}};
    ASSERT_EQ(bands.parts(), 1U);
    EXPECT_EQ(bands.count(0, {}), (std::vector<UInt128>{grids, 0})) << rows;
  }
}

/// Returns, by number of the class, the fixed grids that all tasks find together; checks the divisors of each task.
std::map<std::size_t, Integer> fixed_grids(Shape shape, const SymmetryClasses& classes) {
  const FixedGrids fixed{shape, classes, {}};
  std::map<std::size_t, Integer> counts;
  for (std::size_t task = 0; task < fixed.tasks(); ++task) {
    EXPECT_GT(fixed.weight(task), 0.0);
    EXPECT_LE(fixed.weight(task), fixed.weight(task > 0 ? task - 1 : 0)) << "the long ones first";
    const auto divisors = fixed.divisors(task);
    for (const auto& [number, grids] : fixed.count(task, {})) {
      EXPECT_EQ(grids % divisors.at(std::to_string(number)), 0) << classes.name(number);
      counts[number] += grids;
    }
  }
  return counts;
}

/// Compares the grids that the classes of a shape fix: by trying every grid, by partitions of the cells, and by
/// `FixedGrids`.
void check_every_class(Shape shape, std::size_t grids_up_to_relabelling) {
  const PlaceSystem cells = cells_of(shape);
  const auto symbols = static_cast<std::size_t>(shape.side());
  const std::vector<Partition> grids = all_partitions(cells, symbols);
  ASSERT_EQ(grids.size(), grids_up_to_relabelling);
  const SymmetryClasses classes{shape};
  const auto fixed = fixed_grids(shape, classes);
  EXPECT_FALSE(fixed.contains(0)) << "the identity is left out";
  for (std::size_t number = 0; number < classes.size(); ++number) {
    const Motion motion = cell_images(shape, classes.representative(number));
    const Counts expected = counts_by_trial(grids, symbols, motion);
    EXPECT_EQ(counts_of(cells, motion, relabelling_types(shape, motion)), expected) << classes.name(number);
    if (number == 0) continue;
    const Integer found = fixed.contains(number) ? fixed.at(number) : 0;
    EXPECT_EQ(found, sum_of(expected) * factorial(shape.side())) << classes.name(number);
  }
}

// The numbers of grids: A107739, A291187; 576 Latin squares of order 4 and 161280 of order 5 (A002860).
TEST(FixedGrids, AgreeWithAListOfAllGrids) {
  check_every_class({1, 1}, 1);
  check_every_class({2, 2}, 288 / 24);
  check_every_class({2, 3}, 28200960 / 720);
  check_every_class({3, 2}, 28200960 / 720);
  check_every_class({1, 4}, 576 / 24);
  check_every_class({4, 1}, 576 / 24);
  check_every_class({1, 5}, 161280 / 120);
}

// Without transposition, 3x3 is counted band by band. If a map fixes few grids, the partitions of the whole grid can be
// counted, too.
TEST(FixedGrids, AgreeWithPartitionsOfTheWholeGrid) {
  const Shape shape{3, 3};
  const SymmetryClasses classes{shape};
  const PlaceSystem cells = cells_of(shape);
  constexpr int few = 400'000;
  const auto fixed = fixed_grids(shape, classes);
  int compared = 0;
  for (std::size_t number = 1; number < classes.size(); ++number) {
    const Motion motion = cell_images(shape, classes.representative(number));
    const Integer grids = fixed.contains(number) ? fixed.at(number) / factorial(9) : 0;
    const std::size_t orbits = cycle_type_of(motion, motion.size()).size();
    if (classes.at(number).is_transposed || orbits > 64 || grids > few) continue;
    EXPECT_EQ(sum_of(counts_of(cells, motion, relabelling_types(shape, motion))), grids) << classes.name(number);
    if (grids > 0) ++compared;
  }
  // Of the 22 classes that do not transpose in the table of Russell and Jarvis, 9 fix more grids.
  EXPECT_EQ(compared, 22 - 9);
}

// Burnside's lemma holds for every group of symmetries: a wrong count of a class violates it for some of them.
TEST(FixedGrids, AverageToWholeNumbersOverSmallerGroupsToo) {
  using Condition = bool (*)(const LineClass&);
  constexpr std::array<Condition, 4> conditions{
      [](const LineClass&) { return true; },
      [](const LineClass& lines) {  // no block moves
        return std::all_of(lines.type.begin(), lines.type.end(), [](const auto& cycle) { return cycle.length == 1; });
      },
      [](const LineClass& lines) {  // blocks are permuted evenly
        return std::accumulate(lines.type.begin(), lines.type.end(), 0,
                               [](int sum, const auto& cycle) { return sum + cycle.length - 1; }) %
                   2 ==
               0;
      },
      [](const LineClass& lines) { return lines.size == 1 && lines.representative == mathematics::unmoved(); }};
  const std::map<std::string, Integer> all{
      {"2x3", 39168}, {"3x2", 39168}, {"2x4", Integer{722631131136}}, {"2x5", Integer{"524640665777288616345600"}}};
  for (const auto& [name, relabelling_classes] : all) {
    const Shape shape = parse_shape(name);
    const SymmetryClasses classes{shape};
    auto fixed = fixed_grids(shape, classes);
    fixed[0] = relabelling_classes * factorial(shape.side());
    for (std::size_t i = 0; i < conditions.size() * conditions.size(); ++i) {
      Integer order = 0;
      Integer sum = 0;
      for (std::size_t number = 0; number < classes.size(); ++number) {
        const SymmetryClasses::Class symmetries = classes.at(number);
        if (!conditions.at(i / conditions.size())(*symmetries.rows)) continue;
        if (!conditions.at(i % conditions.size())(*symmetries.columns)) continue;
        order += Integer{symmetries.size};
        sum += Integer{symmetries.size} * fixed[number] / factorial(shape.side());
      }
      EXPECT_EQ(sum % order, 0) << name << ", conditions " << i;
    }
  }
}

// The two labels of a column of a box are one of the C pairs that the relabelling exchanges. In both stacks the pairs
// form a Latin square of bands and columns. In the left stack it is free, for each pair and band, which label of a pair
// is above; this determines the right stack: 2^(C C) L^2 fillings. The relabellings that keep the pairs are 2^C C!.
TEST(FixedGrids, SatisfyTheFormulaIfTheRowsOfEveryBandAreExchanged) {
  const std::vector<int> latin_squares{1, 1, 2, 12, 576, 161280};  // A002860
  for (int cols = 2; cols <= 5; ++cols) {
    const Integer squares = latin_squares[static_cast<std::size_t>(cols)];
    const Integer expected = power(2, cols * cols) * squares * squares / (power(2, cols) * factorial(cols));
    for (const Shape shape : {Shape{2, cols}, Shape{cols, 2}}) {
      GridMap map;
      for (std::size_t row = 0; row < 2 * static_cast<std::size_t>(cols); ++row) {
        map.rows[row] = static_cast<std::uint8_t>(row ^ 1U);
      }
      if (shape.box_rows != 2) std::swap(map.rows, map.columns);
      const SymmetryClasses classes{shape};
      const FixedGrids fixed{shape, classes, {}};
      Integer found = 0;
      for (std::size_t task = 0; task < fixed.tasks(); ++task) {
        const auto divisors = fixed.divisors(task);
        const bool has_class = std::any_of(divisors.begin(), divisors.end(), [&](const auto& entry) {
          return classes.name(std::stoul(entry.first)) == mathematics::class_name(shape, map);
        });
        if (!has_class) continue;
        for (const auto& [number, grids] : fixed.count(task, {})) {
          if (classes.name(number) == mathematics::class_name(shape, map)) found += grids;
        }
      }
      EXPECT_EQ(found, expected * factorial(shape.side())) << to_string(shape);
    }
  }
}

TEST(FixedGrids, StopWhenThePollThrows) {
  const Shape shape{3, 3};
  const SymmetryClasses classes{shape};
  const Poll stop = [] { throw std::runtime_error{"stop"}; };
  EXPECT_THROW((FixedGrids{shape, classes, stop}), std::runtime_error);
  const FixedGrids fixed{shape, classes, {}};
  EXPECT_THROW(fixed.count(0, stop), std::runtime_error);
  EXPECT_FALSE(fixed.count(0, {}).empty());
}

TEST(RelabellingTypes, FollowFromTheRegions) {
  const auto types = [](const GridMap& map) { return relabelling_types({3, 3}, cell_images({3, 3}, map)); };
  GridMap map;
  EXPECT_EQ(types(map), (std::vector<CycleType>{CycleType(9, 1)}));
  // The reflection in the fifth row fixes this cell by cell, and turns every column upside down: no relabelling does
  // both.
  for (std::size_t row = 0; row < 9; ++row) map.rows[row] = static_cast<std::uint8_t>(8 - row);
  EXPECT_TRUE(types(map).empty());
  // The half turn has a middle row with one fixed cell.
  map.columns = map.rows;
  EXPECT_EQ(types(map), (std::vector<CycleType>{{2, 2, 2, 2, 1}}));
  // The three bands are permuted in a cycle, and so are the cells of every column.
  EXPECT_EQ(types({.rows = {3, 4, 5, 6, 7, 8, 0, 1, 2}}), (std::vector<CycleType>{{3, 3, 3}}));
}

}  // namespace
