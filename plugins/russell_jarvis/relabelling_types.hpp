#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/shape.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;

/// Returns the possible cycle types of a relabelling p for which some grid A has A[g(c)] = p(A[c]) for every cell c.
///
/// Let m be the least power of g that maps a region (a row, column or box) to itself. The region has every symbol once,
/// so g^m permutes its cells exactly as p^m permutes the symbols: both have the same cycle type. A type that fails this
/// for one region is excluded; if all are, g fixes no grid. (The plainest case is a region that g fixes cell by cell,
/// with another that g permutes within itself.)
///
/// @param cell_images  g, as a permutation of the cells of the grid
std::vector<CycleType> relabelling_types(Shape shape, const std::vector<std::uint16_t>& cell_images);

}  // namespace gridcensus::russell_jarvis
