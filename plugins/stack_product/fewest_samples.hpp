#pragma once

#include "gridcensus/poll.hpp"
#include "stack_product/plans.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// A value that a sample may have.
struct WeightedValue {
  double value = 0;
  double weight = 0;  ///< in proportion to its probability
};

/// Returns how many samples show what matters of a distribution: of its spread, values that all these samples together
/// may have missed (with a probability of e^-5) carry at most half. If fewer are drawn, they may all look alike, and
/// nothing tells of the great ones.
///
/// @param values  with at least one weight above 0
std::uint64_t samples_that_show(std::vector<WeightedValue> values);

/// Returns how many samples a plan needs before it states an error. For settings that are not those that were measured
/// best, trials tell. In these, bands are repeated half of the time, so that all is met that is rare otherwise: bands
/// that are all alike if the plan seldom repeats them, bands of which no two are if it nearly always does. Shapes whose
/// samples take a millisecond or more have no trials.
///
/// @cost  of trials: what 20,000 samples of the plan take at most, half a second or less as a rule
/// @throws  what `poll` throws
std::uint64_t samples_needed(const Plan& plan, const Poll& poll);

}  // namespace gridcensus::stack_product
