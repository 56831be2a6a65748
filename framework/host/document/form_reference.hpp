#pragma once

#include "host/document/form.hpp"

#include <string>

namespace gridcensus::host {

/// The keys of a form of kind map, and of those in it, as Markdown: a section with a table for each.
std::string reference_of(const std::string& heading, const Form& form);

}  // namespace gridcensus::host
