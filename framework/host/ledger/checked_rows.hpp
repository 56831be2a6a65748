#pragma once

#include "host/base/errors.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/ledger.hpp"
#include "host/ledger/statement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace gridcensus::host {

/// Returns what messages call a row: "unit 17 of band_classes on 3x3".
template <class Row>
std::string name_of_row(const SQLite::Database& database, const Row& row) {
  std::string name = row.label();
  if constexpr (OfRun<Row>) {
    const auto run = RowReader<RunRow>{database, "id = ?", row.run}.next();
    name += " of " + (run ? run->label() : "run " + std::to_string(row.run.id));
  }
  return printable(name);
}

/// An open ledger that checks each row against its checksum when it reads it.
///
/// @throws StorageError  by every function: a row is damaged; the message names it.
struct CheckedRows {
  std::filesystem::path file;
  SQLite::Database database;

  template <class Row, class Use>
  void for_each(Use use) const {
    use_all(RowReader<Row>{database}, use);
  }

  /// Reads the rows of a run.
  template <class Row, class Use>
  void for_each_of(RunKey run, Use use) const {
    use_all(RowReader<Row>{database, "run = ?", run}, use);
  }

  /// Returns the first row, or nullopt if there is none.
  ///
  /// @param condition  on the row, with a "?" for each of the values
  template <class Row, class... Values>
  std::optional<Row> find(const std::string& condition, const Values&... values) const {
    auto row = RowReader<Row>{database, condition, values...}.next();
    if (row) check(*row);
    return row;
  }

  /// @throws StorageError  the row is not one that `Ledger::conclude` writes.
  Conclusion decode(const ConclusionRow& row) const;

  /// Returns the error for a damaged row.
  template <class Row>
  StorageError damaged(const Row& row) const {
    return host::damaged(file, name_of_row(database, row));
  }

 private:
  template <class Row, class Use>
  void use_all(RowReader<Row> rows, Use use) const {
    while (const auto row = rows.next()) {
      check(*row);
      use(*row);
    }
  }

  template <class Row>
  void check(const Row& row) const {
    if (row.checksum != checksum_of(row)) throw damaged(row);
  }
};

}  // namespace gridcensus::host
