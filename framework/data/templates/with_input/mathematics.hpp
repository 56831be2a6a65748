#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

namespace new_strategy {

/// A number that essentially different grids cannot be fewer than.
///
/// A class of essentially different grids is an orbit of the group that relabelling and the moves of the shape make
/// together, and no orbit is larger than the group. So there are at least grids / order of them, rounded up; and
/// exactly that many if no grid had a symmetry.
///
/// @param grids  of this shape
gridcensus::Integer fewest_classes(gridcensus::Shape shape, const gridcensus::Integer& grids);

}  // namespace new_strategy
