#pragma once

#include "host/base/errors.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace gridcensus::host {

/// Returns the process of this machine that holds the lock for writing a ledger; nullopt if none does, or if it cannot
/// be seen from here.
std::optional<pid_t> holder_of(const std::filesystem::path& file);

/// Returns the error for a missing ledger.
BadInput no_ledger(const std::filesystem::path& file);

/// Converts a SQLite error to a StorageError that tells the user what failed and how to fix it.
StorageError storage_error(const std::filesystem::path& file, const SQLite::Exception& error);

/// Returns the error for a record that does not match its checksum or cannot be decoded.
StorageError damaged(const std::filesystem::path& file, const std::string& record);

/// Runs `work`, and converts SQLite's exceptions to StorageErrors.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw storage_error(file, error);
  }
}

/// Creates an empty ledger in a file that no other process uses. For speed it takes no lock, keeps no journal and never
/// syncs: the caller must fsync the file.
SQLite::Database create_for_merging(const std::filesystem::path& file);

/// A transaction, or a savepoint if a transaction is already open. The destructor rolls back unless `release` was
/// called.
///
/// SQLiteCpp 3.2.1 has such a class, too, but it leaves the transaction open after rolling it back, so later writes are
/// lost.
class Savepoint {
 public:
  explicit Savepoint(SQLite::Database& database);
  ~Savepoint();
  Savepoint(const Savepoint&) = delete;
  Savepoint& operator=(const Savepoint&) = delete;
  Savepoint(Savepoint&&) = delete;
  Savepoint& operator=(Savepoint&&) = delete;

  /// Commits the writes. They are on disk if no other savepoint is open.
  void release();

 private:
  SQLite::Database& database_;
  bool is_open_ = true;
};

/// The treatment of a ledger with damaged rows (damage.hpp). Only the repair opens one.
enum class Damaged { is_refused, is_allowed };

/// Returns true if the file exists and is not empty. Refuses what cannot be a ledger before SQLite touches it, because
/// opening a FIFO would block for ever.
///
/// @throws StorageError  the path is a folder, a device, ..., or its folder does not exist.
bool has_content(const std::filesystem::path& file);

/// Opens the ledger for writing, creates it if there is none, and locks it. Checks that it is a ledger of this version,
/// that file and rows are undamaged, and that it can be written.
///
/// @throws StorageError  any of these checks fails.
SQLite::Database open_for_writing(const std::filesystem::path& file, Damaged damaged = Damaged::is_refused);

/// Returns the bytes of an open database's file as they are on disk now, whatever the connection has in its cache.
/// Opening the file again is not possible: closing it would release this process's locks.
std::string bytes_on_disk(SQLite::Database& database);

/// Opens the bytes of a database as a copy in memory.
SQLite::Database open_in_memory(const std::string& bytes);

/// Opens the ledger read-only. Returns nullopt if the file is missing or empty, and an in-memory copy if another
/// process is writing it. Writes only to roll back an interrupted transaction.
///
/// @throws StorageError  as `open_for_writing`.
std::optional<SQLite::Database> open_for_reading(const std::filesystem::path& file);

}  // namespace gridcensus::host
