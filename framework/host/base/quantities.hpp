#pragma once

#include "gridcensus/quantity.hpp"
#include "host/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the names of all quantities that are declared in this process.
std::vector<std::string> quantity_names();

/// Returns the mistake that no quantity has this name, with the known names.
Diagnostic unknown_quantity(const Location& where, const std::string& path, const std::string& name);

/// Returns the quantity of a name that a program wrote, or nullopt if the name is not valid for a quantity. The
/// quantity has no definition if its plugin is not loaded here.
std::optional<Quantity> stored_quantity(const std::string& name);

}  // namespace gridcensus::host
