#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::russell_jarvis {

/// Returns true if this quantity needs the number of grids that symmetries fix.
bool needs_fixed_grids(Quantity quantity);

/// Returns the job of Burnside's sum: over the conjugacy classes of the symmetries, members times the grids that one of
/// them fixes. A unit is a task of `FixedGrids` or, if they are wanted, of `Automorphisms`. If no fixed grids are
/// needed, the job has only the classes.
///
/// The identity fixes every grid: their number is an input of the sum.
///
/// @param with_automorphisms  also list the grids that have automorphisms
std::unique_ptr<Job> sum_over_classes(const Request& request, bool with_automorphisms);

}  // namespace gridcensus::russell_jarvis
