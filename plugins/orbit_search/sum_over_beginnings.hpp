#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::orbit_search {

/// The job that counts the grids of a problem as a sum over their beginnings.
///
/// @throws BrokenInvariant  what group theory says of the symmetries does not hold.
std::unique_ptr<Job> sum_over_beginnings(const Request& request);

}  // namespace gridcensus::orbit_search
