#pragma once

#include "host/plan/plan.hpp"

#include <optional>
#include <string_view>

namespace gridcensus::host {

// The names that the SDK's limits of sampling have. A strategy that has others is asked once it is prepared.
inline constexpr std::string_view limit_of_samples = "samples";
inline constexpr std::string_view limit_of_seconds = "seconds";
inline constexpr std::string_view limit_of_relative_error = "relative_error";

/// The value of the limit that a run has by that name; nullopt where it is not set, or there is no such limit.
std::optional<double> sampling_limit(const Run& run, std::string_view name);

/// Whether the strategy has a limit of that name, set or not.
bool has_sampling_limit(const Run& run, std::string_view name);

}  // namespace gridcensus::host
