#pragma once

#include "gridcensus/strategy.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the contradiction in a strategy's declarations, or nullopt if they are consistent: a malformed name, a
/// quantity yielded twice, a default that its own parameter refuses.
std::optional<std::string> find_fault(const About& about, const std::vector<ParameterSpec>& parameters);

}  // namespace gridcensus::host
