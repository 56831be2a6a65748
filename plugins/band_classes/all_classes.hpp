#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/strategy.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace gridcensus::band_classes {

/// Returns the job that sums over all classes of one shape or of two: exact outcomes, and findings for every shape.
///
/// @param counted  the shape of the request, its transpose, or both; each with no more work than the quantities need
/// @param lines    file that keeps the closing counts of 6x2 between runs, if any
std::unique_ptr<Job> sum_over_all_classes(std::span<const CountedShape> counted, const Request& request,
                                          const std::optional<std::string>& lines = {});

}  // namespace gridcensus::band_classes
