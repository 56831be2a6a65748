#pragma once

#include <string>

namespace gridcensus::host {

/// Returns what was probably meant by a shape that names a whole grid: "9x9 would be boxes of 9 rows and 9 columns; the
/// 9x9 grid has boxes of 3x3". Empty if the text is not NxN, or a grid of that side has no boxes but its rows.
std::string shape_hint(const std::string& text);

}  // namespace gridcensus::host
