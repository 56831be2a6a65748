#pragma once

#include "grid_shuffle/shuffle_job.hpp"
#include "gridcensus/sampling.hpp"

#include <cstdint>
#include <memory>
#include <set>

namespace gridcensus::grid_shuffle {

/// Returns the job that estimates the size of the orbit by how often random images of the grid are equal. Units are
/// batches of images; images are compared within a batch only, so units are independent.
///
/// @param batch  images of one unit
std::unique_ptr<Job> estimate_orbit_size(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                         std::uint64_t batch);

}  // namespace gridcensus::grid_shuffle
