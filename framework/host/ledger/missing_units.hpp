#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns one line for each run that has not concluded and lacks units that its parts, or an undivided run, were to
/// count. The line lists the units and the parts that they belong to. Empty if no unit is missing.
std::vector<std::string> missing_units(const SQLite::Database& database);

}  // namespace gridcensus::host
