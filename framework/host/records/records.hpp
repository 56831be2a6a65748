#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/tally.hpp"

#include <string>

namespace gridcensus::host {

/// Texts that lose nothing: real numbers are hexadecimal, so that what is read back is bit for bit what was written.
///
/// @throws std::invalid_argument  a name in it is not UTF-8.
std::string encode(const Tally& tally);
std::string encode(const Outcome& outcome);
std::string encode(const Finding& finding);

/// @throws std::invalid_argument  the text is not what `encode` wrote.
Tally decode_tally(const std::string& text);
Outcome decode_outcome(const std::string& text);
Finding decode_finding(const std::string& text);

}  // namespace gridcensus::host
