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

namespace SQLite {  // NOLINT(readability-identifier-naming): the name is the library's
class Database;
}

/// An independent reader of ledgers: it has its own code for the tables, the texts in them, the sums and the
/// arithmetic. It uses nothing of host/ledger and host/graph, so a mistake there cannot go unnoticed here.
namespace gridcensus::host::verify {

using Cell = std::variant<std::int64_t, double, std::string>;

/// A stored row, by column, unchecked.
class Row {
 public:
  using Columns = std::vector<std::string>;

  Row(std::shared_ptr<const Columns> columns, std::vector<Cell> cells)
      : columns_{std::move(columns)}, cells_{std::move(cells)} {}

  const std::string& text(std::string_view column) const { return std::get<std::string>(cell(column)); }
  std::int64_t integer(std::string_view column) const { return std::get<std::int64_t>(cell(column)); }
  double real(std::string_view column) const { return std::get<double>(cell(column)); }

  /// Returns the fields that the checksum covers, with the names of their columns: all but the number of the row, the
  /// checksum itself, and the time of a session's last write.
  std::vector<std::pair<std::string, Cell>> covered() const;

 private:
  const Cell& cell(std::string_view column) const;

  std::shared_ptr<const Columns> columns_;  ///< of all rows of a query
  std::vector<Cell> cells_;
};

/// A run with its rows, except the units.
struct RunRow : Row {
  std::map<std::string, std::vector<Row>> tables;

  std::string name() const { return text("configuration") + " on " + text("problem"); }
  const std::vector<Row>& rows(const std::string& table) const { return tables.at(table); }
  /// Returns the row of a table that has at most one row per run; nullptr if there is none.
  const Row* row(const std::string& table) const { return rows(table).empty() ? nullptr : &rows(table).front(); }
};

/// The tables of a ledger, except the units, which are read run by run.
class Tables {
 public:
  /// Opens the file read-only. Writes nothing and holds no lock.
  ///
  /// @throws StorageError  if the file is missing, is not a ledger of this format, or cannot be read.
  explicit Tables(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  const std::map<std::int64_t, Row>& sessions() const { return sessions_; }
  const std::vector<RunRow>& runs() const { return runs_; }  ///< in the order in which they were begun
  const std::vector<Row>& documents() const { return documents_; }

  /// Returns the units of a run, in unit order.
  std::vector<Row> units(const RunRow& run) const;

  /// Returns the damage that SQLite reports for the whole file, and rows without an owner.
  std::vector<std::string> flaws() const;

 private:
  std::filesystem::path file_;
  std::shared_ptr<SQLite::Database> database_;
  std::map<std::int64_t, Row> sessions_;
  std::vector<RunRow> runs_;
  std::vector<Row> documents_;
};

}  // namespace gridcensus::host::verify
