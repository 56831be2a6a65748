#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace SQLite {
class Database;
}

/// A second way to what a ledger holds, apart from that by which it was written: its own reader of the tables, of the
/// texts in them, its own sums and its own arithmetic. Nothing of host/ledger and host/graph is used, so that a mistake
/// there cannot hide itself here.
namespace gridcensus::host::verify {

using Cell = std::variant<std::int64_t, double, std::string>;

/// A row as it is stored, by column. Nothing in it has been checked.
class Row {
 public:
  using Columns = std::vector<std::string>;

  Row(std::shared_ptr<const Columns> columns, std::vector<Cell> cells)
      : columns_{std::move(columns)}, cells_{std::move(cells)} {}

  const std::string& text(std::string_view column) const { return std::get<std::string>(cell(column)); }
  std::int64_t integer(std::string_view column) const { return std::get<std::int64_t>(cell(column)); }
  double real(std::string_view column) const { return std::get<double>(cell(column)); }

  /// Returns what a checksum covers, with the names of the columns: all but the number of the row, the checksum itself,
  /// and the time of a session's last write.
  std::vector<std::pair<std::string, Cell>> covered() const;

 private:
  const Cell& cell(std::string_view column) const;

  std::shared_ptr<const Columns> columns_;  ///< of all rows of a query
  std::vector<Cell> cells_;
};

/// A run with the rows that belong to it, but for its units.
struct RunRow : Row {
  std::map<std::string, std::vector<Row>> tables;

  std::string name() const { return text("configuration") + " on " + text("problem"); }
  const std::vector<Row>& rows(const std::string& table) const { return tables.at(table); }
  /// Returns the row of a table that has at most one for each run; nullptr if there is none.
  const Row* row(const std::string& table) const { return rows(table).empty() ? nullptr : &rows(table).front(); }
};

/// A ledger, read but for its units, which are read run by run.
class Tables {
 public:
  /// Opens the file for reading only; nothing is written, not even a lock is kept.
  ///
  /// @throws StorageError  it is not there, no ledger of this format, or cannot be read.
  explicit Tables(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  const std::map<std::int64_t, Row>& sessions() const { return sessions_; }
  const std::vector<RunRow>& runs() const { return runs_; }  ///< in the order in which they were begun
  const std::vector<Row>& documents() const { return documents_; }

  /// In unit order.
  std::vector<Row> units(const RunRow& run) const;

  /// What SQLite says of the file as a whole, where it finds it damaged, and rows that belong to nothing.
  std::vector<std::string> flaws() const;

 private:
  std::filesystem::path file_;
  std::shared_ptr<SQLite::Database> database_;
  std::map<std::int64_t, Row> sessions_;
  std::vector<RunRow> runs_;
  std::vector<Row> documents_;
};

}  // namespace gridcensus::host::verify
