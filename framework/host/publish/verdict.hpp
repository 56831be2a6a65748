#pragma once

#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::host::publish {

/// The verdict as the screen of `run` shows it, in plain text.
std::string verdict_text(const ResultsDocument& document);

}  // namespace gridcensus::host::publish
