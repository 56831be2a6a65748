#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::band_classes {

/// Classes drawn at random, each counted whole: unbiased estimates.
///
///     bands = signatures * E[B]            a signature drawn uniformly: a class by its number of signatures
///     grids = bands * E[completions]       three bands; a band drawn uniformly: a class by its number of bands
///
/// Two bands have no estimate of the grids, signatures * E[B^2]: a few classes, far too rare to be drawn, have much of
/// the spread of B^2, and no sample tells.
///
/// @param counted       the bands of the shape of the request; or the grids, of it or of its transpose
/// @param check_orders  counts the bands of every drawn class in two orders of factorisation, which must agree; for
///                      boxes of two columns and five or six rows
std::unique_ptr<Job> mean_over_drawn_classes(CountedShape counted, const SamplingLimits& limits, bool check_orders,
                                             const Request& request);

}  // namespace gridcensus::band_classes
