#pragma once

#include "grid_shuffle/shuffle_job.hpp"
#include "gridcensus/sampling.hpp"

#include <cstdint>
#include <memory>
#include <set>

namespace gridcensus::grid_shuffle {

/// Returns the job that estimates the number of sequences of exchanges that return, by random shuffles. Units are
/// batches of shuffles.
///
/// @param batch  shuffles of one unit
std::unique_ptr<Job> estimate_returning_sequences(Question question, std::set<Quantity> quantities,
                                                  const SamplingLimits& limits, std::uint64_t batch);

}  // namespace gridcensus::grid_shuffle
