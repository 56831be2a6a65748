#pragma once

#include "box_class_zc/box_algebra.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::box_class_zc {

/// The method for boxes of two rows, 2xC: two stacks of C boxes.
///
///     +-----+-----+   Box 1 is filled 1 .. C in its first row, C+1 .. 2C in its second. A box beside another has its
///     |  1  |  1' |   two rows exchanged: both have the same row class. So the remaining choices are the row class of
///     +-----+-----+   every box below box 1, and the column class of box 1', which has one symbol of each row of box 1
///     |  2  |  2' |   in every column (C! classes). Given these, the two stacks are independent:
///     +-----+-----+
///     |  3  |  3' |   solutions = sum over 1', over row classes r_2 .. r_C of D(1; r) D(1'; r),
///     +-----+-----+
///                     D(c; r_2 .. r_C): the ways to partition the symbols that columns c leave into columns
///                     c_2 .. c_C with ZC(r_k, c_k) = 0 for every k.
class TwoLines {
 public:
  /// @param box_cols  2, 3 or 4
  /// @param poll      called now and then; may throw
  /// @throws std::invalid_argument  another number of columns.
  /// @cost            C = 4: 42875 entries of D, 20 ms
  explicit TwoLines(int box_cols, const Poll& poll);

  std::size_t row_classes() const { return rows_.size(); }
  std::size_t column_classes() const { return columns_.size(); }
  /// Returns the number of pairs of a row class and a column class that meet: ZC = 0.
  std::uint64_t meeting_pairs() const;
  /// Returns the column classes of box 1': C!.
  const std::vector<Lines>& border_columns() const { return border_; }
  /// Returns the number of combinations of row classes below box 1 that have solutions.
  std::uint64_t row_combinations() const;

  /// Returns the solutions for one column class of box 1', each column in one order.
  std::uint64_t solutions(std::size_t border_column) const;

 private:
  /// Fills the boxes below box 1 that follow the chosen ones, with the column classes of these.
  void fill(std::vector<Code>& chosen, const Lines& left, const Poll& poll);

  std::size_t box_cols_;
  int symbols_;
  ClassNumbers rows_;
  ClassNumbers columns_;
  std::vector<Lines> border_;
  std::vector<std::vector<std::size_t>> meeting_;  // by column class: the row classes that it meets
  std::vector<std::uint64_t> ways_;  // D(1; r_2 .. r_C), by the numbers of the row classes as digits, r_2 first
};

}  // namespace gridcensus::box_class_zc
