#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/report/text_table.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace gridcensus::host {

namespace {

/// A table with more rows has one row for all seeds of each combination of parameters.
constexpr std::size_t max_rows_shown = 12;
/// A table with more lines is cut.
constexpr std::size_t max_table_lines = 40;
/// The width of a value that is not an estimate [columns].
constexpr std::size_t value_width = 24;

std::string z_text(const std::optional<Score>& score) { return score ? fmt::format("{:+.1f}", score->z) : "-"; }

std::string relative_text(Real value, Real standard_error) {
  return value == 0 || !(standard_error > 0) ? "-" : fmt::format("{:.2Lg} %", 100 * standard_error / value);
}

/// Returns the value without its error, which has a column of its own.
std::string value_alone(const Outcome& outcome) {
  const std::string text = short_text(outcome, value_width);
  return text.substr(0, text.find(" +-"));
}

std::vector<TextTable::Column> columns_of(const SweepTable& table, std::size_t axes) {
  using enum TextTable::Align;
  std::vector<TextTable::Column> columns;
  for (std::size_t axis = 0; axis < axes; ++axis) columns.push_back({table.axes[axis].name, right});
  return columns;
}

bool has_scores(const SweepTable& table) {
  return std::ranges::any_of(table.points, [](const SweepPoint& point) { return point.score.has_value(); });
}

std::string points_text(const SweepTable& table, std::size_t width) {
  using enum TextTable::Align;
  auto columns = columns_of(table, table.axes.size());
  columns.insert(columns.end(), {{"value", right}, {"1 s.e.", right}});
  if (has_scores(table)) columns.push_back({"off by [s.e.]", right});
  columns.push_back({"time", right});
  TextTable text{columns};
  for (const auto& point : table.points) {
    std::vector<std::string> row;
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis) row.push_back(table.value_at(point, axis));
    const auto* const estimate = point.estimate();
    row.push_back(value_alone(point.outcome->outcome));
    row.push_back(estimate == nullptr ? "-" : relative_text(estimate->value, estimate->standard_error));
    if (has_scores(table)) row.push_back(z_text(point.score));
    row.push_back(seconds_text(point.run->seconds));
    text.add(std::move(row));
  }
  return text.text(width);
}

std::string summaries_text(const SweepTable& table, std::size_t width) {
  using enum TextTable::Align;
  auto columns = columns_of(table, table.axes.size() - 1);
  columns.insert(columns.end(), {{"seeds", right}, {"mean", right}, {"1 s.e.", right}, {"spread", right}});
  if (has_scores(table)) columns.push_back({"rms off by [s.e.]", right});
  columns.push_back({"time", right});
  TextTable text{columns};
  for (const auto& summary : summaries_of(table)) {
    std::vector<std::string> row = summary.values;
    row.push_back(summary.estimates == summary.runs ? std::to_string(summary.runs)
                                                    : fmt::format("{} of {}", summary.estimates, summary.runs));
    const std::string mean = summary.estimates == 0 ? "-" : estimate_text(summary.mean, summary.standard_error);
    row.push_back(mean.substr(0, mean.find(" +-")));
    row.push_back(relative_text(summary.mean, summary.standard_error));
    row.push_back(summary.spread ? relative_text(summary.mean, *summary.spread) : "-");
    if (has_scores(table)) row.push_back(summary.rms_z ? fmt::format("{:.2f}", *summary.rms_z) : "-");
    row.push_back(seconds_text(summary.seconds));
    text.add(std::move(row));
  }
  return text.text(width);
}

}  // namespace

void add_sweeps(Lines& lines, const ResultsDocument& document) {
  for (const auto& table : sweep_tables(document)) {
    // Exact values that do not change are lines of the table above.
    if (std::ranges::none_of(table.points, [](const SweepPoint& point) { return point.estimate() != nullptr; }))
      continue;
    lines.add();
    const bool is_summed = table.has_seeds() && table.points.size() > max_rows_shown;
    lines.add_wrapped(fmt::format("{} of {} by {}{}", name_of(table.quantity), to_string(table.problem),
                                  table.configuration, is_summed ? ", of one run on average" : ""),
                      2);
    const std::string text = is_summed ? summaries_text(table, lines.width()) : points_text(table, lines.width());
    std::istringstream rows{text};
    std::size_t shown = 0;
    for (std::string row; std::getline(rows, row);) {
      if (++shown <= max_table_lines) lines.add(row);
    }
    if (shown > max_table_lines)
      lines.add_wrapped(fmt::format("and {} more rows: gridcensus export --sweep", shown - max_table_lines), 2);
  }
}

}  // namespace gridcensus::host
