#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "band_monte_carlo/partial_grid.hpp"
#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace gridcensus::band_monte_carlo {

/// How many partial grids there are behind which the last bands are counted for their own sake, a unit each.
std::uint64_t given_partial_grids(const Params& params);

/// The estimate of the grids from the share of random choices of bands that make a grid: mode source.
///
/// @param request  for the number of grids
/// @param pair     what the parameter `pair` says; nullopt where it is not set
/// @throws Stopped  after a stop
/// @cost  what the lists of `Trials` take
std::unique_ptr<Job> hit_rate_estimate(const Request& request, const Params& params,
                                       const std::optional<PartialGrid>& pair);

}  // namespace gridcensus::band_monte_carlo
