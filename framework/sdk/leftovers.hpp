#pragma once

#include "gridcensus/problem.hpp"

#include <vector>

namespace gridcensus {

// Of no concern to plugins.
#pragma GCC visibility push(hidden)

/// Adds the regions that follow from others: if k regions without a common cell hold k - 1 regions without a common
/// cell, the N cells that are left hold every symbol once too ("law of leftovers").
///
///     three rows, two windows in them:   . w w w . w w w .       the cells marked . are a region
///                                        . w w w . w w w .
///                                        . w w w . w w w .
///
/// The k regions are looked for among N that make up the grid: rows, columns, boxes and the like; k is at most 6.
std::vector<Region> with_leftovers(Shape shape, const std::vector<Region>& regions);

#pragma GCC visibility pop

}  // namespace gridcensus
