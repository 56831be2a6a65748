#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/judge/evidence.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using GroupPointers = std::vector<const FindingGroup*>;

std::string evidence_text(const FindingGroup& group) {
  return group.confirmation == Confirmation::disputed ? "DISPUTED" : std::string{name_of(group.confirmation)};
}

void add_findings_of_a_name(Lines& lines, const GroupPointers& groups) {
  constexpr std::size_t max_value_width = 44;
  const std::string help = definition_in(groups.front()->best->help);
  lines.add();
  lines.add_wrapped(groups.front()->name + (help.empty() ? "" : ": " + help), 2);
  TextTable table{{{}, {}, {}, {}}};
  for (const auto* group : groups) {
    table.add({to_string(group->problem), digits_within(value_text(*group->best->value), max_value_width),
               join(group->names), evidence_text(*group)});
  }
  lines.add(table, 2);
}

/// The argument of `show`: a name and, optionally, a shape.
struct FindingQuery {
  std::string name;
  std::optional<Shape> shape;
};

FindingQuery read_asked(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) return {text, {}};
  try {
    return {text.substr(0, colon), parse_shape(text.substr(colon + 1))};
  } catch (const std::exception& error) {
    throw BadInput{on_command_line(text, fmt::format("expected NAME or NAME:SHAPE; {}", error.what()))};
  }
}

BadInput no_such_finding(const Document& document, const std::string& asked, const FindingQuery& read) {
  std::vector<std::string> names;
  std::set<std::string> shapes;
  for (const auto& entry : document.findings) {
    if (std::ranges::find(names, entry.name) == names.end()) names.push_back(entry.name);
    if (entry.name == read.name) shapes.insert(to_string(entry.run_id.problem));
  }
  if (names.empty()) return BadInput{on_command_line(asked, "these results have no findings")};
  if (!shapes.empty()) {
    return BadInput{
        on_command_line(asked, fmt::format("no {} of this shape; it exists for {}", read.name, join(shapes)))};
  }
  auto nearest = nearest_name(read.name, names);
  const auto holds = [&](const std::string& name) { return name.find(read.name) != std::string::npos; };
  const auto longer = std::ranges::find_if(names, holds);
  if (!nearest && longer != names.end()) nearest = *longer;
  return BadInput{
      on_command_line(asked, "no such finding in these results; --findings lists them", std::move(nearest))};
}

std::vector<const Document::FindingEntry*> entries_of(const Document& document, const std::string& asked) {
  const FindingQuery wanted = read_asked(asked);
  std::vector<const Document::FindingEntry*> found;
  for (const auto& entry : document.findings) {
    const bool is_of_shape = !wanted.shape || entry.run_id.problem.shape == *wanted.shape;
    if (entry.name == wanted.name && is_of_shape) found.push_back(&entry);
  }
  if (found.empty()) throw no_such_finding(document, asked, wanted);
  return found;
}

std::string rows_text(const Table& table, const std::map<std::string, std::string>& row_names) {
  using enum TextTable::Align;
  std::vector<TextTable::Column> columns{{printable(table.key)}, {"called"}};
  for (const auto& column : table.columns) columns.push_back({printable(column), right});
  TextTable text{std::move(columns)};
  for (const auto& [row, values] : table.rows) {
    const auto name = row_names.find(row);
    std::vector<std::string> cells{row, name == row_names.end() ? "" : name->second};
    for (const auto& value : values) cells.push_back(group_digits(to_decimal(value)));
    text.add(cells);
  }
  return text.text() + pluralise(table.rows.size(), "row") + '\n';
}

std::string deviations_text(const Document::FindingEntry& entry) {
  using enum TextTable::Align;
  TextTable table{{{"from"}, {"problem"}, {"off by", right}, {"1 s.e.", right}}};
  for (const auto& [from, problem, relative, standard_error] : entry.deviations.list) {
    table.add({from, to_string(problem), fmt::format("{:+.4g} %", 100 * relative),
               standard_error > 0 ? fmt::format("{:.2g} %", 100 * standard_error) : ""});
  }
  return table.text();
}

std::string text_of(const SharedFinding& finding) {
  const auto& value = finding.first->value;
  if (!value) return deviations_text(*finding.first);
  if (const auto* table = std::get_if<Table>(&*value)) return rows_text(*table, finding.row_names);
  const std::string text = value_text(*value) + '\n';
  const auto legend = legend_of(text);
  return legend.empty() ? text : text + legend + '\n';
}

}  // namespace

std::string findings_listing(const ResultsDocument& document, std::size_t width, Colour colour) {
  const auto groups = finding_groups(document);
  Lines lines{width, colour};
  if (groups.empty()) {
    lines.add_wrapped("No findings.", 0);
    return lines.text();
  }
  const auto internal = static_cast<std::size_t>(std::ranges::count(groups, true, &FindingGroup::is_internal));
  const std::string checks = internal > 0 ? fmt::format("{} of a method", pluralise(internal, "check")) : "";
  const std::string summary = findings_summary(groups);
  lines.add_wrapped(fmt::format("Findings: {}{}{}", summary, summary.empty() || checks.empty() ? "" : "; ", checks), 2);
  std::map<std::string, GroupPointers> by_name;
  for (const auto& group : groups) by_name[group.name].push_back(&group);
  for (auto& [name, of_the_name] : by_name) {
    std::ranges::stable_sort(of_the_name, {},
                             [&](const FindingGroup* group) { return document.index_of(group->problem); });
    add_findings_of_a_name(lines, of_the_name);
  }
  lines.add();
  if (const auto legend = legend_of(lines.text()); !legend.empty()) lines.add_wrapped(legend, 0);
  lines.add_wrapped("One of them in full: gridcensus show FILE NAME, or NAME:SHAPE", 2);
  return lines.text();
}

Json finding_as_json(const ResultsDocument& document, const std::string& asked) {
  Json json = Json::array();
  for (const auto* entry : entries_of(document, asked)) json.push_back(to_json(*entry));
  return json;
}

std::string finding_in_full(const ResultsDocument& document, const std::string& asked, std::size_t width) {
  std::string text;
  for (const auto& finding : shared_findings(document, entries_of(document, asked))) {
    const auto& entry = *finding.first;
    text += text.empty() ? "" : "\n";
    Lines heading{width};
    const std::string help = entry.help.empty() ? "" : ": " + entry.help;
    heading.add_wrapped(fmt::format("{} of {}{}", entry.name, to_string(entry.run_id.problem), help), 2);
    heading.add_wrapped(fmt::format("by {}", fmt::join(finding.configurations, ", ")), 2);
    heading.add();
    text += heading.text() + text_of(finding);
  }
  return text;
}

}  // namespace gridcensus::host
