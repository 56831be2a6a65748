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

/// A value for people, with all that is known of it: digits in groups, an estimate with as many as its error allows.
std::string value_text(const Outcome& outcome);
/// The same of a finding: a short list is shown whole, a longer one by its number of rows.
std::string value_text(const FindingValue& value);

/// An estimate in short, with no more digits than its error leaves: "6.665e21 +- 0.4 %".
std::string estimate_text(Real value, Real standard_error);

/// What stands in the place of a value that there is not yet: "unfinished; so far 6.665e21 +- 0.4 %", "unfinished; 120
/// of 1632 units", "unfinished".
///
/// @param interim    of a run that was stopped while it sampled
/// @param units     how many are done
/// @param units_total  how many there are, where that is known
std::string unfinished_text(const std::optional<Estimate>& interim, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_total);

/// The value no wider than is asked: long integers lose digits in the middle, and tell how many they have.
std::string short_text(const Outcome& outcome, std::size_t width);

/// Grouped digits no wider than is asked: "81,171,437,...,654,720,000 (47 digits)".
std::string digits_within(std::string_view decimal, std::size_t width);

/// "cross_checked, 3 ways".
std::string standing_text(const ResultsDocument::OutcomeEntry& entry);

/// "4.8 ms", "12.3 s", "2.5 h".
std::string seconds_text(double seconds);

/// "a, b, c".
std::string join(const std::set<std::string>& names);

/// "Not applicable: stack_product on 3x3, essentially_different: too many grids have automorphisms".
std::string refusal_text(const std::string& configuration, const Problem& problem,
                         const std::vector<Quantity>& quantities, const std::string& reason);

}  // namespace gridcensus::host
