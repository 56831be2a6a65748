#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/shape.hpp"

#include <vector>

namespace gridcensus::burnside_bfs {

/// Returns the moves of the group with relabelling, in the source's picture: a grid is a cube of N*N*N unit cubes,
/// black if the symbol s is in the cell (r, c), white otherwise.
///
///     unit cube (r, c, s) = point (r * N + c) * N + s
///
/// Symmetries of the grid mix the columns of the cube, exchanges of two symbols its layers; both are permutations of
/// the unit cubes.
///
/// @param shape       side at most 40: points have 16 bits
/// @param cell_moves  generators of the symmetries of the grid
/// @throws std::length_error  a larger side
std::vector<PointImages> cube_moves(Shape shape, const std::vector<PointImages>& cell_moves);

/// Returns the order of the group that these moves generate.
///
/// @cost  2 N^6 bytes of memory. 3x3: 6 ms. 3x4: 50 ms.
Integer cube_group_order(Shape shape, const std::vector<PointImages>& cell_moves);

}  // namespace gridcensus::burnside_bfs
