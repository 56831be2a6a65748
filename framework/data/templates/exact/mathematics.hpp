#pragma once

#include "gridcensus/integer.hpp"

namespace new_strategy {

/// Returns the number of bands of 3xC boxes with a given first box, unordered rows in the others, and k of the C
/// symbols of the first box's first row in the second row of box 2.
///
/// Then the other C-k go to its third row. Its second row still needs C-k symbols, which only the third row of box 1
/// can give, and its third row needs k from the second. Each of the three choices can be made in (C choose k) ways, and
/// box 3 gets the rest.
///
/// @param box_cols  C, at least 1
/// @param k         0 to C
gridcensus::Integer ways(int box_cols, int k);

/// Returns the factor of every number of `ways`: (3C)! fillings of box 1, and (C!)^6 orders within the rows of boxes 2
/// and 3.
gridcensus::Integer orders(int box_cols);

}  // namespace new_strategy
