#pragma once

#include "host/compare/comparison.hpp"
#include "host/results/results_document.hpp"

#include <vector>

namespace gridcensus::host {

/// Returns the standing of a value that nothing was compared with.
///
/// @param is_recounted  units of it were counted again in another session, with the same result
Standing standing_alone(Kind kind, bool is_recounted);

/// Fills in what speaks for each outcome: its standing, and by how many strategies that share nothing it was reached.
/// What follows from another quantity of the same run stands at least as that.
///
/// @param comparisons  of which the verdicts of the document were made, in their order
void add_standings(ResultsDocument& document, const std::vector<Comparison>& comparisons);

}  // namespace gridcensus::host
