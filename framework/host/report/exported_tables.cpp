#include "host/base/errors.hpp"
#include "host/report/exported.hpp"
#include "host/report/value_texts.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// Where a value comes from: the first columns of every table for programs.
const std::vector<std::string> origin_columns{"shape", "rules", "strategy", "configuration"};
/// And the last ones.
const std::vector<std::string> source_columns{"seconds", "plugin_sha256", "experiment", "seed", "date", "version"};

std::vector<Json> origin_of(const Document::Who& who) {
  return {to_string(who.problem.shape), who.problem.rules.text(), who.strategy, who.configuration};
}

void add_source(std::vector<Json>& row, const Document& document, const Document::Who& who) {
  const Document::Run* const run = document.run_of(who);
  // Round brackets: with braces a value would become a list of one.
  row.push_back(run == nullptr ? Json() : Json(run->seconds));
  row.push_back(run == nullptr ? Json() : Json(run->plugin_sha256));
  row.emplace_back(document.file);
  row.emplace_back(run == nullptr ? document.seed : run->seed.value_or(document.seed));
  row.emplace_back(document.produced.date);
  row.emplace_back(document.version);
}

/// What a JSON entry says of these members; null where it has none.
void add_members(std::vector<Json>& row, const Json& entry, const std::vector<std::string>& members) {
  for (const auto& member : members) row.push_back(entry.contains(member) ? entry.at(member) : Json{});
}

/// An entry that is wanted, and its document.
template <class Entry>
struct Selected {
  const Document& document;
  const Entry& entry;
};

/// @param wanted    what is wanted, for the message if there is none
/// @param name      to which that message has the nearest name
/// @param known_as  returns the name of an entry
template <class Entry>
std::vector<Selected<Entry>> select(const std::vector<Document>& documents, std::vector<Entry> Document::*list,
                                    const std::string& wanted, const std::string& name, const auto& is_wanted,
                                    const auto& known_as) {
  std::set<std::string> known;
  std::vector<Selected<Entry>> selected;
  for (const Document& document : documents) {
    for (const Entry& entry : document.*list) {
      known.insert(known_as(entry));
      if (is_wanted(entry)) selected.push_back({document, entry});
    }
  }
  if (!selected.empty()) return selected;
  const std::vector<std::string> names(known.begin(), known.end());
  const std::string others =
      names.empty() ? "there is none at all" : fmt::format("there is: {}", fmt::join(names, ", "));
  throw BadInput{on_command_line("", fmt::format("no {}; {}", wanted, others), nearest_name(name, names))};
}

bool has_shape(const Document::Who& who, const Selection& selection) {
  return !selection.shape || who.problem.shape == *selection.shape;
}

std::string with_shape(std::string_view what, const Selection& selection) {
  return fmt::format("{}{}", what, selection.shape ? " of " + to_string(*selection.shape) : "");
}

auto selected_outcomes(const std::vector<Document>& documents, const Selection& selection) {
  const auto wanted = with_shape(selection.quantity ? name_of(*selection.quantity) : "outcome", selection);
  return select(
      documents, &Document::outcomes, wanted, wanted,
      [&](const auto& entry) {
        return has_shape(entry.who, selection) && entry.quantity == selection.quantity.value_or(entry.quantity);
      },
      [](const auto& entry) { return fmt::format("{} of {}", name_of(entry.quantity), to_string(entry.who.problem)); });
}

auto selected_findings(const std::vector<Document>& documents, const Selection& selection) {
  return select(
      documents, &Document::findings, with_shape("finding " + *selection.finding, selection), *selection.finding,
      [&](const auto& entry) { return has_shape(entry.who, selection) && entry.name == selection.finding; },
      [](const auto& entry) { return entry.name; });
}

auto selected_totals(const std::vector<Document>& documents, const Selection& selection) {
  const std::string wanted = selection.quantity ? fmt::format("total of {}", name_of(*selection.quantity)) : "total";
  return select(
      documents, &Document::totals, with_shape(wanted, selection), wanted,
      [&](const auto& entry) { return entry.quantity == selection.quantity.value_or(entry.quantity); },
      [](const auto& entry) { return fmt::format("total of {} of {}", name_of(entry.quantity), entry.list); });
}

const std::vector<std::string> number_members{"kind", "value",      "standard_error", "low",
                                              "high", "confidence", "samples",        "degrees_of_freedom"};

std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// What the rows of one finding are of: a table, deviations of an approximation, or a number.
struct FindingForm {
  const Table* table = nullptr;
  bool is_deviation = false;

  explicit FindingForm(const Document::FindingEntry& entry)
      : table{entry.value ? std::get_if<Table>(&*entry.value) : nullptr}, is_deviation{!entry.value} {}

  std::vector<std::string> columns() const {
    if (table == nullptr) {
      return is_deviation ? std::vector<std::string>{"from", "relative", "standard_error"} : number_members;
    }
    std::vector<std::string> names{table->key};
    names.insert(names.end(), table->columns.begin(), table->columns.end());
    return names;
  }
};

/// Returns the form of all entries.
///
/// @throws BadInput  one has another form than the first: then they are no one table.
FindingForm form_of(const std::vector<Selected<Document::FindingEntry>>& findings) {
  const FindingForm first{findings.front().entry};
  for (const auto& [document, entry] : findings) {
    const FindingForm form{entry};
    const bool is_same_kind =
        (form.table != nullptr) == (first.table != nullptr) && form.is_deviation == first.is_deviation;
    if (is_same_kind && form.columns() == first.columns()) continue;
    throw BadInput{on_command_line(
        "--finding",
        fmt::format("{} of {} has the columns {}, and not {} as before: choose one with --shape", entry.name,
                    to_string(entry.who.problem), fmt::join(form.columns(), ", "), fmt::join(first.columns(), ", ")))};
  }
  return first;
}

/// The rows of a finding, under the columns of its form.
std::vector<std::vector<Json>> rows_of(const Document::FindingEntry& entry) {
  const FindingForm form{entry};
  std::vector<std::vector<Json>> rows;
  if (form.table != nullptr) {
    for (const auto& [name, values] : form.table->rows) {
      auto& row = rows.emplace_back();
      row.emplace_back(name);
      for (const Integer& value : values) row.emplace_back(to_decimal(value));
    }
  } else if (form.is_deviation) {
    for (const auto& each : entry.deviations.list) rows.push_back({each.from, each.relative, each.standard_error});
  } else {
    add_members(rows.emplace_back(), to_json(entry), number_members);
  }
  return rows;
}

DataTable table_of_totals(const std::vector<Document>& documents, const Selection& selection) {
  DataTable table;
  table.columns = joined({{"list", "list_sha256", "layouts", "problems", "strategy", "configuration", "quantity"},
                          number_members,
                          {"witnesses", "reason", "experiment", "date", "version"}});
  for (const auto& [document, entry] : selected_totals(documents, selection)) {
    const auto* const list = document.list_of(entry);
    auto& row = table.rows.emplace_back();
    row.emplace_back(entry.list);
    row.push_back(list == nullptr || list->sha256.empty() ? Json() : Json(list->sha256));
    row.push_back(list == nullptr ? Json() : Json(list->layouts));
    row.push_back(list == nullptr ? Json() : Json(list->problems));
    row.emplace_back(entry.strategy);
    row.emplace_back(entry.configuration);
    row.emplace_back(name_of(entry.quantity));
    const Json value = to_json(entry.outcome);
    add_members(row, value, number_members);
    row.emplace_back(entry.witnesses);
    add_members(row, value, {"reason"});
    row.emplace_back(document.file);
    row.emplace_back(document.produced.date);
    row.emplace_back(document.version);
  }
  return table;
}

}  // namespace

DataTable data_table(const std::vector<Document>& documents, const Selection& selection) {
  if (selection.are_totals) return table_of_totals(documents, selection);
  DataTable table;
  if (selection.finding) {
    const auto findings = selected_findings(documents, selection);
    table.columns = joined({origin_columns, {"finding"}, form_of(findings).columns(), source_columns});
    for (const auto& [document, entry] : findings) {
      for (auto& cells : rows_of(entry)) {
        auto& row = table.rows.emplace_back(origin_of(entry.who));
        row.emplace_back(entry.name);
        std::ranges::move(cells, std::back_inserter(row));
        add_source(row, document, entry.who);
      }
    }
    return table;
  }
  const std::vector<std::string> more{"standing", "witnesses", "recounted_units", "follows_from", "reason"};
  const std::vector<std::string> so_far{"value", "standard_error", "samples"};
  table.columns = joined({origin_columns,
                          {"quantity"},
                          number_members,
                          more,
                          {"so_far_value", "so_far_standard_error", "so_far_samples"},
                          source_columns});
  for (const auto& [document, entry] : selected_outcomes(documents, selection)) {
    auto row = origin_of(entry.who);
    row.emplace_back(name_of(entry.quantity));
    const Json json = to_json(entry);
    add_members(row, json, number_members);
    add_members(row, json, more);
    add_members(row, entry.so_far ? json.at("so_far") : Json::object(), so_far);
    add_source(row, document, entry.who);
    table.rows.push_back(std::move(row));
  }
  return table;
}

PaperTable paper_table(const std::vector<Document>& documents, const Selection& selection) {
  PaperTable table;
  if (selection.are_totals) {
    table.columns = {{"List"}, {"Layouts", true}, {"Quantity"}, {"Counted by"}, {"Total", true}};
    for (const auto& [document, entry] : selected_totals(documents, selection)) {
      const auto* const list = document.list_of(entry);
      table.rows.push_back({entry.list, Outcome{Exact{list == nullptr ? 0 : list->layouts}},
                            std::string{name_of(entry.quantity)}, entry.configuration, entry.outcome});
    }
    return table;
  }
  if (!selection.finding) {
    table.columns = {{"Boxes"}, {"Quantity"}, {"Counted by"}, {"Value", true}, {"Standing"}, {"Seconds", true}};
    for (const auto& [document, entry] : selected_outcomes(documents, selection)) {
      table.rows.push_back({entry.who.problem.shape, std::string{name_of(entry.quantity)}, entry.who.configuration,
                            entry.outcome, standing_text(entry), fmt::format("{:.3g}", entry.seconds)});
    }
    return table;
  }
  const auto findings = selected_findings(documents, selection);
  const FindingForm first = form_of(findings);
  for (const auto& [document, entry] : findings) {
    const FindingForm form{entry};
    const std::vector<PaperTable::Cell> begin{entry.who.problem.shape, entry.who.configuration};
    const auto add = [&](std::vector<PaperTable::Cell> rest) {
      auto& row = table.rows.emplace_back(begin);
      std::ranges::move(rest, std::back_inserter(row));
    };
    if (form.table != nullptr) {
      for (const auto& [name, values] : form.table->rows) {
        std::vector<PaperTable::Cell> cells{name};
        for (const Integer& value : values) cells.emplace_back(Outcome{Exact{value}});
        add(std::move(cells));
      }
    } else if (form.is_deviation) {
      for (const auto& deviation : entry.deviations.list) {
        add({deviation.from, fmt::format("{:.3g} %", 100 * deviation.relative)});
      }
    } else {
      add({as_outcome(*entry.value)});
    }
  }
  table.columns = {{"Boxes"}, {"Counted by"}};
  if (first.is_deviation) {
    table.columns.insert(table.columns.end(), {{"From"}, {"Deviation", true}});
  } else if (first.table == nullptr) {
    table.columns.push_back({*selection.finding, true});
  } else {
    table.columns.push_back({first.table->key, false});
    for (const auto& column : first.table->columns) table.columns.push_back({column, true});
  }
  return table;
}

}  // namespace gridcensus::host
