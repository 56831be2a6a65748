#pragma once

#include "grid_shuffle/shuffle_job.hpp"

#include <memory>
#include <set>

namespace gridcensus::grid_shuffle {

/// Returns the job that counts, from the maps that give the grid back: the order of the stabiliser, and from it the
/// size of the orbit, and the sequences of exchanges that return. All exactly, in one unit: a search has no parts that
/// are worth sharing out.
std::unique_ptr<Job> count_by_stabiliser(Question question, std::set<Quantity> quantities);

}  // namespace gridcensus::grid_shuffle
