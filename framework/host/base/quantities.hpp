#pragma once

#include "gridcensus/quantity.hpp"
#include "host/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the names of all quantities that are declared in this process.
std::vector<std::string> quantity_names();

/// Returns the mistake that there is no quantity of this name, with the names that there are.
Diagnostic unknown_quantity(const Location& where, const std::string& path, const std::string& name);

/// Returns the quantity of a name that a program wrote, without a definition if its plugin is not here; nullopt if it
/// is not the name of a quantity.
std::optional<Quantity> stored_quantity(const std::string& name);

}  // namespace gridcensus::host
