#pragma once

#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <vector>

namespace gridcensus::russell_jarvis {

/// Returns every permutation of the lines of `blocks` blocks of `block_size` lines that keeps blocks together.
std::vector<mathematics::Images> all_line_permutations(int blocks, int block_size);

/// Returns maps that generate all geometric maps that commute with a given one.
///
/// @cost  about the number of permutations of rows times its logarithm: 2 ms for 3x3
std::vector<mathematics::GridMap> centraliser_generators(Shape shape, const mathematics::GridMap& map);

}  // namespace gridcensus::russell_jarvis
