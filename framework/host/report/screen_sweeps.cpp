#include "host/report/screen_parts.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gridcensus::host {

namespace {

std::string relative_text(const SweepRow& row, Real error) {
  return row.mean == 0 || !(error > 0) ? "-" : fmt::format("{:.2Lg} %", 100 * error / row.mean);
}

std::string seeds_text(const SweepRow& row) {
  if (row.runs == 1) return {};
  return row.estimates == row.runs ? std::to_string(row.runs) : fmt::format("{} of {}", row.estimates, row.runs);
}

/// Returns the value without its error, which has a column of its own.
std::string mean_text(const SweepRow& row) {
  if (row.estimates == 0) return row.runs == 1 ? value_text(row.first->outcome) : "-";
  const std::string text = estimate_text(row.mean, row.standard_error);
  return text.substr(0, text.find(" +-"));
}

std::string distance_text(const SweepRow& row) {
  if (!row.distance) return {};
  return row.runs == 1 ? fmt::format("{:+.1f}", *row.distance) : fmt::format("{:.2f}", *row.distance);
}

}  // namespace

void add_sweeps(Lines& lines, const ResultsDocument& document) {
  using enum TextTable::Align;
  for (const auto& sweep : sweep_tables(document)) {
    // Exact values that do not change are lines of the table above.
    if (std::ranges::all_of(sweep.rows, [](const SweepRow& row) { return row.estimates == 0; })) continue;
    lines.add();
    lines.add_wrapped(fmt::format("{} of {} by {}{}", name_of(sweep.quantity), to_string(sweep.problem),
                                  sweep.configuration, sweep.has_seeds() ? ", of one run on average" : ""),
                      2);
    std::vector<TextTable::Column> columns;
    for (const auto& axis : sweep.axes) columns.push_back({axis, right});
    columns.insert(columns.end(), {{"seeds", right},
                                   {"value", right},
                                   {"1 s.e.", right},
                                   {"spread", right},
                                   {sweep.has_seeds() ? "rms off by [s.e.]" : "off by [s.e.]", right},
                                   {"time", right}});
    TextTable table{std::move(columns)};
    for (const SweepRow& row : sweep.rows) {
      auto cells = row.values;
      cells.insert(cells.end(),
                   {seeds_text(row), mean_text(row), relative_text(row, row.standard_error),
                    row.spread ? relative_text(row, *row.spread) : "", distance_text(row), seconds_text(row.seconds)});
      table.add(cells);
    }
    lines.add(table);
  }
}

}  // namespace gridcensus::host
