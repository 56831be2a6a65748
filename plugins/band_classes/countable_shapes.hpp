#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/shape.hpp"

#include <optional>
#include <string>

namespace gridcensus::band_classes {

/// Why the work on a shape is beyond this method, in words; nullopt where it is not, though it may take days.
std::optional<std::string> cannot_count(CountedShape counted);

/// Whether the whole of the work takes days or more: B of 6x2, and the completions of 4x3.
bool takes_days(CountedShape counted);

/// Why drawn classes give no estimate, of bands or grids that can be counted; nullopt where they do.
///
/// @param check_orders  the bands of each class are to be counted in two orders of factorisation
std::optional<std::string> cannot_draw(CountedShape counted, bool check_orders);

}  // namespace gridcensus::band_classes
