#pragma once

#include <string>

namespace gridcensus::host {

/// Returns a hint for a shape that names a whole grid: "9x9 would be boxes of 9 rows and 9 columns; the 9x9 grid has
/// boxes of 3x3". Returns an empty text if the shape is not NxN, or if the only boxes of a grid of that side are its
/// rows.
std::string shape_hint(const std::string& text);

}  // namespace gridcensus::host
