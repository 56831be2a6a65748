#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::band_monte_carlo {

/// Returns the job that estimates grids from columns that do not clash: the mean of the number of bands that have them.
/// The hit rates that mode source finds by trial follow from the same samples.
///
/// @param request  for the number of grids
/// @throws Stopped  after a stop
/// @cost  that of `make_low_variance_sampler`
std::unique_ptr<Job> low_variance_estimate(const Request& request, const Params& params);

}  // namespace gridcensus::band_monte_carlo
