#pragma once

#include "gridcensus/integer.hpp"

#include <cstdint>

/// The mathematics, without a word of the host: testable alone.
///
///     box 1     box 2          A band of 2xC boxes has two boxes. The C symbols in the upper row of
///     a b c  |  d e f          box 1 must be the lower row of box 2, and the other way round:
///     f d e  |  b c a          once their set is chosen, each of the four box rows is free.
namespace two_row_bands {

using gridcensus::Integer;

/// How many sets of symbols the upper row of box 1 can have: 2C choose C.
inline Integer upper_sets(int box_cols) {
  const Integer half = gridcensus::factorial(box_cols);
  return gridcensus::factorial(2 * box_cols) / (half * half);
}

/// The bands whose box 1 has one given set in its upper row. The same number for every set.
inline Integer bands_of_one_set(int box_cols) { return gridcensus::power(gridcensus::factorial(box_cols), 4); }

}  // namespace two_row_bands
