#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace gridcensus::host {

/// Something in a ledger that is to be taken out.
struct Damage {
  std::string record;   ///< what it is, for people
  std::string removal;  ///< the statement that takes it out
};

/// What is damaged in a ledger.
struct AllDamage {
  std::vector<Damage> rows;
  std::string flaw;            ///< of each of them, to be put behind its name
  bool are_runs_whole = true;  ///< whether no documents rest on the rows
};

/// Returns the rows that do not match their checksums. If all of them do, it returns those that rest on missing ones:
/// rows of a run or a conclusion that is not there, and conclusions from units that are not all there.
///
/// @cost  reads everything, and computes a SHA-256 of each row
AllDamage damage_in(const SQLite::Database& database);

}  // namespace gridcensus::host
