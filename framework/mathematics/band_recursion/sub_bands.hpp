#pragma once

#include "band_recursion/row_uses.hpp"
#include "band_recursion/use_table.hpp"
#include "gridcensus/poll.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::band_recursion {

using mathematics::UInt128;

/// Counts the sub-bands of given row use: each symbol is known by name, and its rows as a set; the ways are counted to
/// say in which box it stands in which of its rows, so that every row of every box gets box_cols symbols. The order
/// of the symbols within a row of a box is left out.
///
/// One box has one way. For more, the last box takes one row of every symbol's set, and what is left is a sub-band of
/// one box less:
///
///     ways(use) = sum over k of product over sets of (use of the set)! / product of k(set, row)!  *  ways(use left),
///     k(set, row): symbols of the set that stand in this row of the last box; box_cols for every row in all
///
/// The sets are dealt with in two halves, and a half is a list of *parts*: what it puts into the last box, what it
/// leaves, and in how many ways. Two parts fit where together they fill the last box.
///
/// @threads  count() may be called from many at once.
/// @source   Pettersen, forum.enjoysudoku.com, "RxC band counting algorithm" (2006), for the recursion.
class SubBands {
 public:
  /// @param max_boxes  the most boxes that `ways` is asked for
  /// @throws std::overflow_error  max_boxes! to the power of N, which bounds the ways, does not fit 128 bits, or the
  ///                              same of one box less, whose ways are tabulated, 64 bits
  /// @throws  what `poll` throws
  SubBands(int box_rows, int box_cols, int max_boxes, const Poll& poll);

  /// @param boxes  0..max_boxes; up to one box there is one way
  UInt128 ways(int boxes, const RowUse& use, const Poll& poll = {}) const;

 private:
  /// A row use as one number: a digit for each set. Adding uses adds keys, since no digit of a use that can occur
  /// is too great.
  using Key = UseTable::Key;

  struct Part {
    std::uint64_t last_box = 0;  ///< symbols in each row of the last box, a byte each
    Key rest = 0;                ///< the row use that is left to the other boxes
    UInt128 ways = 1;
  };

  /// All that is known of sub-bands of one number of boxes.
  struct Level {
    RowSets sets;
    unsigned digit_bits = 0;
    UseTable ways = {};  ///< by use; empty on the last level
    Key digit(std::size_t place) const { return Key{1} << (digit_bits * static_cast<unsigned>(place)); }
  };

  void tabulate(int boxes, const Poll& poll);
  bool overfills(std::uint64_t last_box) const;
  std::vector<Part> choices(int boxes, std::size_t place, int symbols) const;
  std::vector<Part> half(int boxes, const RowUse& use, std::size_t first, std::size_t last, const Poll& poll) const;

  int box_rows_;
  int box_cols_;
  std::uint64_t full_box_ = 0;  ///< box_cols in every byte
  std::vector<Level> levels_;   ///< levels_[boxes]
};

/// The number of choices that `ways` is a sum of: a measure of its cost.
double choices_of(int boxes, const RowUse& use);

}  // namespace gridcensus::band_recursion
