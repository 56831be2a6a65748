#pragma once

#include "gridcensus/poll.hpp"
#include "stack_product/plans.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// A possible value of a sample.
struct WeightedValue {
  double value = 0;
  double weight = 0;  ///< proportional to its probability
};

/// Returns the number of samples after which the spread of a distribution can be trusted: values that all these samples
/// together may have missed (with a probability of e^-5) carry at most half of it. Fewer samples may all look alike and
/// show no trace of the large values.
///
/// @param values  with at least one weight above 0
std::uint64_t samples_that_show(std::vector<WeightedValue> values);

/// Returns the number of samples that a plan needs before it states an error. For settings other than those measured as
/// best, trials decide. They repeat bands half of the time, so they meet everything that is otherwise rare: bands that
/// are all alike if the plan seldom repeats them, bands that all differ if it nearly always does. Shapes whose samples
/// take a millisecond or more have no trials.
///
/// @cost  the time of at most 20,000 samples of the plan for the trials, usually half a second or less
/// @throws  what `poll` throws
std::uint64_t samples_needed(const Plan& plan, const Poll& poll);

}  // namespace gridcensus::stack_product
