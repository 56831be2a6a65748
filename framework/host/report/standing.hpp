#pragma once

#include "host/compare/comparison.hpp"
#include "host/results/results_document.hpp"

#include <vector>

namespace gridcensus::host {

/// Returns the standing of a value that was compared with nothing.
///
/// @param is_recounted  units of it were recounted in another session, with the same result
Standing standing_alone(Kind kind, bool is_recounted);

/// Sets the evidence of each outcome: its standing, and the number of independent strategies that reached it. The
/// standing of a value that follows from another quantity of the same run is at least that of this quantity.
///
/// @param comparisons  those from which the verdicts of the document were made, in their order
void add_standings(ResultsDocument& document, const std::vector<Comparison>& comparisons);

}  // namespace gridcensus::host
