#pragma once

#include "gridcensus/strategy.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What contradicts itself in what a strategy declares: a malformed name, a quantity yielded twice, a default that its
/// own parameter refuses. nullopt where all is sound.
std::optional<std::string> find_fault(const About& about, const std::vector<ParameterSpec>& parameters);

}  // namespace gridcensus::host
