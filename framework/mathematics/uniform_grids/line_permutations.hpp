#pragma once

#include "grids/grid_maps.hpp"

#include <vector>

namespace gridcensus::uniform_grids {

/// Returns all permutations of lines that keep blocks together, in lexicographic order.
///
/// @cost  blocks! * (block_size!)^blocks of them: 1296 for 3 blocks of 3
std::vector<mathematics::Images> line_permutations(int blocks, int block_size);

}  // namespace gridcensus::uniform_grids
