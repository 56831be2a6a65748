#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>
#include <set>

namespace gridcensus::burnside_bfs {

/// Checks whether the grids that symmetries fix must be counted for one of these quantities.
bool needs_fixed_grids(const std::set<Quantity>& quantities);

/// Returns the job of Burnside's sum over the conjugacy classes of the symmetries: members times the grids that one
/// member fixes. A unit is a slice of the count for one class (`FixedCount`). If no fixed grids are requested, the job
/// only lists the group and its classes; if the group is too large to list, it only has its order.
///
/// The identity fixes every grid: their number is an input of the sum.
///
/// @throws Stopped, BrokenInvariant  as `symmetry_classes` does
/// @cost  lists the group immediately: `symmetry_classes`
std::unique_ptr<Job> sum_over_classes(const Request& request);

}  // namespace gridcensus::burnside_bfs
