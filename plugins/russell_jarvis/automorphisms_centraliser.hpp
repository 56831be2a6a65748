#pragma once

#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <vector>

namespace gridcensus::russell_jarvis {

/// Every permutation of the lines of `blocks` blocks of `block_size` lines that keeps blocks together.
std::vector<mathematics::Images> all_line_permutations(int blocks, int block_size);

/// Maps that generate all geometric maps that commute with a given one.
///
/// @cost  the permutations of rows times their logarithm, roughly: 2 ms for 3x3
std::vector<mathematics::GridMap> centraliser_generators(Shape shape, const mathematics::GridMap& map);

}  // namespace gridcensus::russell_jarvis
