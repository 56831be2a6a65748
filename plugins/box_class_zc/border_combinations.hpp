#pragma once

#include "box_class_zc/row_kernels.hpp"
#include "box_class_zc/selection.hpp"
#include "gridcensus/strategy.hpp"

#include <cstddef>
#include <memory>

namespace gridcensus::box_class_zc {

/// The combinations of classes of boxes 2, 3, 4 and 7 to visit: those that the source visits, or fewer by more
/// symmetries.
enum class Mode { reduced, faithful };

/// Returns the number of units of the sum.
std::size_t units_of(Mode mode);

/// Returns the job that counts the grids of 3x3 as a sum over the combinations of classes of boxes 2, 3, 4 and 7.
///
/// @param variant  of faithful mode
/// @param kernel   one that this processor supports; changes no number
std::unique_ptr<Job> sum_over_border_combinations(Mode mode, First variant, const Kernel& kernel);

}  // namespace gridcensus::box_class_zc
