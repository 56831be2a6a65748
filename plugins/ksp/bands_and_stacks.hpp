#pragma once

#include "gridcensus/strategy.hpp"

#include <memory>

namespace gridcensus::ksp {

/// The sums b(R,C) and b(C,R), a unit for each of their terms, and the estimate that is made of them.
std::unique_ptr<Job> sum_of_bands_and_stacks(const Request& request);

}  // namespace gridcensus::ksp
