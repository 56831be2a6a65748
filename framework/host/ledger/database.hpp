#pragma once

#include "host/base/errors.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace gridcensus::host {

/// Returns the error that a file is missing.
BadInput no_ledger(const std::filesystem::path& file);

/// What went wrong with a ledger file, in words of its user, with the repair.
StorageError storage_error(const std::filesystem::path& file, const SQLite::Exception& error);

/// A record that was read does not carry its checksum, or cannot be decoded.
StorageError damaged(const std::filesystem::path& file, const std::string& record);

/// Runs `work`, and turns what SQLite throws into a StorageError.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw storage_error(file, error);
  }
}

/// Makes an empty ledger in a file that is nobody else's, quickly: what is in it is on disk when the caller has seen to
/// that.
SQLite::Database create_for_merging(const std::filesystem::path& file);

/// A transaction, or a part of one where one is open already. What is not released is undone.
///
/// SQLiteCpp 3.2.1 has such a class too, but it leaves the transaction open after undoing it, and whatever is written
/// later is lost.
class Savepoint {
 public:
  explicit Savepoint(SQLite::Database& database);
  ~Savepoint();
  Savepoint(const Savepoint&) = delete;
  Savepoint& operator=(const Savepoint&) = delete;
  Savepoint(Savepoint&&) = delete;
  Savepoint& operator=(Savepoint&&) = delete;

  /// Keeps what was written; on disk if no other savepoint is open.
  void release();

 private:
  SQLite::Database& database_;
  bool is_open_ = true;
};

/// Whether a ledger is opened though rows in it are damaged (damage.hpp): only the repair does that.
enum class Damaged { is_refused, is_allowed };

/// Checks whether there is a file with something in it, and refuses what cannot be a ledger before SQLite touches it
/// (opening a FIFO would wait for ever).
///
/// @throws StorageError  the place is a folder, a device, ..., or lies in a folder that does not exist.
bool has_content(const std::filesystem::path& file);

/// Opens the ledger for writing, creates it if there is none, locks it, and checks that it is a ledger of this version,
/// that file and rows are undamaged, and that it can be written.
///
/// @throws StorageError  any of that is not so.
SQLite::Database open_for_writing(const std::filesystem::path& file, Damaged damaged = Damaged::is_refused);

/// Returns the bytes of the file of an open database as they are on disk now, whatever the connection has in its cache.
/// To open the file once more would not do: closing it would end the locks of this process.
std::string bytes_on_disk(SQLite::Database& database);

/// Opens a copy in memory of the bytes of a database.
SQLite::Database open_in_memory(const std::string& bytes);

/// Opens the ledger for reading only; nullopt where there is no file, or an empty one. An interrupted write that was
/// left in it is rolled back first, which is the one thing that this may write. Of a ledger that another process is
/// writing it gives a copy in memory.
///
/// @throws StorageError  as `open_for_writing`.
std::optional<SQLite::Database> open_for_reading(const std::filesystem::path& file);

}  // namespace gridcensus::host
