#include "host/ledger/contents.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/checked_rows.hpp"
#include "host/ledger/database.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

std::size_t number_of_witnesses(const std::string& text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

LedgerContents::Run contents_of(const CheckedRows& rows, std::int64_t id, const RunRow& row) {
  LedgerContents::Run run;
  run.row = row;
  rows.for_each_effort(id, [&](std::int64_t session, double seconds, const std::string&) {
    run.seconds += seconds;
    run.sessions.push_back(session);
  });
  for (const auto& failure : rows.failures(id)) {
    run.failed = failure.state;
    run.message = failure.message;
    run.sessions.push_back(failure.session);
  }
  if (const auto found = rows.conclusion(id)) {
    try {
      run.conclusion = decode_conclusion(found->rows);
    } catch (const std::invalid_argument&) {
      throw damaged(rows.file(), "the conclusion of " + printable(row.name()));
    }
    run.sessions = {found->session};
  }
  for (const auto& [quantity, standing] : rows.standings(id)) {
    run.standings.push_back({quantity, standing.standing, number_of_witnesses(standing.witnesses)});
  }
  if (const auto job = rows.job(id)) run.job_units = job->units;
  rows.for_each_unit(id, [&](const CheckedRows::Unit&) { ++run.units; });
  rows.for_each_recount(id, [&](const CheckedRows::Recount&) { ++run.recounts; });
  return run;
}

}  // namespace

LedgerContents read_ledger(const std::filesystem::path& file) {
  auto database = open_for_reading(file);
  if (!database) throw BadInput{"there is no ledger " + printable(file.string())};
  return guarded(file, [&] {
    const CheckedRows rows{file, *std::move(database)};
    LedgerContents contents;
    contents.file = file;
    contents.sessions = rows.sessions();
    contents.documents = rows.documents();
    for (const auto& [id, session] : rows.sessions()) contents.last_writes[id] = rows.last_write(id);
    for (const auto& [id, row] : rows.runs()) contents.runs.push_back(contents_of(rows, id, row));
    return contents;
  });
}

}  // namespace gridcensus::host
