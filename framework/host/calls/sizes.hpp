#pragma once

#include "gridcensus/strategy.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace gridcensus::host {

// The results of a strategy must keep to the sizes of host/base/limits.hpp.

/// The limit of the names and integers of a tally, or of a report, together [bytes].
inline constexpr std::size_t max_result_bytes = std::size_t{256} << 20U;

/// @throws std::runtime_error  something exceeds these sizes; the message names it.
void check_sizes(const Tally& tally);
void check_sizes(const Report& report);
void check_sizes(const std::optional<std::set<std::string>>& sums);
void check_sizes(const std::map<std::string, Integer>& divisors);

}  // namespace gridcensus::host
