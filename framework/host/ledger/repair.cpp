#include "host/ledger/repair.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/damage.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/pending_file.hpp"

#include <optional>
#include <system_error>
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

}  // namespace

Repair repair_ledger(const Path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || !has_content(file)) {
    throw BadInput{"there is no ledger " + printable(file.string())};
  }
  SQLite::Database database = open_for_writing(file, Damaged::is_allowed);
  return guarded(file, [&] {
    Repair repair;
    std::optional<PendingFile> copy;
    Savepoint transaction{database};
    // A session may go before the units that refer to it.
    database.exec("PRAGMA defer_foreign_keys = ON");
    // What is taken out may leave other rows without what they rest on.
    for (auto damage = damage_in(database); !damage.rows.empty(); damage = damage_in(database)) {
      if (!copy) copy.emplace(file.string() + ".repairing", "; the ledger is as it was").write(bytes_on_disk(database));
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
