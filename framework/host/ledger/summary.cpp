#include "host/ledger/summary.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/checked_rows.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>

namespace gridcensus::host {

namespace {

/// Seconds since 1970 of a time in UTC, with or without a fraction; 0 where it is none.
double seconds_of(const std::string& time) {
  std::tm parts{};
  const char* const rest = ::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr) return 0;
  double fraction = 0;
  std::from_chars(rest, time.data() + time.size(), fraction);
  return static_cast<double>(::timegm(&parts)) + fraction;
}

std::uint64_t number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

}  // namespace

LedgerSummary summarize_ledger(const std::filesystem::path& file) {
  auto database = open_for_reading(file);
  if (!database) throw BadInput{"there is no ledger " + printable(file.string())};
  return guarded(file, [&] {
    const CheckedRows rows{file, *std::move(database)};
    LedgerSummary summary{file, {}, {}};
    const double now = seconds_of(now_in_utc());
    for (const auto& [id, session] : rows.sessions()) {
      const std::string& last_write = rows.last_write(id);
      const double last = seconds_of(last_write);
      summary.sessions[id] = {session.part,    session.host, session.threads,
                              session.started, last_write,   std::max(0.0, last - seconds_of(session.started)),
                              now - last};
    }
    for (const auto& [id, row] : rows.runs()) {
      auto& run = summary.runs.emplace_back();
      run.identity_sha256 = row.identity_sha256;
      run.name = row.name();
      if (const auto size = rows.job(id)) run.job = {number(size->units), size->weight, 0};
      for (const auto& [part, size] : rows.shares(id)) {
        run.is_left_whole = run.is_left_whole || size.units == left_whole;
        run.shares[part] = {number(size.units), size.weight, 0};
      }
      rows.for_each_unit(id, [&run](const CheckedRows::Unit& unit) {
        run.done.push_back(static_cast<std::uint64_t>(unit.unit));
        auto& work = run.by_session[unit.session];
        ++work.units;
        work.weight += unit.weight;
        work.seconds += unit.seconds;
      });
      rows.for_each_recount(id, [&run](const CheckedRows::Recount&) { ++run.recounts; });
      for (const auto& failure : rows.failures(id)) {
        run.failures.push_back({failure.unit, failure.state, failure.message});
      }
      run.is_concluded = rows.conclusion(id).has_value();
    }
    return summary;
  });
}

}  // namespace gridcensus::host
