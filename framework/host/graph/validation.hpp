#pragma once

#include "gridcensus/strategy.hpp"
#include "host/graph/run_end.hpp"
#include "host/plan/plan.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the ending by what was thrown: BrokenInvariant or anything else. Called in a catch block.
Ending thrown();

/// What is wrong with something that a strategy gave: numbers that are none, intervals that do not hold their value,
/// texts that cannot be stored since they are not UTF-8. nullopt where all is well.
std::optional<std::string> flaw_of(const Outcome& outcome);
std::optional<std::string> flaw_of(const std::string& name, const Finding& finding);
std::optional<std::string> flaw_of(const Tally& tally);

/// What one unit came to: a tally that is checked, or a failure; neither where it was stopped.
struct CountedUnit {
  std::optional<Tally> tally;
  std::optional<Ending> failure;
  double seconds = 0;
  double weight = 1;
};

/// Returns the names of the sums of a tally.
std::set<std::string> sums_in(const Tally& tally);

/// Calls the strategy for one unit. Never throws.
CountedUnit count_unit(const Job& job, std::uint64_t unit, const UnitContext& context);

/// The declared divisor that does not divide the tally of a unit, in words; nullopt where all of them do.
///
/// @throws std::runtime_error  the tally has other sums than are declared, or not one for which there is a divisor.
std::optional<std::string> broken_divisor(const Job& job, std::uint64_t unit, const Tally& tally);

/// What a strategy concluded, less what nobody asked for, with the record of how its estimates converged.
///
/// @param convergence         of the estimates, without their last point
/// @throws std::runtime_error  an outcome is missing, not of the kind that was declared, or not valid; or a finding.
Report checked_report(const Run& run, Report report, const std::map<Quantity, std::vector<Checkpoint>>& convergence);

/// An outcome for each quantity that the run answers: what was counted, and what follows from it.
///
/// @throws BrokenInvariant  a value that is no answer itself is no multiple of what it must be divided by.
Outcomes answers_from(const Run& run, const Outcomes& counted);

}  // namespace gridcensus::host
