#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "host/base/text.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// Returns a value for people: grouped digits; an estimate as below.
std::string value_text(const Outcome& outcome);
/// Returns the same for a finding; a table as its number of rows.
std::string value_text(const FindingValue& value);

/// Returns an estimate with no more digits than its error allows: "6.665e21 +- 0.4 %".
std::string estimate_text(Real value, Real standard_error);

/// Returns the explanation of the errors in a text; empty if there are none.
std::string legend_of(std::string_view text);

/// Returns the text shown for a missing value: "unfinished; so far 6.665e21 +- 0.4 %", "unfinished; 120 of 1632 units",
/// "unfinished".
///
/// @param interim    of a run that was stopped while it sampled
/// @param units     number of units done
/// @param units_total  number of units in total, if known
std::string unfinished_text(const std::optional<Estimate>& interim, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_total);

/// Returns "4.8 ms", "12.3 s" or "3 h 20 min".
std::string seconds_text(double seconds);

/// Returns a reason without the text after a comma or a bracket, which explains it.
std::string short_reason(const std::string& reason);

/// Returns the names of a set or list of quantities.
std::vector<std::string_view> names_of(const auto& quantities) {
  std::vector<std::string_view> names;
  for (const Quantity quantity : quantities) names.push_back(name_of(quantity));
  return names;
}

/// Returns "Not applicable: stack_product on 3x3, essentially_different: too many grids have automorphisms".
std::string refusal_text(const std::string& configuration, const Problem& problem,
                         const std::vector<Quantity>& quantities, const std::string& reason);

}  // namespace gridcensus::host
