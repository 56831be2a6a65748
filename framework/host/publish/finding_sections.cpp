#include "host/publish/html.hpp"
#include "host/publish/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace gridcensus::host::publish {

namespace {

/// More cells than this make a page that no browser likes.
constexpr std::size_t most_cells = 20'000;

using FindingEntry = ResultsDocument::FindingEntry;

struct FindingHtml {
  std::string operator()(const Exact& exact) const { return integer_html(exact.value); }
  std::string operator()(const LowerBound& bound) const { return "at least " + integer_html(bound.value); }
  std::string operator()(const UpperBound& bound) const { return "at most " + integer_html(bound.value); }
  std::string operator()(const Estimate& estimate) const { return value_html(estimate); }
  std::string operator()(const Table& table) const { return fmt::format("{} rows", table.rows.size()); }
};

/// Of an approximation: how far it is from each value that is known better.
std::string deviations_html(const FindingEntry& finding) {
  std::string html;
  for (const auto& deviation : finding.deviations.list) {
    html += fmt::format("{}{} from {}", html.empty() ? "" : "<br>", percent_html(Real{deviation.relative}),
                        escaped(deviation.from));
  }
  return html;
}

/// What the comparisons of a finding said.
struct Compared {
  std::vector<std::string> others;  ///< in the order of the verdicts
  std::set<std::string> known;
  bool is_disputed = false;
};

/// By name of the finding, configuration and problem.
using AllCompared = std::map<std::tuple<std::string, std::string, Problem>, Compared>;

AllCompared compared_findings(const ResultsDocument& document) {
  constexpr std::string_view before = "finding ";
  AllCompared all;
  for (const auto& verdict : document.verdicts) {
    const auto end = verdict.subject.rfind(" of ");
    if (!verdict.subject.starts_with(before) || end == std::string::npos || end < before.size()) continue;
    const std::string name = verdict.subject.substr(before.size(), end - before.size());
    for (const auto& [mine, other] :
         {std::pair{&verdict.left, &verdict.right}, std::pair{&verdict.right, &verdict.left}}) {
      if (mine->kind != VoiceKind::run) continue;
      Compared& compared = all[{name, mine->name, mine->problem}];
      compared.is_disputed = compared.is_disputed || is_contradiction(verdict);
      if (compared.known.insert(other->name).second) compared.others.push_back(other->name);
    }
  }
  return all;
}

std::string compared_html(const AllCompared& all, const FindingEntry& finding) {
  const auto found = all.find({finding.name, finding.who.configuration, finding.who.problem});
  if (found == all.end()) return "by it alone";
  const auto& [others, known, is_disputed] = found->second;
  std::string html = is_disputed ? "<strong>✗ disputed</strong>: " : "✓ held against ";
  for (const auto& name : others) html += (name == others.front() ? "" : ", ") + escaped(name);
  return html;
}

}  // namespace

std::vector<SharedTable> tables_of(const ResultsDocument& document) {
  std::vector<SharedTable> tables;
  for (const FindingEntry& finding : document.findings) {
    const auto* const table = finding.value ? std::get_if<Table>(&*finding.value) : nullptr;
    if (table == nullptr) continue;
    const auto same = std::ranges::find_if(tables, [&](const SharedTable& shared) {
      return shared.name == finding.name && shared.problem == finding.who.problem && shared.table == *table;
    });
    if (same != tables.end()) {
      same->configurations.push_back(finding.who.configuration);
      if (same->row_names.empty()) same->row_names = finding.row_names;
      continue;
    }
    tables.push_back({.problem = finding.who.problem,
                      .name = finding.name,
                      .help = finding.help,
                      .table = *table,
                      .row_names = finding.row_names,
                      .configurations = {finding.who.configuration}});
  }
  return tables;
}

std::string table_html(const SharedTable& shared) {
  const Table& table = shared.table;
  std::string by;
  for (const auto& name : shared.configurations) by += (by.empty() ? "" : ", ") + escaped(name);
  const std::string summary =
      fmt::format("{} of {}: {} {}, {} {}", escaped(shared.name), problem_html(shared.problem), table.rows.size(),
                  table.rows.size() == 1 ? "row" : "rows", shared.configurations.size() > 1 ? "the same by" : "by", by);
  const std::string help = "<p class=\"small\">" + escaped(shared.help) + "</p>\n";
  if (table.rows.size() * (table.columns.size() + 1) > most_cells) {
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
  const AllCompared compared = compared_findings(document);
  for (const FindingEntry& finding : document.findings) {
    const std::string value = finding.value ? std::visit(FindingHtml{}, *finding.value) : deviations_html(finding);
    table.add({{.html = problem_html(finding.who.problem), .kind = "head"},
               {.html = escaped(finding.name), .title = finding.help},
               {.html = escaped(finding.who.configuration)},
               {.html = value, .kind = "number wide"},
               {.html = compared_html(compared, finding)}});
  }
  if (table.is_empty()) return {};
  return details_html(fmt::format("Every finding ({})", table.rows()), table.html());
}

}  // namespace gridcensus::host::publish
