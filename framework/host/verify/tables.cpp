#include "host/verify/tables.hpp"

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/limits.hpp"
#include "host/base/sha256.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// "GCen" in the header of the file, and the supported format.
constexpr int application_id = 0x4743656e;
constexpr int format_version = 4;
/// SHA-256 of the statements that create its tables, each followed by a line break. Other definitions in a file, such
/// as a view, a computed column or an index over an expression, could keep a reader busy forever.
constexpr std::string_view tables_sha256 = "86ad3ace23b1a6f05863c2b6410e7c99f4b3fbb10a70be0335f985a73bfe1396";
/// The time for which another process may lock the file before this one gives up [ms].
constexpr int busy_timeout = 2000;

StorageError unreadable(const std::filesystem::path& file, const std::string& what) {
  return StorageError{fmt::format("ledger {} {}", printable(file.string()), what)};
}

/// Reads a cell as the declared type of its column.
Cell cell_at(const SQLite::Statement& query, int place, const std::string& type) {
  const SQLite::Column column = query.getColumn(place);
  if (type == "INTEGER") return column.getInt64();
  if (type == "REAL") return column.getDouble();
  return column.getString();
}

/// Returns the rows of a table, or only those of one run, in the order of their keys, which are the first columns.
std::vector<Row> rows(const SQLite::Database& database, const std::string& table,
                      std::optional<std::int64_t> run = std::nullopt) {
  SQLite::Statement query{database, "SELECT * FROM " + table + (run ? " WHERE run = ?" : "") + " ORDER BY 1, 2"};
  if (run) query.bind(1, *run);
  std::vector<std::string> types;
  const auto columns = std::make_shared<Row::Columns>();
  for (int place = 0; place < query.getColumnCount(); ++place) {
    columns->emplace_back(query.getColumnName(place));
    types.emplace_back(query.getColumnDeclaredType(place));
  }
  std::vector<Row> found;
  while (query.executeStep()) {
    std::vector<Cell> cells;
    for (int place = 0; place < query.getColumnCount(); ++place) {
      cells.push_back(cell_at(query, place, types[static_cast<std::size_t>(place)]));
    }
    found.emplace_back(columns, std::move(cells));
  }
  return found;
}

RunRow with_its_rows(const SQLite::Database& database, Row row) {
  RunRow run{std::move(row), {}};
  check_json_levels(run.text("identity"));
  check_json_levels(run.text("parameters"));
  for (const char* const table :
       {"jobs", "shares", "efforts", "recounts", "failures", "conclusions", "outcomes", "findings", "standings"}) {
    run.tables[table] = rows(database, table, run.integer("id"));
  }
  return run;
}

/// Returns the texts of the first column.
std::vector<std::string> texts(const SQLite::Database& database, const char* query) {
  SQLite::Statement statement{database, query};
  std::vector<std::string> found;
  while (statement.executeStep()) found.push_back(statement.getColumn(0).getString());
  return found;
}

/// Checks that a database has the tables of a ledger of this format.
void check_tables_of(SQLite::Database& database, const std::filesystem::path& file) {
  const auto number = [&](const char* query) { return database.execAndGet(query).getInt(); };
  if (number("PRAGMA application_id") != application_id) {
    throw unreadable(file, "is a database of another program; expected a file that `gridcensus run` wrote");
  }
  if (const int version = number("PRAGMA user_version"); version != format_version) {
    throw unreadable(file, fmt::format("has format {}, and this program reads format {}", version, format_version));
  }
  std::string statements;
  for (const std::string& statement :
       texts(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")) {
    statements += statement + "\n";
  }
  if (sha256_of(statements) != tables_sha256) {
    throw unreadable(file,
                     "has other tables than a ledger of this format; expected a file that `gridcensus run` wrote");
  }
}

/// Converts exceptions of SQLite to the single error type of ledger readers.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    if (error.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK) {
      throw unreadable(file,
                       "was left in the middle of a write: `gridcensus status` or the command that wrote it "
                       "takes that back");
    }
    throw unreadable(file, fmt::format("cannot be read ({}): expected a whole file that `gridcensus run` wrote, and "
                                       "that no other process is writing",
                                       printable(error.what())));
  } catch (const InvalidJson& error) {
    throw unreadable(file, fmt::format("is damaged: a text in it is {}", error.what()));
  }
}

}  // namespace

Tables::Tables(const std::filesystem::path& file) : file_{file} {
  std::error_code error;
  // Checked before SQLite opens it: opening a pipe would wait forever.
  if (!std::filesystem::is_regular_file(file, error)) throw unreadable(file, "is not there, or is no regular file");
  guarded(file, [&] {
    database_ =
        std::make_shared<SQLite::Database>(std::filesystem::absolute(file), SQLite::OPEN_READONLY, busy_timeout);
    ::sqlite3_limit(database_->getHandle(), SQLITE_LIMIT_LENGTH, static_cast<int>(max_json_document_bytes));
    database_->exec("PRAGMA trusted_schema = OFF");
    check_tables_of(*database_, file);
    for (Row& session : rows(*database_, "sessions")) sessions_.emplace(session.integer("id"), std::move(session));
    for (Row& run : rows(*database_, "runs")) runs_.push_back(with_its_rows(*database_, std::move(run)));
    documents_ = rows(*database_, "documents");
    for (const Row& document : documents_) check_json_levels(document.text("document"));
  });
}

std::vector<Row> Tables::units(const RunRow& run) const {
  return guarded(file_, [&] { return rows(*database_, "units", run.integer("id")); });
}

std::vector<std::string> Tables::flaws() const {
  return guarded(file_, [&] {
    std::vector<std::string> flaws;
    for (const std::string& flaw : texts(*database_, "PRAGMA integrity_check(5)")) {
      if (flaw != "ok") flaws.push_back("SQLite finds it damaged: " + printable(flaw));
    }
    for (const std::string& tables :
         texts(*database_,
               "SELECT \"table\" || ' belongs to nothing in ' || parent FROM pragma_foreign_key_check LIMIT 5")) {
      flaws.push_back("a row of the table " + tables);
    }
    return flaws;
  });
}

std::vector<std::pair<std::string, Cell>> Row::covered() const {
  std::vector<std::pair<std::string, Cell>> found;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const std::string& column = (*columns_)[i];
    if (column != "id" && column != "checksum" && column != "last_write") found.emplace_back(column, cells_[i]);
  }
  return found;
}

const Cell& Row::cell(std::string_view column) const {
  return cells_.at(static_cast<std::size_t>(std::ranges::find(*columns_, column) - columns_->begin()));
}

}  // namespace gridcensus::host::verify
