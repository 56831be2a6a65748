#include "host/ledger/database.hpp"

#include "host/base/limits.hpp"
#include "host/base/text.hpp"
#include "host/ledger/damage.hpp"
#include "host/ledger/statement.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <new>
#include <sqlite3.h>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

/// "GCen" in the header of the file, which distinguishes a ledger from any other SQLite file.
constexpr int application_id = 0x4743656e;
constexpr int format_version = 5;
/// Of gridcensus 1.0.0.
constexpr int first_format_version = 4;
/// Long enough for a process that was just killed to end and free all its memory; short enough not to look like a hang
/// [ms].
constexpr int busy_timeout = 2000;
/// A reader need not wait for a writer [ms].
constexpr int read_timeout = 20;

/// Returns the statements that create the tables, exactly as SQLite stores them: a file with any others is not
/// accepted.
std::vector<std::string> schema() {
  std::vector<std::string> statements;
  for_each_table([&]<class Row>() { statements.push_back(create_statement(text_of_table<Row>())); });
  return statements;
}

constexpr std::string_view another_file = "move it away, or give --ledger another file";

std::string subject(const Path& file) { return "ledger " + printable(file.string()); }

StorageError unusable(const Path& file, const std::string& what) {
  return StorageError{subject(file) + " " + what + "; " + std::string{another_file}};
}

int number(SQLite::Database& database, const std::string& query) { return database.execAndGet(query).getInt(); }

void check_is_ours(const Path& file, SQLite::Database& database) {
  if (number(database, "PRAGMA application_id") != application_id) {
    throw unusable(file, "is a database of another program");
  }
  if (const int version = number(database, "PRAGMA user_version"); version != format_version) {
    const std::string way_out =
        version != first_format_version
            ? ""
            : " (`gridcensus show --json FILE " + printable(file.string()) +
                  "` of gridcensus 1.0.0, which wrote it, writes its results as a document, which "
                  "this program reads)";
    throw unusable(file, "has format " + std::to_string(version) + ", but this program reads format " +
                             std::to_string(format_version) + way_out);
  }
}

/// Checks the tables first, so nothing that a foreign schema computes is evaluated.
void check_tables_and_integrity(const Path& file, SQLite::Database& database) {
  SQLite::Statement statements{database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"};
  const auto tables = schema();
  std::size_t found = 0;
  while (statements.executeStep()) {
    if (found == tables.size() || text_at(statements, 0) != tables[found]) {
      throw unusable(file, "is damaged (its tables differ)");
    }
    ++found;
  }
  if (found != tables.size()) throw unusable(file, "is damaged (a table is missing)");
  if (const std::string report = database.execAndGet("PRAGMA integrity_check(1)").getString(); report != "ok") {
    throw unusable(file, "is damaged (" + printable(report) + ")");
  }
}

StorageError repairable(const Path& file, const std::string& what) {
  return StorageError{subject(file) + " is damaged: " + what + "; `gridcensus verify " + printable(file.string()) +
                      " --repair` sets it aside, and the next run recounts it"};
}

void check_is_undamaged(const Path& file, const SQLite::Database& database) {
  if (const auto damage = damage_in(database); !damage.rows.empty()) {
    throw repairable(file, damage.rows.front().record + damage.description);
  }
}

void create_tables(SQLite::Database& database) {
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(format_version));
  for (const std::string& statement : schema()) database.exec(statement);
}

void configure_connection(SQLite::Database& database) {
  ::sqlite3_extended_result_codes(database.getHandle(), 1);
  ::sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, static_cast<int>(max_json_document_bytes));
  // The file may come from anyone: do not execute anything in it, and check everything before use.
  database.exec("PRAGMA trusted_schema = OFF");
  database.exec("PRAGMA cell_size_check = ON");
  database.exec("PRAGMA foreign_keys = ON");
  // A lock, once taken, is held until the file is closed.
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
}

std::string read_file(const Path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Returns true if a transaction is in progress: its journal begins with SQLite's mark, and is wiped when the
/// transaction ends.
bool has_hot_journal(const Path& file) {
  constexpr std::string_view mark{"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8};
  std::ifstream stream{file.string() + "-journal", std::ios::binary};
  std::string begin(mark.size(), '\0');
  return stream.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == mark;
}

/// Returns an in-memory copy of a ledger that a process is writing, taken between two of its transactions. The writer
/// holds its lock from its first to its last transaction, so waiting for the lock would mean waiting for the end of the
/// run.
SQLite::Database snapshot(const Path& file) {
  constexpr int tries = 100;
  constexpr auto pause = std::chrono::milliseconds{20};
  for (int i = 0; i < tries; ++i, std::this_thread::sleep_for(pause)) {
    if (has_hot_journal(file)) continue;
    const std::string bytes = read_file(file);
    if (bytes.empty() || has_hot_journal(file) || read_file(file) != bytes) continue;
    return open_in_memory(bytes);
  }
  throw StorageError{
      subject(file) +
      " is being written continuously; no consistent copy could be read in 100 attempts; try again later"};
}

}  // namespace

std::optional<pid_t> holder_of(const Path& file) {
  // The first byte that a writer locks (www.sqlite.org/lockingv3.html). The file is not opened, because closing it
  // would release this process's locks.
  constexpr std::uint64_t pending_byte = 0x40000000;
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  const std::string inode = ":" + std::to_string(status.st_ino);
  std::ifstream locks{"/proc/locks"};
  for (std::string line; std::getline(locks, line);) {
    // "1: POSIX  ADVISORY  WRITE 4711 fe:00:1098 1073741824 1073742335"
    std::istringstream words{line};
    std::string word;
    std::string access;
    std::string place;
    pid_t process = 0;
    std::uint64_t begin = 0;
    words >> word >> word >> word >> access >> process >> place >> begin;
    const bool is_it = words && access == "WRITE" && place.ends_with(inode) && begin == pending_byte;
    if (is_it && process != ::getpid()) return process;
  }
  return std::nullopt;
}

BadInput no_ledger(const Path& file) { return BadInput{"there is no ledger " + printable(file.string())}; }

namespace {

std::string holder_text(const Path& file) {
  const auto holder = holder_of(file);
  return holder ? "process " + std::to_string(*holder) : "another process";
}

}  // namespace

StorageError storage_error(const Path& file, const SQLite::Exception& error) {
  const std::string detail = " (" + printable(error.what()) + ")";
  switch (error.getErrorCode() & 0xff) {  // the primary code
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return StorageError{subject(file) + " is in use by " + holder_text(file) +
                          "; wait until it ends, or give --ledger another file"};
    case SQLITE_TOOBIG: return unusable(file, "has a row above " + bytes_text(max_json_document_bytes));
    case SQLITE_CORRUPT: return unusable(file, "is damaged" + detail);
    case SQLITE_NOTADB: return unusable(file, "is not a ledger" + detail);
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return StorageError{subject(file) + " cannot be read or written" + detail +
                          "; check for a full or failing disk and run again. Results stored before are kept"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return StorageError{subject(file) + " cannot be opened for writing" + detail +
                          "; check the permissions of the file and its folder, or give --ledger another file"};
    default: return unusable(file, "cannot be used" + detail);
  }
}

StorageError damaged(const Path& file, const std::string& record) {
  return repairable(file, record + " does not match its checksum");
}

bool has_content(const Path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    const Path folder = file.has_parent_path() ? file.parent_path() : Path{"."};
    if (!std::filesystem::is_directory(folder, error)) {
      throw StorageError{subject(file) + " cannot be created, because there is no folder " +
                         printable(folder.string()) + "; create it, or give --ledger another file"};
    }
    return false;
  }
  if (error) throw unusable(file, "cannot be reached (" + error.message() + ")");
  if (std::filesystem::is_directory(status)) throw unusable(file, "is a directory");
  if (!std::filesystem::is_regular_file(status)) throw unusable(file, "is not a regular file");
  return std::filesystem::file_size(file) > 0;
}

std::string bytes_on_disk(SQLite::Database& database) {
  sqlite3_file* file = nullptr;
  ::sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  sqlite3_int64 size = 0;
  const auto check = [&](int result) {
    if (result != SQLITE_OK) throw SQLite::Exception{"the file cannot be read", result};
  };
  check(file->pMethods->xFileSize(file, &size));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  constexpr sqlite3_int64 step = 1 << 26;  // SQLite counts the bytes of one read in an int
  for (sqlite3_int64 place = 0; place < size; place += step) {
    check(file->pMethods->xRead(file, bytes.data() + place, static_cast<int>(std::min(step, size - place)), place));
  }
  return bytes;
}

SQLite::Database open_in_memory(const std::string& bytes) {
  SQLite::Database database{":memory:", SQLite::OPEN_READWRITE};
  auto* const memory = static_cast<unsigned char*>(::sqlite3_malloc64(bytes.size()));
  if (memory == nullptr) throw std::bad_alloc{};
  std::ranges::copy(bytes, memory);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  // SQLite owns the memory from here on, even if the call fails.
  const int result = ::sqlite3_deserialize(database.getHandle(), "main", memory, size, size,
                                           SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
  if (result != SQLITE_OK) throw SQLite::Exception{database.getHandle(), result};
  return database;
}

SQLite::Database open_for_writing(const Path& file, Damaged damaged_rows) {
  has_content(file);
  return guarded(file, [&] {
    // Absolute, because SQLite gives names such as :memory: and file:x a special meaning.
    SQLite::Database database{std::filesystem::absolute(file), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                              busy_timeout};
    configure_connection(database);
    // Locks out every other process, does not wait long for any, and rolls back a transaction that a killed process
    // left.
    database.exec("BEGIN EXCLUSIVE");
    const bool is_new = !has_content(file);
    if (is_new) {
      create_tables(database);
    } else {
      check_is_ours(file, database);
      check_tables_and_integrity(file, database);
      if (damaged_rows == Damaged::is_refused) check_is_undamaged(file, database);
      // Writes the value that is already there, so a folder or disk that cannot take a journal fails now, not hours
      // later.
      database.exec("PRAGMA user_version = " + std::to_string(format_version));
    }
    database.exec("COMMIT");
    // The journal mode cannot change within a transaction. DELETE needs no shared memory, so it works on any file
    // system; with FULL, a transaction is on disk when it ends.
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA synchronous = FULL");
    return database;
  });
}

SQLite::Database create_for_merging(const Path& file) {
  // No other process knows the file, and a killed merge starts again, so neither locks nor a journal are needed.
  SQLite::Database database{std::filesystem::absolute(file), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_timeout,
                            "unix-none"};
  ::sqlite3_extended_result_codes(database.getHandle(), 1);
  database.exec("PRAGMA journal_mode = OFF");
  database.exec("PRAGMA synchronous = OFF");
  database.exec("PRAGMA temp_store = MEMORY");
  create_tables(database);
  return database;
}

std::optional<SQLite::Database> open_for_reading(const Path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error) || !has_content(file)) return std::nullopt;
  return guarded(file, [&]() -> std::optional<SQLite::Database> {
    const auto checked = [&](SQLite::Database database) {
      configure_connection(database);
      check_is_ours(file, database);
      check_tables_and_integrity(file, database);
      check_is_undamaged(file, database);
      return database;
    };
    // Absolute, as above.
    const Path place = std::filesystem::absolute(file);
    const auto open = [&] { return checked(SQLite::Database{place, SQLite::OPEN_READONLY, read_timeout}); };
    try {
      return open();
    } catch (const SQLite::Exception& reason) {
      if (reason.getErrorCode() == SQLITE_BUSY) return checked(snapshot(file));
      if (reason.getExtendedErrorCode() != SQLITE_READONLY_ROLLBACK) throw;
      SQLite::Database{place, SQLite::OPEN_READWRITE, busy_timeout}.execAndGet("SELECT count(*) FROM sqlite_schema");
      return open();
    }
  });
}

Savepoint::Savepoint(SQLite::Database& database) : database_{database} { database_.exec("SAVEPOINT step"); }

Savepoint::~Savepoint() {
  if (!is_open_) return;
  // After some errors SQLite has already rolled everything back, and the savepoint no longer exists.
  database_.tryExec("ROLLBACK TO step");
  database_.tryExec("RELEASE step");
}

void Savepoint::release() {
  database_.exec("RELEASE step");
  is_open_ = false;
}

}  // namespace gridcensus::host
