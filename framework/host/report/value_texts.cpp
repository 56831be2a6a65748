#include "host/report/value_texts.hpp"

#include "gridcensus/integer.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

namespace {

/// Returns "6.67e6" for "6.67e+06", the usual notation.
std::string with_short_exponent(std::string text) {
  if (const auto exponent = text.find("e+"); exponent != std::string::npos) {
    text.erase(exponent + 1, text.find_first_not_of("+0", exponent + 1) - exponent - 1);
  }
  return text;
}

}  // namespace

std::string value_text(const Outcome& outcome) {
  struct Visitor {
    std::string operator()(const Exact& exact) const { return group_digits(to_decimal(exact.value)); }
    std::string operator()(const Estimate& estimate) const {
      return estimate_text(estimate.value, estimate.standard_error);
    }
    std::string operator()(const Approximation& approximation) const {
      return with_short_exponent(fmt::format("about {:.8Lg}", approximation.value));
    }
    std::string operator()(const LowerBound& bound) const {
      return "at least " + group_digits(to_decimal(bound.value));
    }
    std::string operator()(const UpperBound& bound) const { return "at most " + group_digits(to_decimal(bound.value)); }
    std::string operator()(const Unfinished&) const { return "unfinished"; }
  };
  return std::visit(Visitor{}, outcome);
}

std::string value_text(const FindingValue& value) {
  const auto* const table = std::get_if<Table>(&value);
  return table != nullptr ? pluralise(table->rows.size(), "row") : value_text(as_outcome(value));
}

std::string estimate_text(Real value, Real standard_error) {
  const Real relative = value == 0 ? 0 : std::fabs(standard_error / value);
  if (!(relative > 0)) return with_short_exponent(fmt::format("{:.6Lg}", value));
  const int digits = std::clamp(static_cast<int>(1 - std::floor(std::log10(relative))), 2, 18);
  return with_short_exponent(fmt::format("{:.{}Lg} +- {:.2Lg} %", value, digits, 100 * relative));
}

std::string legend_of(std::string_view text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (has(" +- ")) return "+-: one standard error (s.e.)";
  return has(" s.e.") ? "s.e.: standard error" : "";
}

std::string unfinished_text(const std::optional<Estimate>& interim, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_total) {
  if (interim) return "unfinished; so far " + estimate_text(interim->value, interim->standard_error);
  if (units_total && units > 0) return fmt::format("unfinished; {} of {}", units, pluralise(*units_total, "unit"));
  return "unfinished";
}

std::string seconds_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.1f} ms", 1000 * seconds);
  return seconds < 100 ? fmt::format("{:.1f} s", seconds) : duration_text(seconds);
}

std::string short_reason(const std::string& reason) {
  std::string text = reason.substr(0, reason.find_first_of(",;("));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string refusal_text(const std::string& configuration, const Problem& problem,
                         const std::vector<Quantity>& quantities, const std::string& reason) {
  return printable(fmt::format("Not applicable: {} on {}{}{}: {}", configuration, to_string(problem),
                               quantities.empty() ? "" : ", ", join(names_of(quantities)), reason));
}

}  // namespace gridcensus::host
