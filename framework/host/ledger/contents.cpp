#include "host/ledger/contents.hpp"

#include "host/ledger/checked_rows.hpp"

#include <algorithm>
#include <charconv>

namespace gridcensus::host {

namespace {

std::size_t number_of_witnesses(const std::string& text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

LedgerContents::Run contents_of(const CheckedRows& rows, const RunRow& row) {
  LedgerContents::Run run;
  run.row = row;
  rows.for_each_of<EffortRow>(row.id, [&](const EffortRow& effort) {
    run.seconds += effort.seconds;
    run.sessions.push_back(effort.session.id);
  });
  rows.for_each_of<FailureRow>(row.id, [&](const FailureRow& failure) {
    run.failed = failure.state;
    run.message = failure.message;
    run.sessions.push_back(failure.session.id);
  });
  if (const auto conclusion = rows.find<ConclusionRow>("run = ?", row.id)) {
    run.conclusion = rows.decode(*conclusion);
    run.sessions = {conclusion->session.id};
  }
  rows.for_each_of<StandingRow>(row.id, [&](const StandingRow& standing) {
    run.standings.push_back({standing.quantity, standing.standing, number_of_witnesses(standing.witnesses)});
  });
  if (const auto job = rows.find<JobRow>("run = ?", row.id)) run.job_units = job->units;
  rows.for_each_of<UnitRow>(row.id, [&](const UnitRow&) { ++run.units; });
  rows.for_each_of<RecountRow>(row.id, [&](const RecountRow&) { ++run.recounts; });
  return run;
}

}  // namespace

LedgerContents read_ledger(const std::filesystem::path& file) {
  const CheckedRows rows = open_ledger(file);
  return guarded(file, [&] {
    LedgerContents contents;
    contents.file = file;
    rows.for_each<SessionRow>([&](const SessionRow& session) { contents.sessions[session.id] = session; });
    rows.for_each<RunRow>([&](const RunRow& run) { contents.runs.push_back(contents_of(rows, run)); });
    rows.for_each<DocumentRow>([&](const DocumentRow& document) { contents.documents.push_back(document); });
    std::ranges::stable_sort(contents.documents, {}, &DocumentRow::recorded);
    return contents;
  });
}

}  // namespace gridcensus::host
