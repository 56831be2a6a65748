#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// Returns a value for people with everything that is known of it: grouped digits; an estimate has as many digits as
/// its error allows.
std::string value_text(const Outcome& outcome);
/// Returns the same for a finding: a short list in full, a longer one as its number of rows.
std::string value_text(const FindingValue& value);

/// Returns an estimate in short form, with no more digits than its error allows: "6.665e21 +- 0.4 %".
std::string estimate_text(Real value, Real standard_error);

/// Returns names in one line, of many the first ones: "2x5 1x6 and 3 more".
std::string first_names(const std::vector<std::string>& names);

/// Returns the text shown for a missing value: "unfinished; so far 6.665e21 +- 0.4 %", "unfinished; 120 of 1632 units",
/// "unfinished".
///
/// @param interim    of a run that was stopped while it sampled
/// @param units     number of units done
/// @param units_total  number of units in total, if known
std::string unfinished_text(const std::optional<Estimate>& interim, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_total);

/// Returns the value in at most `width` characters. A long integer loses digits in the middle, and their number is
/// added.
std::string short_text(const Outcome& outcome, std::size_t width);

/// Returns grouped digits in at most `width` characters: "81,171,437,...,654,720,000 (47 digits)".
std::string digits_within(std::string_view decimal, std::size_t width);

/// Returns "4.8 ms", "12.3 s" or "2.5 h".
std::string seconds_text(double seconds);

/// Returns "a, b, c".
std::string join(const std::set<std::string>& names);

/// Returns "Not applicable: stack_product on 3x3, essentially_different: too many grids have automorphisms".
std::string refusal_text(const std::string& configuration, const Problem& problem,
                         const std::vector<Quantity>& quantities, const std::string& reason);

}  // namespace gridcensus::host
