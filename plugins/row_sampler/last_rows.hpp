#pragma once

#include "row_sampler/rows.hpp"

namespace gridcensus::row_sampler {

/// Returns the number of last rows of a grid that are counted, not drawn: three, or a whole band if it has fewer.
int counted_rows(Shape shape);

/// Returns the exact number of ways to fill the last rows of a grid.
///
/// In the last band a symbol has one column left in each box, so boxes exclude nothing that columns do not. With k rows
/// left, symbols and columns make a k-regular bipartite graph, and the ways are its ordered factorisations into perfect
/// matchings. Two rows: 2^(number of cycles). Three: the sum of that over the matchings for the first of them; because
/// the rows can be exchanged, a third of all matchings is enough, those that have one given edge.
///
/// @param grid  all rows but the last `counted_rows`, or fewer of them empty
/// @return      at least 1: such a graph always has a factorisation (Koenig, 1916). Exact: far below 2^53
/// @cost        some (4/3)^N matchings of N steps for three rows
double count_last_rows(const PartialGrid& grid);

}  // namespace gridcensus::row_sampler
