#include "host/base/errors.hpp"
#include "host/report/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
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

bool is_wanted(const Document::Who& who, const Selection& selection) {
  return !selection.shape || who.problem.shape == *selection.shape;
}

BadInput nothing(const std::string& what, const std::set<std::string>& known, const std::string& given) {
  const std::vector<std::string> names(known.begin(), known.end());
  return BadInput{on_command_line("",
                                  names.empty() ? fmt::format("{}; there is none at all", what)
                                                : fmt::format("{}; there is: {}", what, fmt::join(names, ", ")),
                                  nearest_name(given, names))};
}

using UseOutcome = std::function<void(const Document&, const Document::OutcomeEntry&)>;
using UseFinding = std::function<void(const Document&, const Document::FindingEntry&)>;

void for_each_outcome(const std::vector<Document>& documents, const Selection& selection, const UseOutcome& use) {
  std::set<std::string> known;
  bool is_any = false;
  for (const Document& document : documents) {
    for (const auto& entry : document.outcomes) {
      known.insert(fmt::format("{} of {}", name_of(entry.quantity), to_string(entry.who.problem)));
      if (!is_wanted(entry.who, selection)) continue;
      if (selection.quantity && entry.quantity != *selection.quantity) continue;
      is_any = true;
      use(document, entry);
    }
  }
  if (is_any) return;
  const std::string wanted = fmt::format("{}{}", selection.quantity ? name_of(*selection.quantity) : "outcome",
                                         selection.shape ? " of " + to_string(*selection.shape) : "");
  throw nothing("no " + wanted, known, wanted);
}

void for_each_finding(const std::vector<Document>& documents, const Selection& selection, const UseFinding& use) {
  std::set<std::string> known;
  bool is_any = false;
  for (const Document& document : documents) {
    for (const auto& entry : document.findings) {
      known.insert(entry.name);
      if (entry.name != selection.finding || !is_wanted(entry.who, selection)) continue;
      is_any = true;
      use(document, entry);
    }
  }
  if (!is_any) {
    throw nothing(
        fmt::format("no finding {}{}", *selection.finding, selection.shape ? " of " + to_string(*selection.shape) : ""),
        known, *selection.finding);
  }
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

/// All entries must have the form of the first: else they are no one table.
void require_same(const FindingForm& form, std::optional<FindingForm>& first_form,
                  const Document::FindingEntry& entry) {
  if (!first_form) first_form = form;
  const auto columns = form.columns();
  const auto first = first_form->columns();
  const bool is_same_kind =
      (form.table != nullptr) == (first_form->table != nullptr) && form.is_deviation == first_form->is_deviation;
  if (is_same_kind && columns == first) return;
  throw BadInput{on_command_line(
      "--finding", fmt::format("{} of {} has the columns {}, and not {} as before: choose one with --shape", entry.name,
                               to_string(entry.who.problem), fmt::join(columns, ", "), fmt::join(first, ", ")))};
}

void add_finding_rows(DataTable& table, const Document& document, const Document::FindingEntry& entry,
                      const FindingForm& form) {
  const auto add = [&](const std::function<void(std::vector<Json>&)>& fill) {
    auto row = origin_of(entry.who);
    row.emplace_back(entry.name);
    fill(row);
    add_source(row, document, entry.who);
    table.rows.push_back(std::move(row));
  };
  if (form.table != nullptr) {
    for (const auto& named : form.table->rows) {
      add([&](std::vector<Json>& row) {
        row.emplace_back(named.first);
        for (const Integer& value : named.second) row.emplace_back(to_decimal(value));
      });
    }
  } else if (form.is_deviation) {
    for (const auto& deviation : entry.deviations.list) {
      add([&](std::vector<Json>& row) {
        row.emplace_back(deviation.from);
        row.emplace_back(deviation.relative);
        row.emplace_back(deviation.standard_error);
      });
    }
  } else {
    add([&](std::vector<Json>& row) { add_members(row, to_json(entry), number_members); });
  }
}

std::string ways(const Document::OutcomeEntry& entry) {
  const std::string_view standing = name_of(entry.standing);
  return entry.witnesses < 2 ? std::string{standing} : fmt::format("{}, {} ways", standing, entry.witnesses);
}

std::string seconds_text(double seconds) { return fmt::format("{:.3g}", seconds); }

}  // namespace

DataTable data_table(const std::vector<Document>& documents, const Selection& selection) {
  DataTable table;
  if (selection.finding) {
    std::optional<FindingForm> first;
    for_each_finding(documents, selection, [&](const Document& document, const auto& entry) {
      const FindingForm form{entry};
      require_same(form, first, entry);
      add_finding_rows(table, document, entry, form);
    });
    table.columns = joined({origin_columns, {"finding"}, first->columns(), source_columns});
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
  for_each_outcome(documents, selection, [&](const Document& document, const auto& entry) {
    auto row = origin_of(entry.who);
    row.emplace_back(name_of(entry.quantity));
    const Json json = to_json(entry);
    add_members(row, json, number_members);
    add_members(row, json, more);
    add_members(row, entry.so_far ? json.at("so_far") : Json::object(), so_far);
    add_source(row, document, entry.who);
    table.rows.push_back(std::move(row));
  });
  return table;
}

PaperTable paper_table(const std::vector<Document>& documents, const Selection& selection) {
  PaperTable table;
  if (!selection.finding) {
    table.columns = {{"Boxes"}, {"Quantity"}, {"Counted by"}, {"Value", true}, {"Standing"}, {"Seconds", true}};
    for_each_outcome(documents, selection, [&](const Document&, const auto& entry) {
      table.rows.push_back({entry.who.problem.shape, std::string{name_of(entry.quantity)}, entry.who.configuration,
                            entry.outcome, ways(entry), seconds_text(entry.seconds)});
    });
    return table;
  }
  std::optional<FindingForm> first;
  for_each_finding(documents, selection, [&](const Document&, const auto& entry) {
    const FindingForm form{entry};
    require_same(form, first, entry);
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
  });
  table.columns = {{"Boxes"}, {"Counted by"}};
  if (first->is_deviation) {
    table.columns.insert(table.columns.end(), {{"From"}, {"Deviation", true}});
  } else if (first->table == nullptr) {
    table.columns.push_back({*selection.finding, true});
  } else {
    table.columns.push_back({first->table->key, false});
    for (const auto& column : first->table->columns) table.columns.push_back({column, true});
  }
  return table;
}

}  // namespace gridcensus::host
