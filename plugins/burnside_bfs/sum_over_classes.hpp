#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>
#include <set>

namespace gridcensus::burnside_bfs {

/// Whether the grids that symmetries fix must be counted for one of these quantities.
bool needs_fixed_grids(const std::set<Quantity>& quantities);

/// Burnside's sum: over the conjugacy classes of the symmetries, members times the grids that one of them fixes. A unit
/// is a slice of the count for one class (`FixedCount`). Where no fixed grids are asked for, the group and its classes
/// are all there is; where it is too large to be listed, its order.
///
/// The identity fixes every grid: their number is an input of the sum.
///
/// @throws Stopped, BrokenInvariant  as `symmetry_classes` does
/// @cost  the group is listed here and now: `symmetry_classes`
std::unique_ptr<Job> sum_over_classes(const Request& request);

}  // namespace gridcensus::burnside_bfs
