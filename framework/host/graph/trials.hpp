#pragma once

#include "host/graph/measurement.hpp"
#include "host/plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace gridcensus::host {

/// A run to be measured, and a value for each of its inputs.
struct Trial {
  const Run* run = nullptr;
  Inputs inputs = {};
};

/// Takes the numbers of the trials that are at work.
using SeeTrials = std::function<void(const std::vector<std::size_t>& at_work)>;

/// Measures runs, each in a forked copy of this process, which must have one thread. Kills the copy if the first unit
/// does not end in time, so a run whose units take hours costs no more than the others.
///
/// @param seconds    as in `measure`
/// @param deadline   after which a copy is killed [s]
/// @param at_once    the number of copies that run at a time
/// @param see        called several times a second
/// @return           one measurement for each trial; nullopt if the strategy failed, crashed, or was killed
std::vector<std::optional<Measurement>> try_out(const std::vector<Trial>& trials, double seconds, double deadline,
                                                int at_once, const SeeTrials& see);

}  // namespace gridcensus::host
