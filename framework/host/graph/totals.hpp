#pragma once

#include "host/compare/comparison.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/run_result.hpp"
#include "host/plan/plan.hpp"

#include <vector>

namespace gridcensus::host {

/// The total of one configuration over all layouts of a list.
struct Total {
  const LayoutList* list = nullptr;
  const Configuration* configuration = nullptr;
  Quantity quantity{};
  Outcome outcome;  ///< the sum of weight * value over the problems; unfinished if a value is missing
};

/// Returns the totals of every list, by configuration and quantity.
///
/// @param runs  by run number; all have ended
std::vector<Total> totals_of(const Experiment& experiment, const Plan& plan, const std::vector<RunResult>& runs);

/// Compares totals with those that the experiment expects.
std::vector<Comparison> compare_totals(const Experiment& experiment, const std::vector<Total>& totals);

}  // namespace gridcensus::host
