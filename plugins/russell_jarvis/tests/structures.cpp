// The structures of stacks and the rows of bands: compared with lists of all of them, and with published numbers of
// bands and classes.
#include "gridcensus/integer.hpp"
#include "russell_jarvis/line_classes.hpp"
#include "russell_jarvis/stack_structures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using namespace gridcensus::russell_jarvis;
using Combination = StackStructures::Combination;
using Combinations = std::map<Combination, UInt128>;

CycleType ones(int count) {
  CycleType type;
  type.assign(static_cast<std::size_t>(count), 1);
  return type;
}

StackStructures nothing_moved(Shape shape) {
  const BlockCycle stays{.length = 1, .product = ones(shape.box_cols)};
  return {shape, LineType(static_cast<std::size_t>(shape.stacks()), stays), ones(shape.bands()), ones(shape.side())};
}

UInt128 sum_of(const Combinations& combinations) {
  return std::accumulate(combinations.begin(), combinations.end(), UInt128{0},
                         [](UInt128 sum, const auto& entry) { return sum + entry.second; });
}

/// By symbol, the permutation band -> column.
using Structure = std::vector<std::vector<int>>;

/// Returns all structures of a stack: every band has R symbols in every column.
std::vector<Structure> all_structures(Shape shape) {
  const auto permutations = all_permutations(shape.box_cols);
  std::vector<Structure> all;
  Structure structure;
  std::map<std::pair<std::size_t, int>, int> symbols;  // by band and column
  const std::function<void()> extend = [&] {
    if (structure.size() == static_cast<std::size_t>(shape.side())) return all.push_back(structure);
    for (const auto& permutation : permutations) {
      bool fits = true;
      for (std::size_t band = 0; band < permutation.size(); ++band) {
        fits = ++symbols[{band, permutation[band]}] <= shape.box_rows && fits;
      }
      structure.push_back(permutation);
      if (fits) extend();
      structure.pop_back();
      for (std::size_t band = 0; band < permutation.size(); ++band) --symbols[{band, permutation[band]}];
    }
  };
  extend();
  return all;
}

/// Returns true if a grid with these structures can be moved to its own relabelling: the symbol v of column c of stack
/// s, in band b, becomes the symbol p(v), in the place to which b, s and c are moved.
bool is_fixed(const Structure& structure, const Structure& next, const std::vector<int>& columns,
              const std::vector<int>& bands, const std::vector<int>& relabelling) {
  for (std::size_t v = 0; v < structure.size(); ++v) {
    const auto& image = next[static_cast<std::size_t>(relabelling[v])];
    for (std::size_t band = 0; band < bands.size(); ++band) {
      if (image[static_cast<std::size_t>(bands[band])] != columns[static_cast<std::size_t>(structure[v][band])]) {
        return false;
      }
    }
  }
  return true;
}

/// The action on a stack: its image, and the images of its columns there.
struct StackMove {
  std::size_t next = 0;
  std::vector<int> columns;
};

std::vector<StackMove> stack_moves(const LineType& columns) {
  std::vector<StackMove> moves;
  for (const BlockCycle& cycle : columns) {
    const std::size_t first = moves.size();
    std::vector<int> inside = permutation_of(cycle.product);
    const std::vector<int> closing = inside;
    std::iota(inside.begin(), inside.end(), 0);
    for (int i = 1; i < cycle.length; ++i) moves.push_back({moves.size() + 1, inside});
    moves.push_back({first, closing});
  }
  return moves;
}

/// Counts the choices of a structure for every stack that are fixed, by trying all.
std::uint64_t fixed_by_trial(const std::vector<Structure>& all, const std::vector<StackMove>& moves,
                             const std::vector<int>& bands, const std::vector<int>& relabelling) {
  std::vector<const Structure*> chosen;
  std::uint64_t fixed = 0;
  const std::function<void()> choose = [&] {
    if (chosen.size() == moves.size()) {
      ++fixed;
      return;
    }
    const std::size_t stack = chosen.size();
    for (const Structure& structure : all) {
      chosen.push_back(&structure);
      bool fits = true;
      for (std::size_t from = 0; from <= stack && fits; ++from) {
        const std::size_t to = moves[from].next;
        if (std::max(from, to) != stack) continue;
        fits = is_fixed(*chosen[from], *chosen[to], moves[from].columns, bands, relabelling);
      }
      if (fits) choose();
      chosen.pop_back();
    }
  };
  choose();
  return fixed;
}

// Every map of columns and bands, with every relabelling.
TEST(StackStructures, AgreeWithAListOfAllStructures) {
  for (const Shape shape : {Shape{2, 2}, {3, 2}, {2, 3}}) {
    const std::vector<Structure> all = all_structures(shape);
    int with_structures = 0;
    for (const LineClass& columns : line_classes(shape.stacks(), shape.box_cols)) {
      for (const CycleType& bands : cycle_types(shape.bands())) {
        for (const CycleType& relabelling : cycle_types(shape.side())) {
          if (relabelling.front() == 1) continue;  // any structures at all, if nothing else moves: too many
          const StackStructures structures{shape, columns.type, bands, relabelling};
          const std::uint64_t expected =
              fixed_by_trial(all, stack_moves(columns.type), permutation_of(bands), permutation_of(relabelling));
          for (const bool is_last_joined : {false, true}) {
            EXPECT_EQ(static_cast<std::uint64_t>(sum_of(structures.combinations(is_last_joined, {}))), expected)
                << to_string(shape) << ", " << mathematics::to_string(columns.type) << ", bands "
                << ::testing::PrintToString(bands) << ", symbols " << ::testing::PrintToString(relabelling);
          }
          with_structures += expected > 0 ? 1 : 0;
        }
      }
    }
    EXPECT_GT(with_structures, 10) << to_string(shape);
  }
}

/// Returns the sizes of the classes of the columns of a band of 2R symbols in R boxes of two columns, from a list.
///
/// A symbol has a pattern: a bit for each box, 1 if it is in the right column. In each box R symbols have a 1. A class
/// is the orbit of a band's columns under permutations of the symbols, of the two columns of a box, and of the boxes.
std::vector<std::uint64_t> class_sizes_by_trial(int boxes) {
  using Patterns = std::vector<unsigned>;  // ascending: symbols are alike
  const auto symbols = 2 * static_cast<std::size_t>(boxes);
  std::map<Patterns, std::uint64_t> ways;  // to assign patterns to symbols
  Patterns patterns;
  std::vector<int> right(static_cast<std::size_t>(boxes), 0);
  const std::function<void(unsigned, std::uint64_t)> extend = [&](unsigned least, std::uint64_t orders) {
    if (patterns.size() == symbols) {
      if (std::all_of(right.begin(), right.end(), [boxes](int count) { return count == boxes; })) {
        ways[patterns] = orders;
      }
      return;
    }
    for (unsigned pattern = least; pattern < (1U << static_cast<unsigned>(boxes)); ++pattern) {
      bool fits = true;
      for (std::size_t box = 0; box < right.size(); ++box) {
        right[box] += static_cast<int>((pattern >> box) & 1U);
        fits = fits && right[box] <= boxes;
      }
      patterns.push_back(pattern);
      // (2R)! / product of m! over patterns that occur m times: step by step n / m.
      const auto m = static_cast<std::uint64_t>(std::count(patterns.begin(), patterns.end(), pattern));
      if (fits) extend(pattern, orders * patterns.size() / m);
      patterns.pop_back();
      for (std::size_t box = 0; box < right.size(); ++box) right[box] -= static_cast<int>((pattern >> box) & 1U);
    }
  };
  extend(0, 1);

  const auto orders = all_permutations(boxes);
  std::vector<std::uint64_t> sizes;
  while (!ways.empty()) {
    const Patterns first = ways.begin()->first;
    std::uint64_t& size = sizes.emplace_back(0);
    for (const auto& order : orders) {
      for (unsigned exchanged = 0; exchanged < (1U << static_cast<unsigned>(boxes)); ++exchanged) {
        Patterns images;
        for (const unsigned pattern : first) {
          unsigned image = 0;
          for (std::size_t box = 0; box < order.size(); ++box) {
            image |= (((pattern ^ exchanged) >> box) & 1U) << static_cast<unsigned>(order[box]);
          }
          images.push_back(image);
        }
        std::sort(images.begin(), images.end());
        const auto found = ways.find(images);
        if (found == ways.end()) continue;  // counted already
        size += found->second;
        ways.erase(found);
      }
    }
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

TEST(StackStructures, HaveTheListedClassesForTwoColumns) {
  for (const auto& [boxes, classes] : {std::pair{2, 2U}, {3, 4U}, {4, 26U}}) {
    const Combinations found = nothing_moved({boxes, 2}).combinations(true, {});
    std::vector<std::uint64_t> sizes;
    for (const auto& entry : found) sizes.push_back(static_cast<std::uint64_t>(entry.second));
    std::sort(sizes.begin(), sizes.end());
    EXPECT_EQ(sizes, class_sizes_by_trial(boxes)) << boxes;
    EXPECT_EQ(sizes.size(), classes) << boxes;
  }
}

// Signature classes of 5x2: 355 (K. F. Pettersen, "Counting sudoku 6x2", forum.enjoysudoku.com t4835; computed by
// band_classes as well).
TEST(StackStructures, HaveThePublishedClassesForFiveByTwo) {
  const Combinations found = nothing_moved({5, 2}).combinations(true, {});
  EXPECT_EQ(found.size(), 355U);
  EXPECT_EQ(sum_of(found), mathematics::checked_power(252, 5)) << "(10 choose 5)^5";
}

TEST(StackStructures, HaveTheSameTotalIfTheLastAreNotJoined) {
  const StackStructures structures = nothing_moved({4, 2});
  const Combinations joined = structures.combinations(true, {});
  const Combinations unjoined = structures.combinations(false, {});
  EXPECT_GT(unjoined.size(), joined.size());
  EXPECT_EQ(sum_of(unjoined), sum_of(joined));
}

// The columns of a stack of 3x3: 9! / 3!^3 = 1680 in box 1, then 56 in box 4 (Felgenhauer and Jarvis), and box 7 gets
// the rest. A cycle of three stacks has as many as its first stack.
TEST(StackStructures, HaveTheKnownNumbersForThreeByThree) {
  const StackStructures cycle{{3, 3}, {{.length = 3, .product = {1, 1, 1}}}, {1, 1, 1}, ones(9)};
  EXPECT_EQ(sum_of(cycle.combinations(true, {})), 1680U * 56U);
  const StackStructures two_cycles{
      {3, 3}, {{.length = 1, .product = {3}}, {.length = 2, .product = {1, 1, 1}}}, {3}, {3, 3, 3}};
  EXPECT_EQ(sum_of(two_cycles.combinations(true, {})), sum_of(two_cycles.combinations(false, {})));
}

TEST(StackStructures, StopWhenThePollThrows) {
  const Poll stop = [] { throw std::runtime_error{"stop"}; };
  EXPECT_THROW(nothing_moved({5, 2}).combinations(true, stop), std::runtime_error);
}

}  // namespace
