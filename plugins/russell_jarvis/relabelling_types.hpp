#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/shape.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;

/// The cycle types that a relabelling p can have where some grid A has A[g(c)] = p(A[c]) for every cell c.
///
/// Let m be the least power of g that maps a region (a row, column or box) to itself. The region holds every symbol
/// once, so g^m permutes its cells exactly as p^m permutes the symbols: both have the same cycle type. A type that
/// fails this for one region is out; where all are out, g keeps no grid. (A region that g keeps cell by cell, with
/// another that g moves within itself, is the plainest case.)
///
/// @param cell_images  g, as a permutation of the cells of the grid
std::vector<CycleType> relabelling_types(Shape shape, const std::vector<std::uint16_t>& cell_images);

}  // namespace gridcensus::russell_jarvis
