#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "band_monte_carlo/partial_grid.hpp"
#include "gridcensus/shape.hpp"

#include <optional>
#include <string>

namespace gridcensus::band_monte_carlo {

/// Returns why the grids of the shape cannot be estimated with these parameters, or nullopt if they can.
///
/// @param pair  the parameter `pair`, or nullopt if it is not set
std::optional<std::string> why_not(Shape shape, const Params& params, const std::optional<PartialGrid>& pair);

}  // namespace gridcensus::band_monte_carlo
