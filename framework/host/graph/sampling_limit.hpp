#pragma once

#include "host/plan/plan.hpp"

#include <optional>
#include <string_view>

namespace gridcensus::host {

// The SDK's names for the limits of sampling. Other limits of a strategy are known only once it is prepared.
inline constexpr std::string_view limit_of_samples = "samples";
inline constexpr std::string_view limit_of_seconds = "seconds";
inline constexpr std::string_view limit_of_relative_error = "relative_error";

/// Returns the value of a run's limit, or nullopt if it is not set or does not exist.
std::optional<double> sampling_limit(const Run& run, std::string_view name);

/// Returns true if the strategy has a limit of that name, set or not.
bool has_sampling_limit(const Run& run, std::string_view name);

}  // namespace gridcensus::host
