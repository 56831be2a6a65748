#include "host/report/value_texts.hpp"

#include "gridcensus/integer.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/compare/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

namespace {

Real relative_error(Real value, Real standard_error) { return value == 0 ? 0 : std::fabs(standard_error / value); }

/// Returns as many digits as the error allows, plus `more`.
int digits_by(Real relative_error, int more) {
  return std::clamp(static_cast<int>(more - std::floor(std::log10(relative_error))), more + 1, 18);
}

/// Returns an estimate with as many digits as its error allows. 6.6712(21)e21 would be shorter, but is not universally
/// known.
std::string estimate_text(const Estimate& estimate) {
  if (estimate.standard_error == 0) {
    // Equal samples have no error to show; their interval, if there is one, is more informative.
    return fmt::format("{:.6Lg}, no spread ({:.3Lg} to {:.3Lg})", estimate.value, estimate.low, estimate.high);
  }
  const Real relative = relative_error(estimate.value, estimate.standard_error);
  return fmt::format("{:.{}Lg} +- {:.2Lg} ({:.2Lg} %)", estimate.value, relative > 0 ? digits_by(relative, 2) : 18,
                     estimate.standard_error, 100 * relative);
}

std::string table_text(const Table& table) {
  constexpr std::size_t max_rows = 5;
  if (table.columns.size() == 1 && !table.rows.empty() && table.rows.size() <= max_rows) {
    std::string text;
    for (const auto& [row, values] : table.rows) {
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : "; ", printable(row), group_digits(to_decimal(values.front())));
    }
    return text;
  }
  return pluralise(table.rows.size(), "row");
}

/// Returns "6.67e21" for "6.67e+21", the usual notation.
std::string without_plus(std::string text) {
  if (const auto place = text.find("e+"); place != std::string::npos) text.erase(place + 1, 1);
  return text;
}

}  // namespace

std::string value_text(const Outcome& outcome) {
  struct Visitor {
    std::string operator()(const Exact& exact) const { return group_digits(to_decimal(exact.value)); }
    std::string operator()(const Estimate& estimate) const { return estimate_text(estimate); }
    std::string operator()(const Approximation& approximation) const {
      return fmt::format("about {:.8Lg}", approximation.value);
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
  return table != nullptr ? table_text(*table) : value_text(as_outcome(value));
}

std::string estimate_text(Real value, Real standard_error) {
  const Real relative = relative_error(value, standard_error);
  std::string text = fmt::format("{:.{}Lg}", value, relative > 0 ? digits_by(relative, 1) : 6);
  // 6.7e+06 is shown as 6.7e6.
  if (const auto exponent = text.find("e+"); exponent != std::string::npos) {
    text.erase(exponent + 1, text.find_first_not_of("+0", exponent + 1) - exponent - 1);
  }
  return relative > 0 ? fmt::format("{} +- {:.2Lg} %", text, 100 * relative) : text;
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t max_names = 6;
  if (names.size() <= max_names) return fmt::format("{}", fmt::join(names, " "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + max_names, " "),
                     names.size() - max_names);
}

std::string unfinished_text(const std::optional<Estimate>& interim, std::uint64_t units,
                            const std::optional<std::uint64_t>& units_total) {
  if (interim) return "unfinished; so far " + estimate_text(interim->value, interim->standard_error);
  if (units_total && units > 0) return fmt::format("unfinished; {} of {}", units, pluralise(*units_total, "unit"));
  return "unfinished";
}

std::string short_text(const Outcome& outcome, std::size_t width) {
  if (const auto* estimate = std::get_if<Estimate>(&outcome))
    return estimate_text(estimate->value, estimate->standard_error);
  if (const auto* rough = std::get_if<Approximation>(&outcome)) {
    return without_plus(fmt::format("about {:.8Lg}", rough->value));
  }
  const auto within = [&](const std::string& before, const Integer& value) {
    return before + digits_within(to_decimal(value), width - std::min(width, before.size()));
  };
  if (const auto* exact = std::get_if<Exact>(&outcome)) return within("", exact->value);
  if (const auto* low = std::get_if<LowerBound>(&outcome)) return within("at least ", low->value);
  if (const auto* high = std::get_if<UpperBound>(&outcome)) return within("at most ", high->value);
  return value_text(outcome);
}

std::string digits_within(std::string_view decimal, std::size_t width) {
  std::string grouped = group_digits(decimal);
  if (grouped.size() <= width) return grouped;
  const std::size_t digits = decimal.size() - (decimal.starts_with('-') ? 1 : 0);
  const std::string remark = fmt::format(" ({} digits)", digits);
  constexpr std::string_view gap = "...,";
  constexpr std::size_t group = 4;  // three digits and a comma
  const std::size_t room = width - std::min(width, remark.size() + gap.size());
  const std::size_t groups = std::max<std::size_t>(2, room / group);
  // The first group may be shorter than the others.
  const std::size_t first = grouped.find(',') + 1;
  const std::size_t head = first + (groups - groups / 2 - 1) * group;
  const std::size_t tail = groups / 2 * group - 1;
  // A number with few digits has none to omit, even if `width` is exceeded.
  if (head + gap.size() + tail + remark.size() >= grouped.size()) return grouped;
  return grouped.substr(0, head) + std::string{gap} + grouped.substr(grouped.size() - tail) + remark;
}

std::string seconds_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.1f} ms", 1000 * seconds);
  if (seconds < 10) return fmt::format("{:.3f} s", seconds);
  if (seconds < 600) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string join(const std::set<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string refusal_text(const std::string& configuration, const Problem& problem,
                         const std::vector<Quantity>& quantities, const std::string& reason) {
  std::vector<std::string_view> names;
  for (const auto quantity : quantities) names.push_back(name_of(quantity));
  return printable(fmt::format("Not applicable: {} on {}{}{}: {}", configuration, to_string(problem),
                               names.empty() ? "" : ", ", fmt::join(names, ", "), reason));
}

}  // namespace gridcensus::host
