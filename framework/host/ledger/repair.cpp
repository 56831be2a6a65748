#include "host/ledger/repair.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/damage.hpp"
#include "host/ledger/database.hpp"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

Path free_name(const Path& file) {
  Path name = file.string() + ".damaged";
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(name, ignored); ++i) name = file.string() + ".damaged-" + std::to_string(i);
  return name;
}

/// The ledger as it was, in a file beside it. Until it is complete it has another name, which the next repair uses
/// again if this one is killed. Without `keep` nothing of it stays.
class Copy {
 public:
  explicit Copy(const Path& ledger)
      : file_{ledger.string() + ".repairing"},
        descriptor_{::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)} {
    if (descriptor_ < 0) fail();
  }
  ~Copy() {
    ::close(descriptor_);
    if (!is_kept_) ::unlink(file_.c_str());
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  Copy(Copy&&) = delete;
  Copy& operator=(Copy&&) = delete;

  const Path& file() const { return file_; }

  void write(const std::string& bytes) const {
    for (std::size_t written = 0; written < bytes.size();) {
      const auto step = ::write(descriptor_, bytes.data() + written, bytes.size() - written);
      if (step < 0 && errno == EINTR) continue;
      if (step < 0) fail();
      written += static_cast<std::size_t>(step);
    }
    if (::fsync(descriptor_) != 0) fail();
  }
  void rename_to(const Path& name) {
    if (::rename(file_.c_str(), name.c_str()) != 0) fail();
    file_ = name;
  }
  void keep() { is_kept_ = true; }

 private:
  [[noreturn]] void fail() const {
    throw StorageError{printable(file_.string()) + " cannot be written: " + std::generic_category().message(errno) +
                       "; the ledger is as it was"};
  }

  Path file_;
  int descriptor_;
  bool is_kept_ = false;
};

}  // namespace

Repair repair_ledger(const Path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || !has_content(file)) {
    throw BadInput{"there is no ledger " + printable(file.string())};
  }
  SQLite::Database database = open_for_writing(file, Damaged::is_allowed);
  return guarded(file, [&] {
    Repair repair;
    std::optional<Copy> copy;
    Savepoint transaction{database};
    // A session may go before the units that refer to it.
    database.exec("PRAGMA defer_foreign_keys = ON");
    // What is taken out may leave other rows without what they rest on.
    for (auto damage = damage_in(database); !damage.rows.empty(); damage = damage_in(database)) {
      if (!copy) copy.emplace(file).write(bytes_on_disk(database));
      for (const auto& [record, removal] : damage.rows) {
        database.exec(removal);
        repair.records.push_back(record);
      }
      // These say what the rows said. The next run makes them anew.
      if (!damage.are_runs_whole) database.exec("DELETE FROM documents");
      database.exec("DELETE FROM standings");
    }
    if (!copy) return repair;
    copy->rename_to(free_name(file));
    transaction.release();
    copy->keep();
    repair.copy = copy->file();
    return repair;
  });
}

}  // namespace gridcensus::host
