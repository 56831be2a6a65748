#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "band_monte_carlo/partial_grid.hpp"
#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace gridcensus::band_monte_carlo {

/// Returns the number of given partial grids whose last bands are counted for their own sake, one unit each.
std::uint64_t given_partial_grids(const Params& params);

/// Returns the job that estimates grids from the share of random choices of bands that make a grid: mode source.
///
/// @param request  for the number of grids
/// @param pair     the parameter `pair`, or nullopt if it is not set
/// @throws Stopped  after a stop
/// @cost  that of the lists of `Trials`
std::unique_ptr<Job> hit_rate_estimate(const Request& request, const Params& params,
                                       const std::optional<PartialGrid>& pair);

}  // namespace gridcensus::band_monte_carlo
