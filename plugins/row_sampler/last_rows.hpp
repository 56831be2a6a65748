#pragma once

#include "row_sampler/rows.hpp"

namespace gridcensus::row_sampler {

/// How many of the last rows of a grid are counted, not drawn: three, or a whole band where that has fewer.
int counted_rows(Shape shape);

/// In how many ways the last rows of a grid can be filled, exactly.
///
/// In the last band a symbol has one column left in each box, so that boxes forbid nothing that columns do not. With k
/// rows left, symbols and columns make a k-regular bipartite graph, and the ways are its ordered factorisations into
/// perfect matchings. Two rows: 2^(number of cycles). Three: the sum of that over the matchings for the first of them;
/// as the rows can be exchanged, a third of all matchings will do, those that have one given edge.
///
/// @param grid  all rows but the last `counted_rows`, or fewer of them empty
/// @return      at least 1: such a graph always has a factorisation (Koenig, 1916). Exact: far below 2^53
/// @cost        some (4/3)^N matchings of N steps for three rows
double count_last_rows(const PartialGrid& grid);

}  // namespace gridcensus::row_sampler
