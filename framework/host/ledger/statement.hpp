#pragma once

#include "host/ledger/rows.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Runs a statement that gives no rows with these values.
template <class... Values>
void execute(SQLite::Statement& statement, const Values&... values) {
  statement.reset();
  int place = 0;
  (statement.bind(++place, values), ...);
  statement.exec();
}

inline std::string text_at(SQLite::Statement& statement, int column) { return statement.getColumn(column).getString(); }

/// The rows of two texts that a query gives for a run: outcomes, findings.
inline std::vector<std::pair<std::string, std::string>> pairs_of(const SQLite::Database& database,
                                                                 const std::string& query_text, std::int64_t run) {
  SQLite::Statement query{database, query_text};
  query.bind(1, run);
  std::vector<std::pair<std::string, std::string>> pairs;
  while (query.executeStep()) pairs.emplace_back(text_at(query, 0), text_at(query, 1));
  return pairs;
}

/// The row whose `columns` the query gives from this one on.
inline SessionRow session_at(SQLite::Statement& query, int first) {
  const auto next = [&] { return text_at(query, first++); };
  return {next(), next(), next(), next(), next(), next(), next(), next(), next(), next(), next()};
}

inline DocumentRow document_at(SQLite::Statement& query, int first) {
  const auto next = [&] { return text_at(query, first++); };
  return {next(), next(), next(), next(), next()};
}

inline RunRow run_at(SQLite::Statement& query, int first) {
  const auto next = [&] { return text_at(query, first++); };
  return {next(), next(), next(), next(), next(), next(), next(), next()};
}

}  // namespace gridcensus::host
