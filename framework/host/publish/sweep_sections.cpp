#include "host/publish/html.hpp"
#include "host/publish/marks.hpp"
#include "host/publish/sections.hpp"
#include "host/report/sweep_tables.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gridcensus::host::publish {

namespace {

/// The largest number of runs of one sweep on a page; `export --sweep` has all.
constexpr std::size_t max_points_shown = 300;

std::string inefficiency_html(const std::optional<double>& value) {
  return value ? real_html(Real{*value}, 3) : std::string{};
}

Cell number_cell(std::string html, std::string key = {}) {
  return {.html = std::move(html), .key = std::move(key), .kind = "number"};
}

/// Returns a table with one row for each combination of parameters, over its seeds.
std::string summaries_html(const SweepTable& table) {
  std::vector<std::string> heads;
  for (const SweepAxis& axis : table.axes) {
    if (axis.name != "seed") heads.push_back(escaped(axis.name));
  }
  for (const char* const head : {"runs", "mean estimate", "1 s.e.", "spread", "rms off [s.e.]", "time", "error² × s"}) {
    heads.emplace_back(head);
  }
  HtmlTable rows{heads};
  for (const SweepSummary& summary : summaries_of(table)) {
    std::vector<Cell> row;
    for (const std::string& value : summary.values) row.push_back({.html = escaped(value), .kind = "head"});
    const bool has_estimates = summary.estimates > 0 && summary.mean != 0;
    row.push_back(number_cell(integer_html(Integer{summary.runs})));
    row.push_back(number_cell(has_estimates ? real_html(summary.mean, 8) : "", to_decimal(summary.mean)));
    row.push_back(number_cell(has_estimates ? percent_html(summary.standard_error / summary.mean) : "",
                              to_decimal(summary.standard_error)));
    row.push_back(number_cell(has_estimates && summary.spread ? percent_html(*summary.spread / summary.mean) : "",
                              summary.spread ? to_decimal(*summary.spread) : ""));
    row.push_back(number_cell(summary.rms_z ? fmt::format("{:.2f}", *summary.rms_z) : ""));
    row.push_back(number_cell(seconds_html(summary.seconds), fmt::format("{:.9g}", summary.seconds)));
    row.push_back(number_cell(inefficiency_html(inefficiency(summary.mean, summary.standard_error, summary.seconds))));
    rows.add(row);
  }
  return rows.html();
}

std::string points_html(const DocumentAnalysis& analysis, const SweepTable& table, const std::string& prefix) {
  std::vector<std::string> heads;
  for (const SweepAxis& axis : table.axes) heads.push_back(escaped(axis.name));
  for (const char* const head :
       {"value", "1 s.e.", "relative error", "off the exact value", "samples", "time", "error² × s"}) {
    heads.emplace_back(head);
  }
  HtmlTable rows{heads};
  for (const SweepPoint& point : table.points) {
    if (rows.rows() == max_points_shown) break;
    const Estimate* const estimate = point.estimate();
    std::vector<Cell> row;
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
      row.push_back({.html = escaped(table.value_at(point, axis)), .kind = "head"});
    }
    const std::string value = estimate != nullptr ? real_html(estimate->value, 8) : value_html(point.outcome->outcome);
    const std::string link =
        fmt::format(R"(<a href="#{}">{}</a>)", outcome_id(analysis, *point.outcome, prefix), value);
    row.push_back(number_cell(link, sort_key(point.outcome->outcome)));
    const bool has_error = estimate != nullptr && estimate->value != 0;
    row.push_back(number_cell(has_error ? real_html(estimate->standard_error, 3) : "",
                              has_error ? to_decimal(estimate->standard_error) : ""));
    const Real relative = has_error ? std::fabs(estimate->standard_error / estimate->value) : 0;
    row.push_back(number_cell(has_error ? percent_html(relative) : "", to_decimal(relative)));
    row.push_back(number_cell(point.score ? fmt::format("{:+.2f} s.e.", point.score->z) : "",
                              point.score ? fmt::format("{:.9g}", point.score->z) : ""));
    row.push_back(number_cell(estimate != nullptr ? integer_html(Integer{estimate->samples}) : ""));
    row.push_back(number_cell(seconds_html(point.run->seconds), fmt::format("{:.9g}", point.run->seconds)));
    row.push_back(number_cell(
        has_error ? inefficiency_html(inefficiency(estimate->value, estimate->standard_error, point.run->seconds))
                  : ""));
    rows.add(row);
  }
  const std::string rest = table.points.size() > max_points_shown
                               ? fmt::format(
                                     "<p class=\"small\">The first {} of {} runs; <code>gridcensus export "
                                     "--sweep</code> has all.</p>\n",
                                     max_points_shown, table.points.size())
                               : "";
  return details_html(fmt::format("Every run ({})", table.points.size()), rest + rows.html());
}

}  // namespace

std::string sweeps_html(const DocumentAnalysis& analysis, const std::vector<SweepTable>& sweeps,
                        const std::string& prefix) {
  std::string html;
  for (const SweepTable& table : sweeps) {
    html += fmt::format("<h3>{}: {} of {}</h3>\n{}{}", escaped(table.configuration), name_of(table.quantity),
                        problem_html(table.problem), summaries_html(table), points_html(analysis, table, prefix));
  }
  if (html.empty()) return {};
  return html +
         "<p class=\"small\">1 s.e. is the relative standard error that one run states, spread the standard deviation "
         "of "
         "the runs: they are alike if the stated errors are right. The root mean square (rms) of how far the runs are "
         "off is near 1 if the stated errors are "
         "right. error² × s is the squared relative error times the seconds, the time for a relative error of 1: "
         "smaller "
         "is better.</p>\n";
}

}  // namespace gridcensus::host::publish
