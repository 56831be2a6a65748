#pragma once

#include "band_recursion/row_uses.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// Rows of a band, one bit each.
using RowSet = band_recursion::RowSet;
/// A row for every symbol.
using RowOfSymbol = std::array<std::uint8_t, max_side>;

/// The ways to assign the symbols of one box to its rows: every symbol goes to one row of its set, and every row gets
/// box_cols symbols.
///
/// They are numbered. For every *fill* (the numbers of symbols that the rows have so far, a digit of base box_cols + 1
/// each; their sum is the number of symbols assigned) a table has the number of ways to assign the other symbols.
///
/// @cost     (box_cols + 1)^rows numbers of 64 bits and as many steps: 7776 for 5x5.
/// @threads  at() may be called from many at once.
class RowAssignments {
 public:
  /// @param sets  the rows open to each symbol; rows * box_cols symbols. With at most 3 rows in each set and at most 25
  ///              symbols, numbers stay below 2^40.
  RowAssignments(int rows, int box_cols, std::vector<RowSet> sets);

  std::uint64_t count() const { return ways_.front(); }
  /// Returns the number of assignments that give the first `symbols` symbols to `row`.
  std::uint64_t count_with_first_in(int row, int symbols) const;
  /// Sets `rows` to the assignment of a number below count().
  void at(std::uint64_t number, RowOfSymbol& rows) const;

 private:
  std::size_t box_cols_;
  std::vector<RowSet> sets_;
  std::array<std::size_t, max_box_rows> digit_{};  ///< added to the fill by one more symbol in a row
  std::vector<std::uint64_t> ways_;                ///< by fill
};

}  // namespace gridcensus::stack_product
