#pragma once

#include "band_recursion/row_uses.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "stack_product/bands/box_deals.hpp"
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

/// The set of rows of every symbol, group by group.
std::vector<RowSet> sets_of(const std::vector<SymbolGroup>& groups);

/// What is summed over the sub-bands of given row use.
struct SubBandSums {
  UInt128 ways = 0;          ///< 1 for each
  UInt128 shared_pairs = 0;  ///< pairs of symbols that share a row in the first box and a row in the second
};

/// The sums over two boxes whose symbols have these sets of two rows. One table for each group gives the pairs
/// of symbols of a group that are dealt alike: the table has this group first, and two of its symbols in one row.
SubBandSums two_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups);

/// The sub-bands of two boxes: how many there are of any row use, and draws of them.
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
    std::uint32_t permutation = 0;   ///< of the rows: takes the class's greatest use to this one
  };

  /// @throws  what `poll` throws
  TwoBoxSubBands(int rows, int box_cols, const Poll& poll);

  Key one_symbol(RowSet pair) const { return Key{1} << (4 * pairs_.place_of(pair)); }
  const Use& use(Key key) const { return uses_.at(key); }
  /// The ways of the use that has most of them.
  std::uint64_t most_ways() const { return most_ways_; }

  /// A uniform deal of the first box; the symbols' other rows are those of the second.
  ///
  /// @param pairs  the two rows of each symbol, whose use is `use`
  void draw_first(const Use& use, const std::array<RowSet, max_side>& pairs, Random& random, RowOfSymbol& rows) const;

 private:
  struct Class {
    BoxDeals deals;
    std::vector<std::uint8_t> begins;  ///< the first symbol of each pair, by place
  };

  std::size_t side_;
  band_recursion::RowSets pairs_;
  std::vector<std::vector<std::size_t>> row_permutations_;
  std::vector<std::vector<std::size_t>> places_before_;  ///< by permutation: what place of a pair was before it
  std::vector<Class> classes_;
  std::unordered_map<Key, Use> uses_;
  std::uint64_t most_ways_ = 0;
};

/// The sums over three boxes whose symbols have these sets of three rows: over all deals of the third box, and
/// what they leave to the other two. The groups are cut in two halves, as in band_recursion::SubBands.
SubBandSums three_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups,
                           const TwoBoxSubBands& two_boxes);

/// The sub-bands of three boxes of one row use, drawn uniformly: the third box by the numbers of its deals, kept with a
/// chance in proportion to the ways of the other two.
class ThreeBoxSubBands {
 public:
  ThreeBoxSubBands(int rows, int box_cols, std::vector<RowSet> sets);

  /// @param boxes  set to the row of every symbol in the three boxes
  void draw(const TwoBoxSubBands& two_boxes, Random& random, std::array<RowOfSymbol, max_box_rows>& boxes,
            std::size_t first_box) const;

 private:
  std::vector<RowSet> sets_;
  BoxDeals third_box_;
};

}  // namespace gridcensus::stack_product
