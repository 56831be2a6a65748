#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::russell_jarvis {

/// Whether the grids that symmetries keep must be counted for this quantity.
bool needs_fixed_grids(Quantity quantity);

/// Burnside's sum: over the conjugacy classes of the symmetries, members times the grids that one of them keeps. A unit
/// is a task of `FixedGrids` or, where they are wanted, of `Automorphisms`. Where no fixed grids are asked for, the
/// classes are all there is.
///
/// The identity keeps every grid: their number is an input of the sum.
///
/// @param with_automorphisms  also list the grids that have automorphisms
std::unique_ptr<Job> sum_over_classes(const Request& request, bool with_automorphisms);

}  // namespace gridcensus::russell_jarvis
