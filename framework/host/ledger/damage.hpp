#pragma once

#include <SQLiteCpp/Database.h>

#include <functional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A row of a ledger, or several of a table, to be taken out.
struct Damage {
  std::string record;  ///< for messages
  std::function<void(const SQLite::Database&)> remove;
};

/// The damage of a ledger.
struct AllDamage {
  std::vector<Damage> rows;
  std::string flaw;            ///< of each of them, to be put behind its name
  bool are_runs_whole = true;  ///< whether no documents rest on the rows
};

/// Returns the rows that do not match their checksums. If all of them do, it returns those that rest on missing ones:
/// rows of a run or a conclusion that is missing, and conclusions from units that are not all there.
///
/// @cost  reads everything, and computes a SHA-256 of each row
AllDamage damage_in(const SQLite::Database& database);

}  // namespace gridcensus::host
