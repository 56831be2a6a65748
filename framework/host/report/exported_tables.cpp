#include "host/report/exported_rows.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/report/value_texts.hpp"
#include "host/results/values.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace exported {

const std::vector<std::string> number_members{"kind", "value",      "standard_error", "low",
                                              "high", "confidence", "samples",        "degrees_of_freedom"};

bool has_shape(const ResultsDocument::Who& who, const Selection& selection) {
  return !selection.shape || who.problem.shape == *selection.shape;
}

std::string with_shape(std::string_view what, const Selection& selection) {
  return fmt::format("{}{}", what, selection.shape ? " of " + to_string(*selection.shape) : "");
}

std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

void add_members(std::vector<Json>& row, const Json& entry, const std::vector<std::string>& members) {
  for (const auto& member : members) row.push_back(entry.contains(member) ? entry.at(member) : Json{});
}

Json parameter_of(const ResultsDocument::Run& run, const std::string& name) {
  const auto found = run.parameters.find(name);
  return found == run.parameters.end() || found->second == "unset" ? Json() : Json(found->second);
}

RunColumns::RunColumns(const std::vector<Run>& runs) {
  for (const auto& [document, who] : runs) {
    const auto* const run = document->run_of(*who);
    if (run == nullptr) continue;
    for (const auto& [name, value] : run->parameters) parameters_.insert(name);
  }
}

std::vector<std::string> RunColumns::first() { return {"shape", "rules", "strategy", "configuration"}; }

std::vector<std::string> RunColumns::last() const {
  std::vector<std::string> names{"seconds", "plugin_sha256", "experiment", "date", "version", "base", "seed"};
  for (const auto& name : parameters_) names.push_back("param_" + name);
  return names;
}

RunColumns::Cells RunColumns::of(const Run& run) const {
  const auto& [document, who] = run;
  const auto* const found = document->run_of(*who);
  Cells cells;
  cells.first = {to_string(who->problem.shape), who->problem.rules.text(), who->strategy, who->configuration};
  // Parentheses, because with braces a value would become a list of one.
  cells.last.push_back(found == nullptr ? Json() : Json(found->seconds));
  cells.last.push_back(found == nullptr ? Json() : Json(found->plugin_sha256));
  cells.last.emplace_back(document->file);
  cells.last.emplace_back(document->produced.date);
  cells.last.emplace_back(document->version);
  cells.last.emplace_back(base_of(who->configuration));
  cells.last.emplace_back(found == nullptr ? document->seed : found->seed.value_or(document->seed));
  for (const auto& name : parameters_) cells.last.push_back(found == nullptr ? Json() : parameter_of(*found, name));
  return cells;
}

RunColumns::Cells RunColumns::of(const std::vector<Run>& runs) const {
  const auto keep_equal = [](std::vector<Json>& cells, const std::vector<Json>& others) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != others[i]) cells[i] = Json();
    }
  };
  Cells common = of(runs.front());
  for (const auto& run : runs) {
    const Cells other = of(run);
    keep_equal(common.first, other.first);
    keep_equal(common.last, other.last);
  }
  return common;
}

namespace {

using Document = ResultsDocument;

auto selected_outcomes(const std::vector<Document>& documents, const Selection& selection) {
  const auto wanted = with_shape(selection.quantity ? name_of(*selection.quantity) : "outcome", selection);
  return select(
      documents, &Document::outcomes, wanted, wanted,
      [&](const auto& entry) {
        return has_shape(entry.who, selection) && entry.quantity == selection.quantity.value_or(entry.quantity);
      },
      [](const auto& entry) { return fmt::format("{} of {}", name_of(entry.quantity), to_string(entry.who.problem)); });
}

auto selected_totals(const std::vector<Document>& documents, const Selection& selection) {
  const std::string wanted = selection.quantity ? fmt::format("total of {}", name_of(*selection.quantity)) : "total";
  return select(
      documents, &Document::totals, with_shape(wanted, selection), wanted,
      [&](const auto& entry) { return entry.quantity == selection.quantity.value_or(entry.quantity); },
      [](const auto& entry) { return fmt::format("total of {} of {}", name_of(entry.quantity), entry.list); });
}

DataTable table_of_totals(const std::vector<Document>& documents, const Selection& selection) {
  DataTable table;
  table.columns = joined({{"list", "list_sha256", "layouts", "problems", "strategy", "configuration", "quantity"},
                          number_members,
                          {"witnesses", "reason", "experiment", "date", "version"}});
  for (const auto& [document, entry] : selected_totals(documents, selection)) {
    const auto* const list = document->list_of(*entry);
    auto& row = table.rows.emplace_back();
    row.emplace_back(entry->list);
    row.push_back(list == nullptr || list->sha256.empty() ? Json() : Json(list->sha256));
    row.push_back(list == nullptr ? Json() : Json(list->layouts));
    row.push_back(list == nullptr ? Json() : Json(list->problems));
    row.emplace_back(entry->strategy);
    row.emplace_back(entry->configuration);
    row.emplace_back(name_of(entry->quantity));
    const Json value = to_json(entry->outcome);
    add_members(row, value, number_members);
    row.emplace_back(entry->witnesses);
    add_members(row, value, {"reason"});
    row.emplace_back(document->file);
    row.emplace_back(document->produced.date);
    row.emplace_back(document->version);
  }
  return table;
}

/// Returns whether a name selects a configuration: its own name, that of its strategy, or its name without values of a
/// sweep or a seed.
bool is_selected(const std::string& name, const std::string& strategy, const std::string& configuration) {
  return name == strategy || name == configuration || configuration.starts_with(name + "@");
}

DataTable table_of_outcomes(const std::vector<Document>& documents, const Selection& selection) {
  const auto outcomes = selected_outcomes(documents, selection);
  std::vector<RunColumns::Run> runs;
  for (const auto& [document, entry] : outcomes) runs.push_back({document, &entry->who});
  const RunColumns columns{runs};
  const std::vector<std::string> more{"standing", "witnesses", "recounted_units", "follows_from", "reason"};
  const std::vector<std::string> interim{"value", "standard_error", "samples"};
  DataTable table;
  table.columns = joined({RunColumns::first(),
                          {"quantity"},
                          number_members,
                          more,
                          {"interim_value", "interim_standard_error", "interim_samples"},
                          columns.last()});
  for (const auto& [document, entry] : outcomes) {
    const auto [first, last] = columns.of({{document, &entry->who}});
    auto& row = table.rows.emplace_back(first);
    row.emplace_back(name_of(entry->quantity));
    const Json json = to_json(*entry);
    add_members(row, json, number_members);
    add_members(row, json, more);
    add_members(row, entry->interim ? json.at("interim") : Json::object(), interim);
    row.insert(row.end(), last.begin(), last.end());
  }
  return table;
}

PaperTable paper_of_totals(const std::vector<Document>& documents, const Selection& selection) {
  PaperTable table;
  table.columns = {{"List"}, {"Layouts", true}, {"Quantity"}, {"Counted by"}, {"Total", true}};
  for (const auto& [document, entry] : selected_totals(documents, selection)) {
    const auto* const list = document->list_of(*entry);
    table.rows.push_back({entry->list, Outcome{Exact{list == nullptr ? 0 : list->layouts}},
                          std::string{name_of(entry->quantity)}, entry->configuration, entry->outcome});
  }
  return table;
}

PaperTable paper_of_outcomes(const std::vector<Document>& documents, const Selection& selection) {
  const auto outcomes = selected_outcomes(documents, selection);
  const bool has_rules =
      std::ranges::any_of(outcomes, [](const auto& each) { return !each.entry->who.problem.rules.are_classic(); });
  PaperTable table;
  table.columns = {{"Boxes"}, {"Quantity"}, {"Counted by"}, {"Value", true}, {"Standing"}, {"Seconds", true}};
  if (has_rules) table.columns.insert(table.columns.begin() + 1, {"Rules"});
  for (const auto& [document, entry] : outcomes) {
    auto& row = table.rows.emplace_back();
    row = {entry->who.problem.shape, std::string{name_of(entry->quantity)}, entry->who.configuration, entry->outcome,
           standing_text(*entry),    fmt::format("{:.3g}", entry->seconds)};
    if (has_rules) row.insert(row.begin() + 1, entry->who.problem.rules.text());
  }
  return table;
}

}  // namespace
}  // namespace exported

void keep_only(std::vector<ResultsDocument>& documents, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::set<std::string> bases;
  std::set<std::string> known;
  for (const auto& document : documents) {
    for (const auto& run : document.runs) {
      const std::string& name = run.who.configuration;
      bases.insert({run.who.strategy, base_of(name)});
      known.insert({run.who.strategy, name});
      for (auto at = name.find('@'); at != std::string::npos; at = name.find('@', at + 1)) {
        known.insert(name.substr(0, at));
      }
    }
  }
  for (const auto& name : names) {
    if (known.contains(name)) continue;
    const std::vector<std::string> all(known.begin(), known.end());
    throw BadInput{on_command_line(
        "--with " + name, fmt::format("no run is of this configuration or strategy; there are: {}", join(bases)),
        nearest_name(name, all))};
  }
  const auto is_other = [&](const auto& who) {
    return std::ranges::none_of(
        names, [&](const auto& name) { return exported::is_selected(name, who.strategy, who.configuration); });
  };
  for (auto& document : documents) {
    std::erase_if(document.runs, [&](const auto& run) { return is_other(run.who); });
    std::erase_if(document.outcomes, [&](const auto& entry) { return is_other(entry.who); });
    std::erase_if(document.totals, is_other);
    std::erase_if(document.findings, [&](const auto& entry) { return is_other(entry.who); });
    document.complete();
  }
}

DataTable data_table(const std::vector<ResultsDocument>& documents, const Selection& selection) {
  if (selection.are_totals) return exported::table_of_totals(documents, selection);
  if (selection.is_sweep) return exported::table_of_sweeps(documents, selection);
  return selection.findings.empty() ? exported::table_of_outcomes(documents, selection)
                                    : exported::table_of_findings(documents, selection);
}

std::vector<PaperTable> paper_tables(const std::vector<ResultsDocument>& documents, const Selection& selection) {
  std::vector<PaperTable> tables;
  if (selection.is_sweep) {
    tables = exported::papers_of_sweeps(documents, selection);
  } else if (!selection.findings.empty()) {
    tables = exported::papers_of_findings(documents, selection);
  } else {
    tables.push_back(selection.are_totals ? exported::paper_of_totals(documents, selection)
                                          : exported::paper_of_outcomes(documents, selection));
  }
  for (const auto& document : documents) {
    auto& lines = tables.back().evidence;
    if (documents.size() > 1) lines.push_back(document.origin + ":");
    lines.insert(lines.end(), document.evidence.begin(), document.evidence.end());
  }
  return tables;
}

}  // namespace gridcensus::host
