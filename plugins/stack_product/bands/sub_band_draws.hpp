#pragma once

#include "band_recursion/row_uses.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "stack_product/bands/row_assignments.hpp"
#include "stack_product/row_structure.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gridcensus::stack_product {

using mathematics::UInt128;

/// Symbols that may go to the same rows.
struct SymbolGroup {
  RowSet rows = 0;
  int symbols = 0;
};

/// Returns the set of rows of every symbol, group by group.
std::vector<RowSet> sets_of(const std::vector<SymbolGroup>& groups);

/// Sums over the sub-bands of a given row use.
struct SubBandSums {
  UInt128 ways = 0;          ///< 1 for each
  UInt128 shared_pairs = 0;  ///< pairs of symbols that share a row in the first box and a row in the second
};

/// Returns the sums over two boxes whose symbols have these sets of two rows. One table for each group counts the pairs
/// of symbols of a group that are dealt alike: it has this group first, and two of its symbols in one row.
SubBandSums two_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups);

/// Counts the sub-bands of two boxes for every row use, and draws them.
///
/// @threads  the const functions may be called from many at once.
class TwoBoxSubBands {
 public:
  /// A row use as one number: four bits for the number of symbols of each pair of rows.
  using Key = std::uint64_t;

  struct Use {
    std::uint64_t ways = 0;
    std::uint64_t shared_pairs = 0;  ///< as in SubBandSums
    std::uint32_t use_class = 0;     ///< the class whose deals are tabulated
    std::uint32_t permutation = 0;   ///< of the rows: takes the class's largest use to this one
  };

  /// @throws  what `poll` throws
  TwoBoxSubBands(int rows, int box_cols, const Poll& poll);

  Key one_symbol(RowSet pair) const { return Key{1} << (4 * pairs_.place_of(pair)); }
  const Use& use(Key key) const { return uses_.at(key); }
  /// Returns the largest number of ways of any use.
  std::uint64_t max_ways() const { return max_ways_; }

  /// Draws a uniform deal of the first box; the other row of each symbol is its row in the second box.
  ///
  /// @param pairs  the two rows of each symbol, whose use is `use`
  void draw_first(const Use& use, const std::array<RowSet, max_side>& pairs, Random& random, RowOfSymbol& rows) const;

 private:
  struct Class {
    RowAssignments deals;
    std::vector<std::uint8_t> begins;  ///< the first symbol of each pair, by place
  };

  std::size_t side_;
  band_recursion::RowSets pairs_;
  std::vector<std::vector<std::size_t>> row_permutations_;
  std::vector<std::vector<std::size_t>> places_before_;  ///< by permutation: the earlier place of a pair
  std::vector<Class> classes_;
  std::unordered_map<Key, Use> uses_;
  std::uint64_t max_ways_ = 0;
};

/// Returns the sums over three boxes whose symbols have these sets of three rows, over all deals of the third box and
/// all that they leave to the other two. The groups are cut into two halves, as in band_recursion::SubBands.
SubBandSums three_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups,
                           const TwoBoxSubBands& two_boxes);

/// Draws sub-bands of three boxes of one row use uniformly: deals the third box by number, and accepts the deal with a
/// probability proportional to the ways of the other two.
class ThreeBoxSubBands {
 public:
  ThreeBoxSubBands(int rows, int box_cols, std::vector<RowSet> sets);

  /// @param boxes  set to the row of every symbol in each of the three boxes
  void draw(const TwoBoxSubBands& two_boxes, Random& random, std::array<RowOfSymbol, max_box_rows>& boxes,
            std::size_t first_box) const;

 private:
  std::vector<RowSet> sets_;
  RowAssignments third_box_;
};

}  // namespace gridcensus::stack_product
