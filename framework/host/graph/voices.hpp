#pragma once

#include "host/compare/comparer.hpp"
#include "host/graph/run_result.hpp"
#include "host/plan/plan.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// What one quantity that a run counts rests on, by plan.
///
/// @param counted  nullopt: all that the run has (for findings)
/// @param inputs   whether to name its inputs
Witness witness_of(const Plan& plan, const Run& run, std::optional<Quantity> counted, bool inputs = true);

/// How the voice is called by which a finding speaks that is the value of a quantity.
std::string name_as_quantity(const std::string& configuration, const std::string& finding);

/// What a run says, for the comparison.
Answers answers_of(const Plan& plan, const Run& run, const RunResult& result);

/// What is known beforehand: what the file expects, and every value that was given as an input.
std::vector<OutcomeVoice> known_values(const Experiment& experiment, const Plan& plan);

}  // namespace gridcensus::host
