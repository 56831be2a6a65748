#pragma once

#include "gridcensus/shape.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the shapes of side 25 or less, by rows of the box, then by columns: those of the lists.
std::vector<Shape> listed_shapes();

/// Returns shapes as ranges: "1x10 to 1x16, 4x3"; "and transposed" at the end adds CxR for each RxC before it.
std::string shape_ranges(const std::vector<Shape>& shapes);

}  // namespace gridcensus::host
