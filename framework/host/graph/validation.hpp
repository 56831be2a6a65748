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

/// Returns the ending for the exception being handled: BrokenInvariant or any other. Call it in a catch block.
Ending current_failure();

/// Returns what is wrong with a strategy's result, or nullopt if it is valid. Detects non-finite numbers, intervals
/// that exclude their value, and text that cannot be stored because it is not UTF-8.
std::optional<std::string> validation_error(const Outcome& outcome);
std::optional<std::string> validation_error(const std::string& name, const Finding& finding);
std::optional<std::string> validation_error(const Tally& tally);

/// The result of one unit: a checked tally or a failure; neither if it was stopped.
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

/// Returns a message about a declared divisor that does not divide the tally of a unit, or nullopt if all do.
///
/// @throws std::runtime_error  the tally has sums other than the declared ones, or lacks a sum that has a divisor.
std::optional<std::string> broken_divisor(const Job& job, std::uint64_t unit, const Tally& tally);

/// Returns a strategy's conclusion without what was not asked for, and with the record of how its estimates converged.
///
/// @param convergence         of the estimates, without their last point
/// @throws std::runtime_error  an outcome is missing, not of the kind that was declared, or not valid; or a finding.
Report checked_report(const Run& run, Report report, const std::map<Quantity, std::vector<Checkpoint>>& convergence);

/// Returns an outcome for each quantity that the run answers: the counted outcomes, and those that follow from them.
///
/// @throws BrokenInvariant  a value that is not an answer itself is not a multiple of its divisor.
Outcomes answers_from(const Run& run, const Outcomes& counted);

}  // namespace gridcensus::host
