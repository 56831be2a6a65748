#include "host/graph/soundness.hpp"

#include "host/base/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gridcensus::host {

namespace {

constexpr auto not_utf8 = "a text is not UTF-8";

bool is_text(const Table& table) {
  return is_utf8(table.key) && std::ranges::all_of(table.columns, is_utf8) &&
         std::ranges::all_of(table.rows, [](const auto& row) { return is_utf8(row.first); });
}

std::optional<std::string> flaw_of(const Estimate& estimate) {
  if (!std::isfinite(estimate.value) || !std::isfinite(estimate.standard_error)) return "the estimate is not finite";
  if (estimate.standard_error < 0) return "the standard error is negative";
  if (!(estimate.low <= estimate.value && estimate.value <= estimate.high)) {
    return "the interval does not hold the value";
  }
  if (!(estimate.confidence > 0 && estimate.confidence < 1)) return "the confidence is not between 0 and 1";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> flaw_of(const Outcome& outcome) {
  if (const auto* estimate = std::get_if<Estimate>(&outcome)) return flaw_of(*estimate);
  if (const auto* approximation = std::get_if<Approximation>(&outcome)) {
    if (!std::isfinite(approximation->value)) return "the approximation is not finite";
  }
  if (const auto* unfinished = std::get_if<Unfinished>(&outcome)) {
    if (!is_utf8(unfinished->reason)) return not_utf8;
  }
  return std::nullopt;
}

std::optional<std::string> flaw_of(const std::string& name, const Finding& finding) {
  if (!is_utf8(name) || !is_utf8(finding.help)) return not_utf8;
  if (const auto* table = std::get_if<Table>(&finding.value); table != nullptr && !is_text(*table)) return not_utf8;
  if (const auto* estimate = std::get_if<Estimate>(&finding.value)) return flaw_of(*estimate);
  return std::nullopt;
}

std::optional<std::string> flaw_of(const Tally& tally) {
  const auto names_are_text = [](const auto& parts) {
    return std::ranges::all_of(parts, [](const auto& part) { return is_utf8(part.first); });
  };
  const bool is_sound = names_are_text(tally.sums()) && names_are_text(tally.all_moments()) &&
                        names_are_text(tally.tables()) &&
                        std::ranges::all_of(tally.tables(), [](const auto& part) { return is_text(part.second); });
  return is_sound ? std::nullopt : std::optional<std::string>{not_utf8};
}

}  // namespace gridcensus::host
