#pragma once

#include "app/command_line.hpp"
#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::app {

/// Returns a results document as `view_options` ask for it; without them, the screen with the verdict.
std::string view_of(const host::ResultsDocument& document, const Arguments& arguments);

}  // namespace gridcensus::app
