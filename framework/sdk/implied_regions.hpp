#pragma once

#include "gridcensus/problem.hpp"

#include <vector>

namespace gridcensus {

// Of no concern to plugins.
#pragma GCC visibility push(hidden)

/// Finds regions that follow from others by the law of leftovers, and are none of them. The k regions of the law are
/// looked for among N that make up the grid: rows, columns, boxes and the like; k is at most 6.
///
/// @param regions  those that make up the grid stand behind one another
/// @cost  bounded: some ms
std::vector<Region> implied_regions(Shape shape, const std::vector<Region>& regions);

#pragma GCC visibility pop

}  // namespace gridcensus
