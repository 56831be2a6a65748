#pragma once

#include "host/results/results_document.hpp"

#include <string>
#include <vector>

namespace gridcensus::app {

/// The results that a file holds: a document that --json wrote.
///
/// @throws BadInput  it holds none; the message says what it is and what was expected.
std::vector<host::ResultsDocument> open_results(const std::string& file);

}  // namespace gridcensus::app
