#pragma once

#include <SQLiteCpp/Database.h>

#include <functional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// One or several damaged rows of one table, and how to remove them.
struct Damage {
  std::string record;  ///< for messages
  std::function<void(const SQLite::Database&)> remove;
};

/// All damage found in a ledger.
struct LedgerDamage {
  std::vector<Damage> rows;
  std::string description;          ///< of the damage of each row, printed after the row's name
  bool are_documents_valid = true;  ///< no document depends on the damaged rows
};

/// Returns the rows that do not match their checksums. If all match, returns the rows that depend on missing ones: rows
/// of a missing run or conclusion, and conclusions from units that are not all there.
///
/// @cost  reads everything, and computes a SHA-256 of each row
LedgerDamage damage_in(const SQLite::Database& database);

}  // namespace gridcensus::host
