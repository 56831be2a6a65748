#pragma once

#include "host/results/results_document.hpp"

#include <vector>

namespace gridcensus::host {

/// Returns the standing of a value that was compared with nothing.
///
/// @param is_recounted  units of it were recounted in another session, with the same result
Standing standing_alone(Kind kind, bool is_recounted);

/// Sets the evidence of each outcome: its standing, and the number of independent strategies that reached it. The
/// standing of a value that follows from another quantity of the same run is at least that of this quantity. Requires
/// the witnesses of the sides of its verdicts, which a document that was read lacks.
void add_standings(ResultsDocument& document);

/// Returns the values of a document. Requires its verdicts, and the numbers of witnesses of its outcomes.
std::vector<ResultsDocument::Value> values_of(const ResultsDocument& document);

}  // namespace gridcensus::host
