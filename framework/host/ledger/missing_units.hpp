#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace gridcensus::host {

/// What a ledger lacks of what its parts, or an undivided run, were to count: one line for each run that has not
/// concluded and is not whole, with the units and, where they were parts, whose they are. Empty where all is there.
std::vector<std::string> missing_units(const SQLite::Database& database);

}  // namespace gridcensus::host
