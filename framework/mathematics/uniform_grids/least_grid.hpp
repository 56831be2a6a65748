#pragma once

#include "grids/grids.hpp"

#include <cstdint>

namespace gridcensus::uniform_grids {

/// What all grids have in common that the symmetries of a shape and relabellings turn into one another.
struct LeastGrid {
  mathematics::Grid grid;           ///< the first of them in the order of the dictionary
  std::uint64_t automorphisms = 0;  ///< how many symmetries keep a grid up to relabelling
};

/// The least grid of the class of a grid, over all permutations of the rows of a band, of bands, of the columns of a
/// stack, of stacks, transposition where R = C, and relabellings.
///
/// Which row comes first, the order of columns, and whether the grid is transposed, settle the rest: the first row
/// names the symbols, and the other rows and bands stand in the order of their first cells. Each symmetry that leads to
/// the least grid is met once, and there are as many as automorphisms.
///
/// @param grid  obeys the rules; R, C of at most 5
/// @cost  (transpositions * N * orders of columns) steps, of which few look beyond the second row: 3x3 0.5 ms
LeastGrid least_grid(const mathematics::Grid& grid);

}  // namespace gridcensus::uniform_grids
