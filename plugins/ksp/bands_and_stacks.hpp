#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::ksp {

/// Returns the job of the sums b(R,C) and b(C,R), with a unit for each of their terms, and of the estimate made of
/// them.
std::unique_ptr<Job> sum_of_bands_and_stacks(const Request& request);

}  // namespace gridcensus::ksp
