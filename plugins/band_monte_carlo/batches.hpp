#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/shape.hpp"

#include <cstdint>

namespace gridcensus::band_monte_carlo {

/// Returns the samples of mode low_variance, cut into units of about a tenth of a second, unless `batch` is set.
Batches low_variance_batches(Shape shape, const Params& params);

/// Returns the same for the trials of mode source.
Batches source_batches(const Params& params);

/// Returns the number of samples that mode low_variance needs before it reports an error: from this number on,
/// intervals cover and tests alarm at the stated rates (docs/decisions.md, 46). The number of bands with given columns
/// takes a few values, of which the largest are rare.
std::uint64_t low_variance_samples_needed(Shape shape);

}  // namespace gridcensus::band_monte_carlo
