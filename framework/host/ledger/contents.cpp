#include "host/ledger/contents.hpp"

#include "host/ledger/checked_rows.hpp"
#include "host/ledger/fields.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the seconds since 1970 of a time in UTC, with or without a fraction; 0 if it is malformed.
double seconds_of(const std::string& time) {
  std::tm parts{};
  const char* const rest = ::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr) return 0;
  double fraction = 0;
  std::from_chars(rest, time.data() + time.size(), fraction);
  return static_cast<double>(::timegm(&parts)) + fraction;
}

LedgerContents::Session contents_of(const SessionRow& session, double now) {
  const double last = seconds_of(session.last_write);
  return {session, std::max(0.0, last - seconds_of(session.started)), now - last};
}

void read_work(const CheckedRows& rows, LedgerContents::Run& run) {
  const std::int64_t id = run.row.id;
  rows.for_each_of<SizeRow>(id, [&](const SizeRow& size) {
    const LedgerContents::Work work{number_in(size.units), size.weight, 0};
    run.is_deferred = run.is_deferred || size.units == deferred_share;
    if (size.part.empty())
      run.job = work;
    else
      run.shares[size.part] = work;
  });
  rows.for_each_of<UnitRow>(id, [&](const UnitRow& unit) {
    run.done.push_back(static_cast<std::uint64_t>(unit.unit));
    auto& work = run.by_session[unit.session.id];
    ++work.units;
    work.weight += unit.weight;
    work.seconds += unit.seconds;
  });
  rows.for_each_of<RecountRow>(id, [&](const RecountRow&) { ++run.recounts; });
}

void read_results(const CheckedRows& rows, LedgerContents::Run& run) {
  const std::int64_t id = run.row.id;
  rows.for_each_of<EffortRow>(id, [&](const EffortRow& effort) {
    run.seconds += effort.seconds;
    run.sessions.push_back(effort.session.id);
  });
  rows.for_each_of<FailureRow>(id, [&](const FailureRow& failure) {
    run.failures.push_back(failure);
    run.sessions.push_back(failure.session.id);
  });
  if (const auto conclusion = rows.find<ConclusionRow>("run = ?", id)) {
    run.conclusion = rows.decode(*conclusion);
    run.sessions = {conclusion->session.id};
  }
}

}  // namespace

std::optional<LedgerContents> find_ledger(const std::filesystem::path& file) {
  // Asked first: a process that ends in between has stored what is then read.
  const auto holder = holder_of(file);
  auto database = open_for_reading(file);
  if (!database) return std::nullopt;
  const CheckedRows rows{file, *std::move(database)};
  return guarded(file, [&] {
    LedgerContents contents;
    contents.file = file;
    contents.holder = holder;
    const double now = seconds_of(now_in_utc());
    rows.for_each<SessionRow>(
        [&](const SessionRow& session) { contents.sessions.emplace(session.id, contents_of(session, now)); });
    rows.for_each<RunRow>([&](const RunRow& row) {
      auto& run = contents.runs.emplace_back();
      run.row = row;
      read_work(rows, run);
      read_results(rows, run);
    });
    rows.for_each<DocumentRow>([&](const DocumentRow& document) { contents.documents.push_back(document); });
    std::ranges::stable_sort(contents.documents, {}, &DocumentRow::recorded);
    return contents;
  });
}

LedgerContents read_ledger(const std::filesystem::path& file) {
  auto contents = find_ledger(file);
  if (!contents) throw no_ledger(file);
  return *std::move(contents);
}

}  // namespace gridcensus::host
