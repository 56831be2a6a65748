#pragma once

#include "gridcensus/problem.hpp"

#include <vector>

namespace gridcensus {

// Internal to the SDK; not for plugins.
#pragma GCC visibility push(hidden)

/// Finds further regions that follow from the given ones by the law of leftovers. The k regions of the law are taken
/// from N that partition the grid: rows, columns, boxes and the like; k is at most 6.
///
/// @param regions  regions that partition the grid are adjacent in the list
/// @cost  bounded: some ms
std::vector<Region> implied_regions(Shape shape, const std::vector<Region>& regions);

/// Checks whether the problem may have some boxes of a classic grid, and the other ones follow from them.
bool may_lack_boxes(const Problem& problem);

#pragma GCC visibility pop

}  // namespace gridcensus
