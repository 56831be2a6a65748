#include "host/compare/comparison.hpp"
#include "host/publish/html.hpp"
#include "host/publish/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gridcensus::host::publish {

namespace {

/// A page with more cells is slow in every browser.
constexpr std::size_t max_cells = 20'000;

using FindingEntry = ResultsDocument::FindingEntry;

/// Returns the distances of an approximation from each better known value.
std::string deviations_html(const FindingEntry& finding) {
  std::string html;
  for (const auto& deviation : finding.deviations.list) {
    html += fmt::format("{}{} from {}", html.empty() ? "" : "<br>", percent_html(Real{deviation.relative}),
                        escaped(deviation.from));
  }
  return html;
}

std::string finding_html(const FindingEntry& finding) {
  if (!finding.value) return deviations_html(finding);
  const auto* const table = std::get_if<Table>(&*finding.value);
  return table != nullptr ? fmt::format("{} rows", table->rows.size()) : value_html(as_outcome(*finding.value));
}

/// Returns the results of a finding's comparisons, with the other sides in their order.
std::string compared_html(const ResultsDocument& document, const FindingEntry& finding) {
  auto views = document.verdicts_on(subject_of(finding), finding.who.configuration, finding.who.problem);
  std::erase_if(views, [](const auto& view) { return view.verdict->verdict == Verdict::holds; });
  if (views.empty()) return "not compared";
  const bool is_disputed = std::ranges::any_of(views, [](const auto& view) { return is_contradiction(*view.verdict); });
  std::string html = is_disputed ? "<strong>✗ disputed</strong>: " : "✓ compared with ";
  std::set<std::string> known;
  for (const auto& view : views) {
    if (!known.insert(view.other->name).second) continue;
    html += (known.size() == 1 ? "" : ", ") + escaped(view.other->name);
  }
  return html;
}

}  // namespace

std::vector<SharedFinding> tables_of(const ResultsDocument& document) {
  std::vector<const FindingEntry*> tables;
  for (const FindingEntry& finding : document.findings) {
    if (finding.value && std::holds_alternative<Table>(*finding.value)) tables.push_back(&finding);
  }
  return shared_findings(document, tables);
}

std::string table_html(const SharedFinding& shared) {
  const FindingEntry& finding = *shared.first;
  const auto& table = std::get<Table>(*finding.value);
  std::string by;
  for (const auto& name : shared.configurations) by += (by.empty() ? "" : ", ") + escaped(name);
  const std::string summary =
      fmt::format("{} of {}: {} {}, {} {}", escaped(finding.name), problem_html(finding.who.problem), table.rows.size(),
                  table.rows.size() == 1 ? "row" : "rows", shared.configurations.size() > 1 ? "the same by" : "by", by);
  const std::string help = "<p class=\"small\">" + escaped(finding.help) + "</p>\n";
  if (table.rows.size() * (table.columns.size() + 1) > max_cells) {
    return details_html(summary, help + "<p>Too large for a page: all rows are in the results document.</p>\n");
  }
  std::vector<std::string> heads{escaped(table.key)};
  if (!shared.row_names.empty()) heads.emplace_back("published as");
  for (const auto& column : table.columns) heads.push_back(escaped(column));
  HtmlTable rows{heads};
  for (const auto& [key, values] : table.rows) {
    std::vector<Cell> row{{.html = escaped(key), .kind = "key"}};
    if (!shared.row_names.empty()) {
      const auto name = shared.row_names.find(key);
      row.push_back({.html = name == shared.row_names.end() ? "" : escaped(name->second)});
    }
    for (const Integer& value : values) row.push_back({.html = integer_html(value), .kind = "number"});
    rows.add(row);
  }
  return details_html(summary, help + rows.html());
}

std::string findings_html(const ResultsDocument& document) {
  HtmlTable table{{"problem", "finding", "configuration", "value", "compared"}};
  for (const FindingEntry& finding : document.findings) {
    table.add({{.html = problem_html(finding.who.problem), .kind = "head"},
               {.html = name_html(finding.name), .title = finding.help},
               {.html = name_html(finding.who.configuration)},
               {.html = finding_html(finding), .kind = "number wide"},
               {.html = compared_html(document, finding)}});
  }
  if (table.is_empty()) return {};
  return details_html(fmt::format("Every finding ({})", table.rows()), table.html());
}

}  // namespace gridcensus::host::publish
