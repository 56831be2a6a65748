#pragma once

#include "grids/grid_maps.hpp"
#include "symmetry_names/symmetry_names.hpp"
#include "uint128/uint128.hpp"

#include <vector>

namespace gridcensus::russell_jarvis {

/// A conjugacy class of the wreath product S_a wr S_b: of the permutations of b blocks of a lines that keep blocks
/// together.
struct LineClass {
  mathematics::LineType type;     ///< identifies the class
  mathematics::UInt128 size = 0;  ///< [permutations]
  mathematics::Images representative = mathematics::unmoved();
};

/// Returns every conjugacy class of the permutations of `blocks` blocks of `block_size` lines, by ascending type; the
/// identity has the first. No permutation is listed:
/// - the types are the multisets of pairs of a length l and a cycle type mu of a block, with lengths that add up to the
///   number of blocks;
/// - a class has a!^b b! / z members, where z, the order of the centraliser, is the product of (l z_mu)^m m! over the
///   pairs that occur, m times each. z_mu is the same for one block: the product of k^m m! over its parts k.
///
/// @param blocks, block_size  at most 25 lines together
/// @throws std::overflow_error  the number of permutations does not fit 128 bits.
/// @cost    1 ms for 5 blocks of 5 lines, 1547 classes
/// @source  James and Kerber (1981), The Representation Theory of the Symmetric Group, section 4.2
std::vector<LineClass> line_classes(int blocks, int block_size);

}  // namespace gridcensus::russell_jarvis
