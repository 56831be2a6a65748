#pragma once

#include "host/ledger/rows.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Returns the number with which a text begins; 0 if there is none.
inline std::uint64_t number_in(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

inline std::string text_at(SQLite::Statement& statement, int column) { return statement.getColumn(column).getString(); }

inline void bind_value(SQLite::Statement& statement, int place, const Reference& value) {
  statement.bind(place, value.id);
}
template <class Value>
void bind_value(SQLite::Statement& statement, int place, const Value& value) {
  statement.bind(place, value);
}

/// Resets a statement and binds these values.
template <class... Values>
void bind_values(SQLite::Statement& statement, const Values&... values) {
  statement.reset();
  int place = 0;
  (bind_value(statement, ++place, values), ...);
}

/// Binds the key of a row to the places after `place`.
template <class Row>
void bind_key(SQLite::Statement& statement, int place, const Row& row) {
  std::size_t keys = Row::table.keys;
  for_each_column<Row>([&](const auto& column) {
    if (keys == 0) return;
    bind_value(statement, ++place, row.*column.member);
    --keys;
  });
}

/// Runs a statement that returns no rows.
template <class... Values>
void execute(const SQLite::Database& database, const std::string& text, const Values&... values) {
  SQLite::Statement statement{database, text};
  bind_values(statement, values...);
  statement.exec();
}

/// Runs a statement such as "DELETE FROM units" on one row.
template <class Row, class... Values>
void execute_on(const SQLite::Database& database, const Row& row, const std::string& text, const Values&... values) {
  SQLite::Statement statement{database, text + " WHERE " + key_condition(text_of_table<Row>())};
  bind_values(statement, values...);
  bind_key(statement, sizeof...(Values), row);
  statement.exec();
}

/// Returns the number that is the result of a query.
template <class... Values>
std::uint64_t count(const SQLite::Database& database, const std::string& text, const Values&... values) {
  SQLite::Statement query{database, text};
  bind_values(query, values...);
  query.executeStep();
  return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
}

inline void read_value(SQLite::Statement& query, int& place, std::string& value) { value = text_at(query, place++); }
inline void read_value(SQLite::Statement& query, int& place, double& value) {
  value = query.getColumn(place++).getDouble();
}
inline void read_value(SQLite::Statement& query, int& place, std::int64_t& value) {
  value = query.getColumn(place++).getInt64();
}
inline void read_value(SQLite::Statement& query, int& place, Reference& value) {
  read_value(query, place, value.id);
  read_value(query, place, value.name);
}

/// Reads rows of a table, in the order of their keys. Does not check them.
template <class Row>
class RowReader {
 public:
  /// @param condition  on the rows, with a "?" for each of the values; all rows if empty
  template <class... Values>
  explicit RowReader(const SQLite::Database& database, const std::string& condition = "", const Values&... values)
      : query_{database, select_statement(text_of_table<Row>(), condition)} {
    bind_values(query_, values...);
  }

  /// Returns the next row, or nullopt after the last.
  std::optional<Row> next() {
    if (!query_.executeStep()) return std::nullopt;
    Row row;
    int place = 0;
    for_each_column<Row>([&](const auto& column) { read_value(query_, place, row.*column.member); });
    return row;
  }

  /// Returns the row with the key of another, or nullopt if there is none. The condition must be that on the key.
  std::optional<Row> find(const Row& other) {
    bind_key(query_, 0, other);
    auto row = next();
    query_.reset();
    return row;
  }

 private:
  SQLite::Statement query_;
};

/// Stores rows in a table.
template <class Row>
class RowWriter {
 public:
  /// @param table  that of the rows, or another one with the same columns
  explicit RowWriter(const SQLite::Database& database, OnConflict on_conflict = OnConflict::fail,
                     const TableText& table = text_of_table<Row>())
      : insert_{database, insert_statement(table, on_conflict)} {}

  /// Returns true if the row was stored.
  bool store(const Row& row) {
    insert_.reset();
    int place = 0;
    for_each_column<Row>([&](const auto& column) {
      if (column.coverage == Coverage::assigned || column.coverage == Coverage::borrowed) return;
      bind_value(insert_, ++place, row.*column.member);
    });
    return insert_.exec() != 0;
  }

 private:
  SQLite::Statement insert_;
};

}  // namespace gridcensus::host
