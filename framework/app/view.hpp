#pragma once

#include "app/command_line.hpp"
#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::app {

/// A results document as the options of `options::add_view` ask for it: the screen with the verdict where there are
/// none.
std::string view_of(const host::ResultsDocument& document, const Arguments& arguments);

}  // namespace gridcensus::app
