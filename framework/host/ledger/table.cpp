#include "host/ledger/table.hpp"

#include <span>

namespace gridcensus::host {

namespace {

template <class Text>
std::string joined(std::span<const ColumnText> columns, std::string_view separator, Text text_of) {
  std::string all;
  for (const ColumnText& column : columns) all.append(all.empty() ? "" : separator).append(text_of(column));
  return all;
}

std::string name_of_column(const ColumnText& column) { return std::string{column.name}; }

std::span<const ColumnText> key_of(const TableText& table) { return std::span{table.columns}.first(table.keys); }

std::vector<ColumnText> without(Coverage coverage, std::vector<ColumnText> columns) {
  std::erase_if(columns, [&](const ColumnText& column) { return column.coverage == coverage; });
  return columns;
}

std::string reference_clause(const ForeignKey& target) {
  return " REFERENCES " + std::string{target.table} + " (" + std::string{target.key} + ")" +
         (target.is_owner ? " ON DELETE CASCADE" : "");
}

std::string declaration(const ColumnText& column, bool is_key) {
  std::string text = "  " + std::string{column.name} + " " + std::string{column.type};
  text += is_key ? " PRIMARY KEY" : " NOT NULL";
  if (column.target != nullptr) text += reference_clause(*column.target);
  if (!column.sql.empty()) text.append(" ").append(column.sql);
  return text;
}

std::string selected(const ColumnText& column) {
  if (column.coverage == Coverage::borrowed) return "(" + std::string{column.sql} + ")";
  if (column.target == nullptr) return std::string{column.name};
  return std::string{column.name} + ", (" + std::string{column.target->name} + ")";
}

}  // namespace

std::string create_statement(const TableText& table) {
  const std::string_view only_key = table.keys == 1 ? table.columns.front().name : "";
  const std::string columns = joined(without(Coverage::borrowed, table.columns), ",\n", [&](const ColumnText& column) {
    return declaration(column, column.name == only_key);
  });
  const std::string begin = "CREATE TABLE " + std::string{table.name} + " (\n" + columns;
  if (table.keys == 1) return begin + "\n) STRICT";
  return begin + ",\n  PRIMARY KEY (" + joined(key_of(table), ", ", name_of_column) + ")\n) STRICT, WITHOUT ROWID";
}

std::string insert_statement(const TableText& table, OnConflict on_conflict) {
  const auto given = without(Coverage::assigned, without(Coverage::borrowed, table.columns));
  return (on_conflict == OnConflict::replace_stored ? "INSERT OR REPLACE INTO " : "INSERT INTO ") +
         std::string{table.name} + " (" + joined(given, ", ", name_of_column) + ") VALUES (" +
         joined(given, ", ", [](const ColumnText&) { return "?"; }) + ")" +
         (on_conflict == OnConflict::keep_stored ? " ON CONFLICT DO NOTHING" : "");
}

std::string select_statement(const TableText& table, const std::string& condition) {
  return "SELECT " + joined(table.columns, ", ", selected) + " FROM " + std::string{table.name} +
         (condition.empty() ? "" : " WHERE " + condition) + " ORDER BY " + joined(key_of(table), ", ", name_of_column);
}

std::string key_condition(const TableText& table) {
  return joined(key_of(table), " AND ", [](const ColumnText& column) { return std::string{column.name} + " = ?"; });
}

}  // namespace gridcensus::host
