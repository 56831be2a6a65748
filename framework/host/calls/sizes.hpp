#pragma once

#include "gridcensus/strategy.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace gridcensus::host {

// What a strategy gives is held to the sizes of host/base/limits.hpp.

/// Names and integers of a tally, or a report, may take so many bytes together.
inline constexpr std::size_t most_bytes_given = std::size_t{256} << 20U;

/// @throws std::runtime_error  something is beyond these sizes; the message says what.
void check_sizes(const Tally& tally);
void check_sizes(const Report& report);
void check_sizes(const std::optional<std::set<std::string>>& sums);
void check_sizes(const std::map<std::string, Integer>& divisors);

}  // namespace gridcensus::host
