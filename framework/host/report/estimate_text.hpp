#pragma once

#include "gridcensus/outcome.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus::host {

/// An estimate in short, with no more digits than its error leaves: "6.665e21 +- 0.4 %".
std::string estimate_text(Real value, Real standard_error);

/// What stands in the place of a value that there is not yet: "unfinished; so far 6.665e21 +- 0.4 %", "unfinished; 120
/// of 1632 units", "unfinished".
///
/// @param so_far    of a run that was stopped while it sampled
/// @param units     how many are done
/// @param units_of  how many there are, where that is known
std::string unfinished_text(const std::optional<Estimate>& so_far, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_of);

}  // namespace gridcensus::host
