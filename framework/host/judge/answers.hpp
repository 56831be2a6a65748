#pragma once

#include "host/compare/comparer.hpp"
#include "host/graph/run_result.hpp"
#include "host/plan/plan.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns everything that a quantity counted by a run depends on, according to the plan.
///
/// @param counted  nullopt: all quantities of the run (for findings)
/// @param inputs   include the run's inputs
Witness witness_of(const Plan& plan, const Run& run, std::optional<Quantity> counted, bool inputs = true);

/// Returns the name of the origin of a finding that is the value of a quantity.
std::string name_as_quantity(const std::string& configuration, const std::string& finding);

/// Returns a run's values for the comparison.
RunValues answers_of(const Plan& plan, const Run& run, const RunResult& result);

/// Returns the values known in advance: those that the file expects, and every value given as an input.
std::vector<AttributedOutcome> known_values(const Experiment& experiment, const Plan& plan);

/// Returns the totals of every list of layouts, by configuration and quantity: the sum of weight * value over the
/// problems, unfinished if a value is missing. The witness of a total has no more than its names.
///
/// @param runs  by run number; all have ended
std::vector<AttributedOutcome> totals_of(const Experiment& experiment, const Plan& plan,
                                         const std::vector<RunResult>& runs);

}  // namespace gridcensus::host
