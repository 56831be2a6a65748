#pragma once

#include "grid_shuffle/shuffle_job.hpp"
#include "gridcensus/sampling.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace gridcensus::grid_shuffle {

/// Returns the number of pairs among so many images of which only those of the same unit are compared.
///
/// @param batch  images of one unit, at least 1
Integer compared_pairs(const Integer& images, const Integer& batch);

/// Returns why these images are too few for an estimate, or nullopt if they are enough. The number of equal pairs that
/// were met does not decide: deciding by that would select the runs that met many, whose estimates are too low.
///
/// @param pairs    that were compared
/// @param options  the number of combinations of moves
std::optional<std::string> too_few_images(const Integer& images, const Integer& pairs, std::uint64_t batch,
                                          const Integer& options);

/// Returns the job that estimates the size of the orbit by how often random images of the grid are equal. Units are
/// batches of images; images are compared within a batch only, so units are independent.
///
/// @param batch  images of one unit
std::unique_ptr<Job> estimate_orbit_size(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                                         std::uint64_t batch);

}  // namespace gridcensus::grid_shuffle
