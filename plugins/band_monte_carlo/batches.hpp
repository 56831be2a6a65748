#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/shape.hpp"

namespace gridcensus::band_monte_carlo {

/// The samples of mode low_variance, cut into units of about a tenth of a second, unless `batch` is set.
Batches low_variance_batches(Shape shape, const Params& params);

/// The same for the trials of mode source.
Batches source_batches(const Params& params);

}  // namespace gridcensus::band_monte_carlo
