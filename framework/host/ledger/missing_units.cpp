#include "host/ledger/missing_units.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/ledger/statement.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace gridcensus::host {

namespace {

/// Returns "3, 11, 19, ... (36 in all)".
std::string shown_numbers(const std::vector<std::string>& names, std::uint64_t total) {
  const std::string text = join(names);
  return total > names.size() ? text + ", ... (" + std::to_string(total) + " in all)" : text;
}

constexpr std::size_t max_shown = 8;

/// Returns the parts without a ledger: "part 3/8".
std::string absent_parts(const SQLite::Database& database) {
  std::set<std::string> present;
  std::set<std::uint64_t> counts;
  SQLite::Statement query{database, "SELECT DISTINCT part FROM sessions"};
  while (query.executeStep()) {
    const std::string part = text_at(query, 0);
    present.insert(part);
    if (const auto count = number_in(part.substr(part.find('/') + 1)); count > 1) counts.insert(count);
  }
  // Parts with different n can overlap, so a missing unit belongs to no particular part.
  if (counts.size() != 1) return "";
  std::vector<std::string> absent;
  std::uint64_t total = 0;
  for (std::uint64_t number = 1; number <= *counts.begin(); ++number) {
    const std::string part = std::to_string(number) + "/" + std::to_string(*counts.begin());
    if (present.contains(part) || ++total > max_shown) continue;
    absent.push_back(part);
  }
  return absent.empty() ? "" : "; there is no ledger of part " + shown_numbers(absent, total);
}

struct MissingNumbers {
  std::vector<std::string> first;  ///< at most `max_shown`
  std::uint64_t total = 0;
};

/// Returns the numbers below `units` that are not stored for a run.
MissingNumbers missing_numbers(const SQLite::Database& database, std::int64_t run, std::uint64_t units) {
  MissingNumbers missing;
  std::uint64_t next = 0;
  const auto skip_to = [&](std::uint64_t unit) {
    missing.total += unit - next;
    for (; next < unit && missing.first.size() < max_shown; ++next) missing.first.push_back(std::to_string(next));
    next = unit;
  };
  SQLite::Statement stored{database, "SELECT unit FROM units WHERE run = ? ORDER BY unit"};
  stored.bind(1, run);
  while (stored.executeStep()) {
    const auto unit = static_cast<std::uint64_t>(stored.getColumn(0).getInt64());
    if (unit >= units) break;
    skip_to(unit);
    next = unit + 1;
  }
  skip_to(units);
  return missing;
}

}  // namespace

std::vector<std::string> missing_units(const SQLite::Database& database) {
  const std::string absent = absent_parts(database);
  std::vector<std::string> gaps;
  RowReader<RunRow> runs{
      database, "id NOT IN (SELECT run FROM conclusions) AND id NOT IN (SELECT run FROM sizes WHERE units = ?)",
      std::string{deferred_share}};
  while (const auto run = runs.next()) {
    const auto job = RowReader<SizeRow>{database, "run = ? AND part = ''", run->id}.next();
    if (!job) {
      gaps.push_back(printable(run->label()) + ": no part has started it" + absent);
      continue;
    }
    const std::uint64_t units = number_in(job->units);
    const MissingNumbers missing = missing_numbers(database, run->id, units);
    if (missing.total == 0) continue;
    gaps.push_back(printable(run->label()) + ": " + std::to_string(missing.total) + " of " + pluralise(units, "unit") +
                   (missing.total == 1 ? " is missing: " : " are missing: ") +
                   shown_numbers(missing.first, missing.total) + absent);
  }
  return gaps;
}

}  // namespace gridcensus::host
