#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <memory>

namespace gridcensus::band_classes {

/// The number of draws without which no shape has an estimate (docs/decisions.md, 46). Shapes of few classes need more:
/// draws from few classes coincide by chance.
inline constexpr std::uint64_t min_draws = 3;

/// Returns the job that draws classes at random and counts each whole: unbiased estimates.
///
///     bands = signatures * E[B]            for a uniform signature: a class by its number of signatures
///     grids = bands * E[completions]       three bands; for a uniform band: a class by its number of bands
///
/// Two bands give no estimate of the grids, signatures * E[B^2]: much of the spread of B^2 is in a few classes that are
/// far too rare to be drawn, and no sample shows it.
///
/// @param counted       the bands of the shape of the request; or the grids, of it or of its transpose
/// @param check_orders  counts the bands of every drawn class in two orders of factorisation, which must agree; for
///                      boxes of two columns and five or six rows
std::unique_ptr<Job> mean_over_drawn_classes(CountedShape counted, const SamplingLimits& limits, bool check_orders,
                                             const Request& request);

}  // namespace gridcensus::band_classes
