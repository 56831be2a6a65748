#include "host/ledger/repair.hpp"

#include "host/ledger/damage.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/pending_file.hpp"

#include <optional>
#include <system_error>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

Path free_name(const Path& file) {
  Path name = file.string() + ".damaged";
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(name, ignored); ++i) name = file.string() + ".damaged-" + std::to_string(i);
  return name;
}

/// Removes the rows and, if they depend on the rows, all documents; the next run makes them again.
void remove(SQLite::Database& database, const LedgerDamage& damage) {
  for (const Damage& row : damage.rows) row.remove(database);
  if (!damage.are_documents_valid) database.exec("DELETE FROM documents");
}

}  // namespace

Repair repair_ledger(const Path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || !has_content(file)) throw no_ledger(file);
  SQLite::Database database = open_for_writing(file, Damaged::is_allowed);
  return guarded(file, [&] {
    Repair repair;
    std::optional<PendingFile> copy;
    Savepoint transaction{database};
    // A session may be removed before the units that refer to it.
    database.exec("PRAGMA defer_foreign_keys = ON");
    // Removing rows may leave others that depend on them.
    for (auto damage = damage_in(database); !damage.rows.empty(); damage = damage_in(database)) {
      if (!copy) copy.emplace(file.string() + ".repairing", "; the ledger is as it was").write(bytes_on_disk(database));
      for (const Damage& row : damage.rows) repair.records.push_back(row.record);
      remove(database, damage);
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
