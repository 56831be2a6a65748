#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::orbit_search {

/// Returns the job that counts the grids of a problem as a sum over their prefixes.
///
/// @throws BrokenInvariant  the symmetries do not satisfy a theorem of group theory.
std::unique_ptr<Job> sum_over_prefixes(const Request& request);

}  // namespace gridcensus::orbit_search
