#pragma once

#include "grid_shuffle/shuffle_job.hpp"
#include "gridcensus/sampling.hpp"

#include <cstdint>
#include <memory>
#include <set>

namespace gridcensus::grid_shuffle {

/// Estimates how many sequences of exchanges return, by shuffling at random. Units are batches of shuffles.
///
/// @param batch  shuffles of one unit
std::unique_ptr<Job> estimate_returning_sequences(Question question, std::set<Quantity> quantities,
                                                  const SamplingLimits& limits, std::uint64_t batch);

}  // namespace gridcensus::grid_shuffle
