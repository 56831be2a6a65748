#pragma once

#include <SQLiteCpp/Statement.h>

#include <string>

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

}  // namespace gridcensus::host
