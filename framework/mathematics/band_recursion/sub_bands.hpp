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

/// Counts the sub-bands with a given row use. Symbols are distinguished, and the rows of each are given as a set; a way
/// assigns the rows of each symbol to boxes, so that every row of every box gets box_cols symbols. The order of the
/// symbols within a row of a box is ignored.
///
/// One box has one way. For more boxes, the last box takes one row of every symbol's set, and the rest is a sub-band
/// with one box less:
///
///     ways(use) = sum over k of product over sets of (use of the set)! / product of k(set, row)!  *  ways(use left),
///     k(set, row): symbols of the set that are in this row of the last box; box_cols for every row in all
///
/// The sets are split in two halves, and a half is a list of *parts*: its contribution to the last box, the use that it
/// leaves, and the number of ways. Two parts match if together they fill the last box.
///
/// @threads  count() may be called from many at once.
/// @source   Pettersen, forum.enjoysudoku.com, "RxC band counting algorithm" (2006), for the recursion.
class SubBands {
 public:
  /// @param max_boxes  the maximum number of boxes in calls of `ways`
  /// @throws std::overflow_error  max_boxes! to the power of N, which bounds the ways, does not fit 128 bits, or the
  ///                              same of one box less, whose ways are tabulated, 64 bits
  /// @throws  the exceptions of `poll`
  SubBands(int box_rows, int box_cols, int max_boxes, const Poll& poll);

  /// @param boxes  0..max_boxes; zero boxes and one box have one way
  UInt128 ways(int boxes, const RowUse& use, const Poll& poll = {}) const;

 private:
  /// A row use as one number: a digit for each set. Adding uses adds keys, because no digit of a possible use
  /// overflows.
  using Key = UseTable::Key;

  struct Part {
    std::uint64_t last_box = 0;  ///< symbols in each row of the last box, a byte each
    Key rest = 0;                ///< the row use that is left to the other boxes
    UInt128 ways = 1;
  };

  /// The tables for sub-bands of one number of boxes.
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

/// Returns the number of choices in the sum for `ways`: a measure of its cost.
double choices_of(int boxes, const RowUse& use);

}  // namespace gridcensus::band_recursion
