#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::box_class_zc {

/// Returns the job that counts the grids of 2xC, or of Cx2 as those of 2xC transposed, as a sum over the column classes
/// of the box beside box 1: a unit for each of them, C! in all.
///
/// @param request  its shape has 2 and C, with C = 2, 3 or 4
/// @throws  Stopped after a stop.
std::unique_ptr<Job> sum_over_border_columns(const Request& request);

}  // namespace gridcensus::box_class_zc
