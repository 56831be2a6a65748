#include "host/ledger/missing_units.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/ledger/rows.hpp"
#include "host/ledger/statement.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>

namespace gridcensus::host {

namespace {

std::optional<std::uint64_t> number_from(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// "3, 11, 19, ... (36 in all)".
std::string some_of(const std::vector<std::string>& names, std::uint64_t in_all) {
  std::string text;
  for (const auto& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return in_all > names.size() ? text + ", ... (" + std::to_string(in_all) + " in all)" : text;
}

constexpr std::size_t most_shown = 8;

/// The parts of n of which no ledger is there: "part 3/8".
std::string absent_parts(SQLite::Database& database) {
  std::set<std::string> present;
  std::set<std::uint64_t> counts;
  SQLite::Statement query{database, "SELECT DISTINCT part FROM sessions"};
  while (query.executeStep()) {
    const std::string part = text_at(query, 0);
    present.insert(part);
    if (const auto count = number_from(part.substr(part.find('/') + 1)); count && *count > 1) counts.insert(*count);
  }
  // Parts of several n may overlap as they like: then nobody can say whose a unit would have been.
  if (counts.size() != 1) return "";
  std::vector<std::string> absent;
  std::uint64_t in_all = 0;
  for (std::uint64_t number = 1; number <= *counts.begin(); ++number) {
    const std::string part = std::to_string(number) + "/" + std::to_string(*counts.begin());
    if (present.contains(part) || ++in_all > most_shown) continue;
    absent.push_back(part);
  }
  return absent.empty() ? "" : "; there is no ledger of part " + some_of(absent, in_all);
}

}  // namespace

std::vector<std::string> missing_units(SQLite::Database& database) {
  const std::string absent = absent_parts(database);
  std::vector<std::string> gaps;
  SQLite::Statement runs{database,
                         "SELECT r.id, r.configuration, r.problem, (SELECT units FROM jobs WHERE run = r.id), (SELECT "
                         "count(*) FROM shares WHERE run = r.id AND units = ?) FROM runs r WHERE r.id NOT IN (SELECT "
                         "run FROM conclusions) ORDER BY r.id"};
  runs.bind(1, std::string{left_whole});
  while (runs.executeStep()) {
    if (runs.getColumn(4).getInt64() > 0) continue;
    const std::string name = printable(text_at(runs, 1) + " on " + text_at(runs, 2));
    if (runs.getColumn(3).isNull()) {
      gaps.push_back(name + ": no part has begun it" + absent);
      continue;
    }
    const std::uint64_t units = number_from(text_at(runs, 3)).value_or(0);
    std::vector<std::string> missing;
    std::uint64_t in_all = 0;
    std::uint64_t next = 0;
    const auto skip_to = [&](std::uint64_t unit) {
      for (; next < unit && missing.size() < most_shown; ++next) missing.push_back(std::to_string(next));
    };
    SQLite::Statement stored{database, "SELECT unit FROM units WHERE run = ? ORDER BY unit"};
    stored.bind(1, runs.getColumn(0).getInt64());
    std::uint64_t found = 0;
    while (stored.executeStep()) {
      const auto unit = static_cast<std::uint64_t>(stored.getColumn(0).getInt64());
      if (unit >= units) continue;
      skip_to(unit);
      next = unit + 1;
      ++found;
    }
    skip_to(units);
    in_all = units - found;
    if (in_all == 0) continue;
    gaps.push_back(name + ": " + std::to_string(in_all) + " of " + counted(units, "unit") +
                   (in_all == 1 ? " is missing: " : " are missing: ") + some_of(missing, in_all) + absent);
  }
  return gaps;
}

}  // namespace gridcensus::host
