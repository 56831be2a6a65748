#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// A value for people, with all that is known of it: digits in groups, an estimate with as many as its error allows.
std::string value_text(const Outcome& outcome);
/// The same of a finding: a short list is shown whole, a longer one by its number of rows.
std::string value_text(const FindingValue& value);

/// The value no wider than is asked: long integers lose digits in the middle, and tell how many they have.
std::string short_text(const Outcome& outcome, std::size_t width);

/// Grouped digits no wider than is asked: "81,171,437,...,654,720,000 (47 digits)".
std::string digits_within(std::string_view decimal, std::size_t width);

/// "4.8 ms", "12.3 s", "2.5 h".
std::string seconds_text(double seconds);

/// "a, b, c".
std::string join(const std::set<std::string>& names);

}  // namespace gridcensus::host
