#pragma once

#include <array>
#include <cstdint>

namespace gridcensus::stack_product {

/// A set of symbols, one bit each; symbols are numbered from 0.
using SymbolSet32 = std::uint32_t;

inline constexpr int max_side = 25;     ///< symbols
inline constexpr int max_box_rows = 6;  ///< rows of a box

/// The symbols in each row of each box of a band, without their order within a row of a box:
///
///     rows[box][row]  the box_cols symbols in row `row` of box `box`
///
///     band of three 3x3 boxes        rows[0] = {123, 456, 789}
///     row 0:  123 | 489 | 567        rows[1] = {489, 137, 256}
///     row 1:  456 | 137 | 289        rows[2] = {567, 289, 134}
///     row 2:  789 | 256 | 134
struct RowStructure {
  std::array<std::array<SymbolSet32, max_box_rows>, max_box_rows> rows{};
};

}  // namespace gridcensus::stack_product
