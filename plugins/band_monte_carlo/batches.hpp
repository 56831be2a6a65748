#pragma once

#include "band_monte_carlo/parameters.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/shape.hpp"

#include <cstdint>

namespace gridcensus::band_monte_carlo {

/// The samples of mode low_variance, cut into units of about a tenth of a second, unless `batch` is set.
Batches low_variance_batches(Shape shape, const Params& params);

/// The same for the trials of mode source.
Batches source_batches(const Params& params);

/// Returns how many samples mode low_variance needs before it states an error: from so many on, intervals cover and
/// tests alarm as often as stated (docs/decisions.md, 46). The number of bands with given columns is one of a few, of
/// which the great ones are rare.
std::uint64_t low_variance_samples_needed(Shape shape);

}  // namespace gridcensus::band_monte_carlo
