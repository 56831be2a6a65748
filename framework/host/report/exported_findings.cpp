#include "host/report/exported_rows.hpp"
#include "host/report/finding_groups.hpp"
#include "host/report/value_texts.hpp"
#include "host/results/values.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gridcensus::host::exported {

namespace {

using Document = ResultsDocument;
using FindingEntry = Document::FindingEntry;

/// Whole numbers by the name of their row; nullopt: the table has no such row.
using NumberRows = std::map<std::string, std::vector<std::optional<Integer>>>;

/// A finding of one problem with all runs that found the same, or several tables of one problem side by side.
struct Block {
  enum class Form { number, deviations, table };

  Form form = Form::number;
  const FindingEntry* entry = nullptr;
  std::vector<std::string> names = {};            ///< of the findings
  std::vector<std::vector<std::string>> by = {};  ///< of each finding: the configurations
  std::vector<RunColumns::Run> runs = {};
  std::string key = {};  ///< if it is a table, like the next three members
  std::vector<std::string> columns = {};
  NumberRows rows = {};
  std::map<std::string, std::string> row_names = {};

  const Problem& problem() const { return entry->who.problem; }

  /// Returns the finders: "one, two"; if not all of them found everything, "sizes: one, two; fixed_grids: one".
  std::string by_text() const {
    const bool are_alike = std::ranges::all_of(by, [&](const auto& each) { return each == by.front(); });
    if (are_alike) return fmt::format("{}", fmt::join(by.front(), ", "));
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
      parts.push_back(fmt::format("{}: {}", names[i], fmt::join(by[i], ", ")));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  /// Returns the columns of the finding itself in a table for programs.
  std::vector<std::string> own_columns() const {
    switch (form) {
      case Form::number: return number_members;
      case Form::deviations: return {"from", "relative", "standard_error"};
      case Form::table: break;
    }
    return joined({{key}, columns});
  }
};

Block block_of(const SharedFinding& shared) {
  Block block{.entry = shared.first, .names = {shared.first->name}, .by = {shared.configurations}};
  for (const auto& [document, entry] : shared.entries) block.runs.push_back({document, &entry->who});
  block.row_names = shared.row_names;
  if (!shared.first->value) {
    block.form = Block::Form::deviations;
  } else if (const auto* table = std::get_if<Table>(&*shared.first->value)) {
    block.form = Block::Form::table;
    block.key = table->key;
    block.columns = table->columns;
    for (const auto& [name, values] : table->rows)
      block.rows.emplace(name, NumberRows::mapped_type{values.begin(), values.end()});
  }
  return block;
}

std::vector<Selected<FindingEntry>> entries_of(const std::vector<Document>& documents, const Selection& selection,
                                               const std::string& name) {
  std::set<std::string> shapes;
  bool is_of_shape = false;
  for (const auto& document : documents) {
    for (const auto& entry : document.findings) {
      if (entry.name != name) continue;
      shapes.insert(to_string(entry.who.problem.shape));
      is_of_shape = is_of_shape || has_shape(entry.who, selection);
    }
  }
  if (!shapes.empty() && !is_of_shape) {
    throw BadInput{on_command_line(
        "--shape", fmt::format("no {} of {}; it exists for {}", name, to_string(*selection.shape), join(shapes)))};
  }
  return select(
      documents, &Document::findings, with_shape("finding " + name, selection), name,
      [&](const auto& entry) { return has_shape(entry.who, selection) && entry.name == name; },
      [](const auto& entry) { return entry.name; });
}

std::vector<Block> blocks_of(const std::vector<Selected<FindingEntry>>& entries) {
  std::vector<FindingInDocument> findings;
  for (const auto& [document, entry] : entries) findings.push_back({document, entry});
  std::vector<Block> blocks;
  for (const auto& shared : shared_findings(findings)) blocks.push_back(block_of(shared));
  return blocks;
}

bool are_alike(const std::vector<Block>& blocks) {
  return std::ranges::all_of(blocks, [&](const Block& block) {
    return block.form == blocks.front().form && block.own_columns() == blocks.front().own_columns();
  });
}

/// Returns the only block of each problem; nullopt if a problem has several.
std::optional<std::map<Problem, const Block*>> by_problem(const std::vector<Block>& blocks) {
  std::map<Problem, const Block*> found;
  for (const auto& block : blocks) {
    if (!found.emplace(block.problem(), &block).second) return std::nullopt;
  }
  return found;
}

/// Returns whether one table contains all rows of the other.
bool are_nested(const NumberRows& left, const NumberRows& right) {
  const NumberRows& fewer = left.size() < right.size() ? left : right;
  const NumberRows& more = left.size() < right.size() ? right : left;
  return std::ranges::all_of(fewer, [&](const auto& row) { return more.contains(row.first); });
}

/// Returns whether two tables describe the same things, so their columns can be side by side: they have the same key,
/// and on every problem that has both, the rows of one are among the rows of the other.
bool can_be_joined(const std::vector<Block>& left, const std::vector<Block>& right) {
  const Block& first = left.front();
  const Block& other = right.front();
  if (first.form != Block::Form::table || !are_alike(left) || !are_alike(right)) return false;
  if (other.form != first.form || other.key != first.key || other.columns == first.columns) return false;
  const auto of_left = by_problem(left);
  const auto of_right = by_problem(right);
  if (!of_left || !of_right) return false;
  bool has_both = false;
  for (const auto& [problem, block] : *of_right) {
    const auto found = of_left->find(problem);
    if (found == of_left->end()) continue;
    if (!are_nested(found->second->rows, block->rows)) return false;
    has_both = true;
  }
  return has_both;
}

void add_new(std::vector<std::string>& names, const std::vector<std::string>& more) {
  for (const auto& name : more) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
}

/// Adds the columns of another table to a table. Common columns appear once; if two rows of one name differ in such a
/// column, the tables cannot be joined.
///
/// @return  whether the tables were joined; if not, the table is unchanged
bool join(Block& block, const std::vector<std::string>& columns, const NumberRows& rows) {
  std::vector<std::string> all = block.columns;
  add_new(all, columns);
  NumberRows both = block.rows;
  for (auto& [name, values] : both) values.resize(all.size());
  for (const auto& [name, values] : rows) {
    auto& row = both.try_emplace(name, all.size()).first->second;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& cell = row[static_cast<std::size_t>(std::ranges::find(all, columns[i]) - all.begin())];
      if (cell && values[i] && cell != values[i]) return false;
      if (values[i]) cell = values[i];
    }
  }
  block.columns = std::move(all);
  block.rows = std::move(both);
  return true;
}

/// Returns the blocks of two findings side by side; nullopt if they cannot be joined.
std::optional<std::vector<Block>> joined_blocks(const std::vector<Block>& left, const std::vector<Block>& right) {
  if (!can_be_joined(left, right)) return std::nullopt;
  std::vector<Block> all = left;
  for (const Block& other : right) {
    auto block = std::ranges::find(all, other.problem(), &Block::problem);
    if (block == all.end()) {
      block = all.insert(all.end(), other);
      block->columns = left.front().columns;
      block->rows.clear();
    } else {
      block->names.insert(block->names.end(), other.names.begin(), other.names.end());
      block->by.insert(block->by.end(), other.by.begin(), other.by.end());
      block->runs.insert(block->runs.end(), other.runs.begin(), other.runs.end());
      block->row_names.insert(other.row_names.begin(), other.row_names.end());
    }
    if (!join(*block, other.columns, other.rows)) return std::nullopt;
  }
  for (Block& block : all) join(block, right.front().columns, {});
  return all;
}

/// Returns the tables for the selected findings. Tables of the same things are side by side, and findings with the same
/// columns below each other.
std::vector<std::vector<Block>> tables_of(const std::vector<Document>& documents, const Selection& selection) {
  std::vector<std::vector<Block>> of_findings;
  std::vector<std::string> names;
  add_new(names, selection.findings);
  for (const auto& name : names) {
    auto blocks = blocks_of(entries_of(documents, selection, name));
    const auto fits = [&](const auto& others) { return joined_blocks(others, blocks).has_value(); };
    const auto found = std::ranges::find_if(of_findings, fits);
    if (found == of_findings.end()) {
      of_findings.push_back(std::move(blocks));
    } else {
      *found = *joined_blocks(*found, blocks);
    }
  }
  std::vector<std::vector<Block>> tables;
  for (auto& blocks : of_findings) {
    for (auto& block : blocks) {
      const auto fits = [&](const auto& table) {
        return table.front().form == block.form && table.front().own_columns() == block.own_columns();
      };
      auto table = std::ranges::find_if(tables, fits);
      if (table == tables.end()) table = tables.insert(table, std::vector<Block>{});
      table->push_back(std::move(block));
    }
  }
  return tables;
}

BadInput not_one_table(const Block& first, const Block& other) {
  const auto describe = [](const Block& block) {
    return fmt::format("{} of {} has the columns {}", fmt::join(block.names, ", "), to_string(block.problem()),
                       fmt::join(block.own_columns(), ", "));
  };
  const bool is_one_finding = first.names == other.names;
  return BadInput{on_command_line(
      "--finding", fmt::format("{}, and {}: {}", describe(first), describe(other),
                               is_one_finding ? "choose one with --shape or --with"
                                              : "export them one by one, or as latex or markdown, which take several "
                                                "tables"))};
}

bool has_row_names(const std::vector<Block>& table) {
  return std::ranges::any_of(table, [](const Block& block) { return !block.row_names.empty(); });
}

std::string name_of_row(const Block& block, const std::string& row) {
  const auto found = block.row_names.find(row);
  return found == block.row_names.end() ? "" : found->second;
}

/// Returns the rows of a block for programs, under its own columns.
std::vector<std::vector<Json>> rows_of(const Block& block, bool has_names) {
  std::vector<std::vector<Json>> rows;
  switch (block.form) {
    case Block::Form::number: add_members(rows.emplace_back(), to_json(*block.entry), number_members); break;
    case Block::Form::deviations:
      for (const auto& each : block.entry->deviations.list) {
        rows.push_back({each.from, each.relative, each.standard_error});
      }
      break;
    case Block::Form::table:
      for (const auto& [name, values] : block.rows) {
        auto& row = rows.emplace_back();
        row.emplace_back(name);
        const std::string known_as = name_of_row(block, name);
        if (has_names) row.push_back(known_as.empty() ? Json() : Json(known_as));
        for (const auto& value : values) row.push_back(value ? Json(to_decimal(*value)) : Json());
      }
  }
  return rows;
}

using PaperRow = std::vector<PaperTable::Cell>;

std::vector<PaperRow> paper_rows_of(const Block& block, bool has_names, bool has_errors) {
  std::vector<PaperRow> rows;
  switch (block.form) {
    case Block::Form::number: rows.push_back({as_outcome(*block.entry->value)}); break;
    case Block::Form::deviations:
      for (const auto& each : block.entry->deviations.list) {
        auto& row = rows.emplace_back(PaperRow{each.from, fmt::format("{:.3g} %", 100 * each.relative)});
        if (has_errors) {
          row.emplace_back(each.standard_error > 0 ? fmt::format("{:.2g} %", 100 * each.standard_error) : "");
        }
      }
      break;
    case Block::Form::table:
      for (const auto& [name, values] : block.rows) {
        auto& row = rows.emplace_back(PaperRow{name});
        if (has_names) row.emplace_back(name_of_row(block, name));
        for (const auto& value : values) {
          row.push_back(value ? PaperTable::Cell{Outcome{Exact{*value}}} : PaperTable::Cell{""});
        }
      }
  }
  return rows;
}

/// Returns the help text of a finding from the runs of a table.
std::string help_of(const std::vector<Block>& blocks, const std::string& name) {
  for (const Block& block : blocks) {
    for (const auto& [document, who] : block.runs) {
      for (const auto* entry : document->findings_of(*who)) {
        if (entry->name == name) return entry->help;
      }
    }
  }
  return "";
}

PaperTable paper_of(const std::vector<Block>& blocks) {
  std::set<std::vector<std::string>> names;
  std::vector<std::string> each_name;
  bool has_errors = false;
  bool is_by_all = true;
  for (const Block& block : blocks) {
    names.insert(block.names);
    add_new(each_name, block.names);
    is_by_all = is_by_all && block.by_text() == blocks.front().by_text();
    for (const auto& each : block.entry->deviations.list) has_errors = has_errors || each.standard_error > 0;
  }
  const bool has_names = has_row_names(blocks);
  const Block& first = blocks.front();
  // A column of one text would only widen a table with many others.
  const bool has_by = !is_by_all || first.form != Block::Form::table;
  PaperTable table;
  table.columns = {{"Boxes"}};
  const bool has_rules =
      std::ranges::any_of(blocks, [](const auto& block) { return !block.problem().rules.are_classic(); });
  if (has_rules) table.columns.push_back({"Rules"});
  if (names.size() > 1) table.columns.push_back({"Finding"});
  if (has_by) table.columns.push_back({"Found by"});
  switch (first.form) {
    case Block::Form::number: table.columns.push_back({names.size() > 1 ? "Value" : first.names.front(), true}); break;
    case Block::Form::deviations:
      table.columns.insert(table.columns.end(), {{"From"}, {"Deviation", true}});
      if (has_errors) table.columns.push_back({"1 s.e.", true});
      break;
    case Block::Form::table:
      table.columns.push_back({first.key});
      if (has_names) table.columns.push_back({called});
      for (const auto& column : first.columns) table.columns.push_back({column, true});
  }
  for (const Block& block : blocks) {
    PaperRow begin{block.problem().shape};
    if (has_rules) begin.emplace_back(block.problem().rules.text());
    if (names.size() > 1) begin.emplace_back(fmt::format("{}", fmt::join(block.names, ", ")));
    if (has_by) begin.emplace_back(block.by_text());
    for (auto& cells : paper_rows_of(block, has_names, has_errors)) {
      auto& row = table.rows.emplace_back(begin);
      std::ranges::move(cells, std::back_inserter(row));
    }
  }
  if (!has_by) table.notes.push_back(fmt::format("Found by {}.", first.by_text()));
  std::vector<std::string> readings;
  for (const auto& name : each_name) {
    const auto [definition, reading] = help_text(help_of(blocks, name));
    if (!definition.empty()) table.notes.push_back(fmt::format("{}: {}.", name, definition));
    if (!reading.empty()) add_new(readings, {reading + "."});
  }
  table.notes.insert(table.notes.end(), readings.begin(), readings.end());
  return table;
}

}  // namespace

DataTable table_of_findings(const std::vector<Document>& documents, const Selection& selection) {
  const auto tables = tables_of(documents, selection);
  const auto& blocks = tables.front();
  if (tables.size() > 1) throw not_one_table(blocks.front(), tables[1].front());
  std::vector<RunColumns::Run> runs;
  for (const Block& block : blocks) runs.insert(runs.end(), block.runs.begin(), block.runs.end());
  const RunColumns columns{runs};
  const bool has_names = has_row_names(blocks);
  auto own = blocks.front().own_columns();
  if (has_names) own.insert(own.begin() + 1, called);
  DataTable table;
  table.columns = joined({RunColumns::first(), {"finding", "by"}, own, columns.last()});
  for (const Block& block : blocks) {
    const auto [first, last] = columns.of(block.runs);
    const std::string by = block.by_text();
    for (auto& cells : rows_of(block, has_names)) {
      auto& row = table.rows.emplace_back(first);
      row.emplace_back(fmt::format("{}", fmt::join(block.names, ", ")));
      row.emplace_back(by);
      std::ranges::move(cells, std::back_inserter(row));
      row.insert(row.end(), last.begin(), last.end());
    }
  }
  return table;
}

std::vector<PaperTable> papers_of_findings(const std::vector<Document>& documents, const Selection& selection) {
  std::vector<PaperTable> papers;
  for (const auto& blocks : tables_of(documents, selection)) papers.push_back(paper_of(blocks));
  return papers;
}

}  // namespace gridcensus::host::exported
