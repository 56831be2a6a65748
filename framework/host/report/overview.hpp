#pragma once

#include "host/results/results_document.hpp"

#include <cstddef>
#include <vector>

namespace gridcensus::host {

/// The indexes of the outcomes of one quantity of one question: of one problem, or of problems with the same number.
using SameQuestion = std::vector<std::size_t>;

/// Returns the outcomes by question, in the order of the quantities and then of the problems.
std::vector<SameQuestion> outcomes_by_question(const ResultsDocument& document);

/// Returns the values of a document. Requires its verdicts, and the numbers of witnesses of its outcomes.
std::vector<ResultsDocument::Value> values_of(const ResultsDocument& document);

}  // namespace gridcensus::host
