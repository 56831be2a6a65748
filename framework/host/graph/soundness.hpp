#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/tally.hpp"

#include <optional>
#include <string>

namespace gridcensus::host {

/// What is wrong with something that a strategy gave: numbers that are none, intervals that do not hold their value,
/// texts that cannot be stored since they are not UTF-8. nullopt where all is well.
std::optional<std::string> flaw_of(const Outcome& outcome);
std::optional<std::string> flaw_of(const std::string& name, const Finding& finding);
std::optional<std::string> flaw_of(const Tally& tally);

}  // namespace gridcensus::host
