#pragma once

#include "gridcensus/shape.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// Returns the shapes of side 25 or less, by rows of the box, then by columns: those of the lists.
std::vector<Shape> listed_shapes();

/// Returns shapes as ranges: "side 17 to 25, 1x10 to 1x16, 4x3". A range of sides includes all listed shapes of these
/// sides, and "and transposed" at the end adds CxR for each RxC before it.
///
/// @param shapes  listed ones, without duplicates
std::string shape_ranges(const std::vector<Shape>& shapes);

/// Shapes that are refused for one reason.
struct RefusalGroup {
  std::string reason;      ///< of the first shape
  bool is_of_all = false;  ///< the others have the same; else their numbers differ
  std::vector<Shape> shapes;
};

/// Groups refusals whose reasons differ only in numbers and shapes, in the order of the first shape of each group.
///
/// @param reasons  by shape
std::vector<RefusalGroup> grouped_by_reason(const std::map<Shape, std::string>& reasons);

}  // namespace gridcensus::host
