#pragma once

#include "host/ledger/fields.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace gridcensus::host {

/// A reference to a row of another table. Its number differs from ledger to ledger and its name does not, so checksums
/// have the name.
struct Reference {
  std::int64_t id = 0;
  std::string name;  ///< the SHA-256 of a run's identity, or a session's checksum; empty if the row is missing

  bool operator==(const Reference&) const = default;
};

/// The table that a reference points to.
struct ForeignKey {
  std::string_view table;
  std::string_view key;
  std::string_view record;  ///< name of one of its rows, for messages
  std::string_view name;    ///< query for the name of a reference
  bool is_owner = false;    ///< rows are deleted with the row that they refer to
};

enum class Coverage {
  covered,    ///< stored, and covered by the checksum of its row
  uncovered,  ///< stored only
  assigned,   ///< number of its row, which SQLite assigns
  borrowed,   ///< covered, but stored in another table
};

/// The properties of a column that do not depend on C++ types.
struct ColumnText {
  std::string_view name;
  std::string_view type;
  Coverage coverage;
  std::string_view sql;  ///< constraint besides NOT NULL or PRIMARY KEY; of a borrowed column the query for its value
  const ForeignKey* target;  ///< nullptr if the column is not a reference
};

template <class Value>
inline constexpr std::string_view sql_type = "INTEGER";
template <>
inline constexpr std::string_view sql_type<double> = "REAL";
template <>
inline constexpr std::string_view sql_type<std::string> = "TEXT";

/// A column, and the member of a row that has its value: a number, a text or a reference.
template <class Owner, class Value>
struct Column : ColumnText {
  Value Owner::*member;

  constexpr Column(std::string_view column, Value Owner::*value, Coverage part = Coverage::covered,
                   std::string_view sql_text = "")
      : ColumnText{column, sql_type<Value>, part, sql_text, nullptr}, member{value} {}
  constexpr Column(std::string_view column, Value Owner::*value, const ForeignKey& to,
                   Coverage part = Coverage::covered)
      : ColumnText{column, sql_type<Value>, part, "", &to}, member{value} {}
};

struct TableName {
  std::string_view name;
  std::string_view record;  ///< one row, as the first field of its checksum
  std::size_t keys;         ///< number of columns, from the first, that are the primary key
};

/// The description of a table. Its statements and the checksums of its rows follow from it.
template <class... Columns>
struct LedgerTable : TableName {
  std::tuple<Columns...> columns;

  constexpr explicit LedgerTable(TableName heading, Columns... all) : TableName{heading}, columns{all...} {}
};

/// Visits the columns of the table that a row describes by its static member `table`.
template <class Row, class Visit>
void for_each_column(Visit visit) {
  std::apply([&](const auto&... column) { (visit(column), ...); }, Row::table.columns);
}

inline std::string covered_text(std::int64_t number) { return std::to_string(number); }
inline std::string covered_text(double number) { return bits(number); }
inline const std::string& covered_text(const std::string& text) { return text; }
inline const std::string& covered_text(const Reference& reference) { return reference.name; }

/// Returns the checksum of a row: over all of its covered columns in order.
template <class Row>
std::string checksum_of(const Row& row) {
  Fields fields{Row::table.record};
  for_each_column<Row>([&](const auto& column) {
    if (column.coverage == Coverage::covered || column.coverage == Coverage::borrowed)
      fields.add(covered_text(row.*column.member));
  });
  return fields.checksum();
}

template <class Row>
Row with_checksum(Row row) {
  row.checksum = checksum_of(row);
  return row;
}

/// The description of a table without its C++ types.
struct TableText : TableName {
  std::vector<ColumnText> columns;
};

template <class Row>
TableText text_of_table() {
  TableText text{static_cast<const TableName&>(Row::table), {}};
  for_each_column<Row>([&](const ColumnText& column) { text.columns.push_back(column); });
  return text;
}

/// The treatment of a row whose key is already in the table.
enum class OnConflict { fail, keep_stored, replace_stored };

std::string create_statement(const TableText& table);
std::string insert_statement(const TableText& table, OnConflict on_conflict);
/// @param condition  on the rows; all if empty
/// @return           the query for all columns of the rows, in the order of their keys
std::string select_statement(const TableText& table, const std::string& condition);
/// Returns the condition for one row, "run = ? AND unit = ?".
std::string key_condition(const TableText& table);

}  // namespace gridcensus::host
