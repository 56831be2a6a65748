#include "host/ledger/summary.hpp"

#include "host/ledger/checked_rows.hpp"
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

LedgerSummary::Session summary_of(const SessionRow& session, double now) {
  const double last = seconds_of(session.last_write);
  return {session, std::max(0.0, last - seconds_of(session.started)), now - last};
}

LedgerSummary::Run summary_of(const CheckedRows& rows, const RunRow& row) {
  LedgerSummary::Run run;
  run.identity_sha256 = row.identity_sha256;
  run.name = row.label();
  if (const auto job = rows.find<JobRow>("run = ?", row.id)) run.job = {number(job->units), job->weight, 0};
  rows.for_each_of<ShareRow>(row.id, [&](const ShareRow& share) {
    run.is_left_whole = run.is_left_whole || share.units == left_whole;
    run.shares[share.part] = {number(share.units), share.weight, 0};
  });
  rows.for_each_of<UnitRow>(row.id, [&](const UnitRow& unit) {
    run.done.push_back(static_cast<std::uint64_t>(unit.unit));
    auto& work = run.by_session[unit.session.id];
    ++work.units;
    work.weight += unit.weight;
    work.seconds += unit.seconds;
  });
  rows.for_each_of<RecountRow>(row.id, [&](const RecountRow&) { ++run.recounts; });
  rows.for_each_of<FailureRow>(row.id, [&](const FailureRow& failure) { run.failures.push_back(failure); });
  run.is_concluded = rows.find<ConclusionRow>("run = ?", row.id).has_value();
  return run;
}

}  // namespace

LedgerSummary summarize_ledger(const std::filesystem::path& file) {
  const CheckedRows rows = open_ledger(file);
  return guarded(file, [&] {
    LedgerSummary summary{file, {}, {}};
    const double now = seconds_of(now_in_utc());
    rows.for_each<SessionRow>(
        [&](const SessionRow& session) { summary.sessions.emplace(session.id, summary_of(session, now)); });
    rows.for_each<RunRow>([&](const RunRow& run) { summary.runs.push_back(summary_of(rows, run)); });
    return summary;
  });
}

}  // namespace gridcensus::host
