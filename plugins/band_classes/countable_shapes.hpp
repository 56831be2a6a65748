#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/shape.hpp"

#include <optional>
#include <string>

namespace gridcensus::band_classes {

/// Returns why this method cannot do the work on a shape, or nullopt if it can, although it may take days.
std::optional<std::string> cannot_count(CountedShape counted);

/// Checks whether the whole work takes days or more: B of 6x2, and the completions of 4x3.
bool takes_days(CountedShape counted);

/// Returns why drawn classes give no estimate of bands or grids that can be counted, or nullopt if they do.
///
/// @param check_orders  whether to count the bands of each class in two orders of factorisation
std::optional<std::string> cannot_draw(CountedShape counted, bool check_orders);

}  // namespace gridcensus::band_classes
