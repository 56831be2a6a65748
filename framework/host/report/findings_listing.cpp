#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/report/evidence.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/text_table.hpp"
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

/// Returns the configurations that agree with a finding that is the value of a quantity, if others counted that
/// quantity.
std::set<std::string> agreeing_on_quantity(const FindingGroup& group) {
  std::set<std::string> names;
  for (const auto& view : group.views) {
    if (is_agreement(*view.verdict)) names.insert(view.other->name);
  }
  return names;
}

std::string who_text(const FindingGroup& group) {
  const auto on_quantity = agreeing_on_quantity(group);
  std::string text;
  if (group.confirmation == Confirmation::disputed) {
    text = "DISPUTED: " + join(group.finders);
  } else if (!group.agreeing.empty()) {
    text = (group.is_the_same ? "the same by " : "consistent among ") + join(group.agreeing);
    if (!group.shared.empty()) text += " (" + join(group.shared) + ")";
  } else {
    text = join(group.finders) + (on_quantity.empty() ? " alone" : "");
  }
  if (!on_quantity.empty()) text += fmt::format("; as {} like {}", name_of(*group.quantity), join(on_quantity));
  return text;
}

std::string value_within(const FindingValue& value, std::size_t width) {
  if (const auto* exact = std::get_if<Exact>(&value)) return digits_within(to_decimal(exact->value), width);
  if (const auto* estimate = std::get_if<Estimate>(&value))
    return estimate_text(estimate->value, estimate->standard_error);
  return value_text(value);
}

void add_findings_of_a_name(Lines& lines, const GroupPointers& groups) {
  constexpr std::size_t max_value_width = 44;
  const std::string help = definition_in(groups.front()->best->help);
  lines.add();
  lines.add_wrapped(groups.front()->name + (help.empty() ? "" : ": " + help), 2);
  std::vector<std::string> values;
  std::size_t value_width = 0;
  std::size_t shape_width = 0;
  for (const auto* group : groups) {
    values.push_back(value_within(*group->best->value, max_value_width));
    if (values.back().size() <= max_value_width) value_width = std::max(value_width, display_width(values.back()));
    shape_width = std::max(shape_width, to_string(group->problem).size());
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string by = who_text(*groups[i]);
    const std::string value =
        fmt::format("  {:<{}}  {}", to_string(groups[i]->problem), shape_width, padded(values[i], value_width));
    if (display_width(value) + 2 + display_width(by) <= lines.width()) {
      lines.add(value + "  " + by);
    } else {
      lines.add_wrapped(value, shape_width + 4);
      lines.add_wrapped("      " + by, 6);
    }
  }
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
  std::vector<TextTable::Column> columns{{printable(table.key)}};
  if (!row_names.empty()) columns.push_back({"called"});
  for (const auto& column : table.columns) columns.push_back({printable(column), right});
  TextTable text{std::move(columns)};
  for (const auto& [row, values] : table.rows) {
    std::vector<std::string> cells{printable(row)};
    if (!row_names.empty()) {
      const auto name = row_names.find(row);
      cells.push_back(name == row_names.end() ? "" : printable(name->second));
    }
    for (const auto& value : values) cells.push_back(group_digits(to_decimal(value)));
    text.add(std::move(cells));
  }
  return text.text() + pluralise(table.rows.size(), "row") + '\n';
}

std::string deviations_text(const Document::FindingEntry& entry) {
  using enum TextTable::Align;
  const auto& list = entry.deviations.list;
  const bool has_errors = std::ranges::any_of(list, [](const auto& each) { return each.standard_error > 0; });
  std::vector<TextTable::Column> columns{{"from"}, {"problem"}, {"off by", right}};
  if (has_errors) columns.push_back({"1 s.e.", right});
  TextTable table{std::move(columns)};
  for (const auto& [from, problem, relative, standard_error] : list) {
    std::vector<std::string> cells{printable(from), to_string(problem), fmt::format("{:+.4g} %", 100 * relative)};
    if (has_errors) cells.push_back(standard_error > 0 ? fmt::format("{:.2g} %", 100 * standard_error) : "");
    table.add(std::move(cells));
  }
  return table.text();
}

std::string text_of(const SharedFinding& finding) {
  const auto& value = finding.first->value;
  if (!value) return deviations_text(*finding.first);
  if (const auto* table = std::get_if<Table>(&*value)) return rows_text(*table, finding.row_names);
  return value_text(*value) + (std::holds_alternative<Estimate>(*value) ? ", +- is 1 s.e.\n" : "\n");
}

}  // namespace

std::string findings_listing(const ResultsDocument& document, std::size_t width, Colour colour) {
  const auto groups = finding_groups(document);
  Lines lines{width, colour};
  if (groups.empty()) {
    lines.add("No findings.");
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
  const bool has_estimates = std::ranges::any_of(
      groups, [](const FindingGroup& group) { return std::holds_alternative<Estimate>(*group.best->value); });
  if (has_estimates) lines.add("+- is 1 s.e. (one standard error).");
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
    Lines heading{width, Colour::off};
    const std::string help = entry.help.empty() ? "" : ": " + entry.help;
    heading.add_wrapped(fmt::format("{} of {}{}", entry.name, to_string(entry.run_id.problem), help), 2);
    heading.add_wrapped(fmt::format("by {}", fmt::join(finding.configurations, ", ")), 2);
    heading.add();
    text += heading.text() + text_of(finding);
  }
  return text;
}

}  // namespace gridcensus::host
