#include "host/ledger/checked_rows.hpp"

#include "host/ledger/database.hpp"
#include "host/ledger/statement.hpp"

namespace gridcensus::host {

CheckedRows::CheckedRows(std::filesystem::path file, SQLite::Database database)
    : file_{std::move(file)}, database_{std::move(database)} {
  SQLite::Statement session{database_,
                            "SELECT id, checksum, last_write, " + std::string{SessionRow::columns} + " FROM sessions"};
  while (session.executeStep()) {
    const std::int64_t id = session.getColumn(0).getInt64();
    const SessionRow row = session_at(session, 3);
    check(text_at(session, 1), row.checksum(), "session " + std::to_string(id));
    sessions_.emplace(id, row);
    session_checksums_.emplace(id, row.checksum());
    last_writes_.emplace(id, text_at(session, 2));
  }
  SQLite::Statement run{database_, "SELECT id, checksum, " + std::string{RunRow::columns} + " FROM runs"};
  while (run.executeStep()) {
    const RunRow row = run_at(run, 2);
    check(text_at(run, 1), row.checksum(), row.name());
    runs_.emplace(run.getColumn(0).getInt64(), row);
  }
}

void CheckedRows::check(const std::string& stored, const std::string& computed, const std::string& record) const {
  if (stored != computed) throw damaged(file_, printable(record));
}

const std::string& CheckedRows::session_checksum(std::int64_t session) const {
  const auto found = session_checksums_.find(session);
  if (found == session_checksums_.end()) throw damaged(file_, "session " + std::to_string(session));
  return found->second;
}

std::optional<CheckedRows::Size> CheckedRows::job(std::int64_t run) const {
  SQLite::Statement query{database_, "SELECT units, weight, checksum FROM jobs WHERE run = ?"};
  query.bind(1, run);
  if (!query.executeStep()) return std::nullopt;
  Size size{text_at(query, 0), query.getColumn(1).getDouble(), text_at(query, 2)};
  check(size.checksum, job_checksum(hash(run), size.units, size.weight), "the size of " + runs_.at(run).name());
  return size;
}

std::map<std::string, CheckedRows::Size> CheckedRows::shares(std::int64_t run) const {
  SQLite::Statement query{database_, "SELECT part, units, weight, checksum FROM shares WHERE run = ?"};
  query.bind(1, run);
  std::map<std::string, Size> shares;
  while (query.executeStep()) {
    const std::string part = text_at(query, 0);
    const Size size{text_at(query, 1), query.getColumn(2).getDouble(), text_at(query, 3)};
    check(size.checksum, share_checksum(hash(run), part, size.units, size.weight),
          "part " + part + " of " + runs_.at(run).name());
    shares.emplace(part, size);
  }
  return shares;
}

void CheckedRows::for_each_effort(std::int64_t run,
                                  const std::function<void(std::int64_t, double, const std::string&)>& use) const {
  SQLite::Statement query{database_, "SELECT session, seconds, checksum FROM efforts WHERE run = ?"};
  query.bind(1, run);
  while (query.executeStep()) {
    const std::int64_t session = query.getColumn(0).getInt64();
    const double seconds = query.getColumn(1).getDouble();
    const std::string checksum = text_at(query, 2);
    check(checksum, effort_checksum(hash(run), session_checksum(session), seconds),
          "the time of " + runs_.at(run).name());
    use(session, seconds, checksum);
  }
}

void CheckedRows::for_each_unit(std::int64_t run, const std::function<void(const Unit&)>& use) const {
  SQLite::Statement query{
      database_, "SELECT unit, session, tally, weight, seconds, checksum FROM units WHERE run = ? ORDER BY unit"};
  query.bind(1, run);
  while (query.executeStep()) {
    const Unit unit{query.getColumn(0).getInt64(),  query.getColumn(1).getInt64(),  text_at(query, 2),
                    query.getColumn(3).getDouble(), query.getColumn(4).getDouble(), text_at(query, 5)};
    check(unit.checksum,
          unit_checksum(hash(run), unit.unit, session_checksum(unit.session), unit.tally, unit.weight, unit.seconds),
          "unit " + std::to_string(unit.unit) + " of " + runs_.at(run).name());
    use(unit);
  }
}

void CheckedRows::for_each_recount(std::int64_t run, const std::function<void(const Recount&)>& use) const {
  SQLite::Statement query{database_,
                          "SELECT r.unit, r.session, r.seconds, r.checksum, u.tally FROM recounts r JOIN units u ON "
                          "u.run = r.run AND u.unit = r.unit WHERE r.run = ? ORDER BY r.unit"};
  query.bind(1, run);
  while (query.executeStep()) {
    const Recount recount{query.getColumn(0).getInt64(), query.getColumn(1).getInt64(), query.getColumn(2).getDouble(),
                          text_at(query, 3)};
    check(recount.checksum,
          recount_checksum(hash(run), recount.unit, session_checksum(recount.session), text_at(query, 4),
                           recount.seconds),
          "the recount of unit " + std::to_string(recount.unit) + " of " + runs_.at(run).name());
    use(recount);
  }
}

std::vector<CheckedRows::Failure> CheckedRows::failures(std::int64_t run) const {
  SQLite::Statement query{
      database_,
      "SELECT session, unit, state, message, recorded, checksum FROM failures WHERE run = ? ORDER BY session"};
  query.bind(1, run);
  std::vector<Failure> failures;
  while (query.executeStep()) {
    const Failure& failure =
        failures.emplace_back(Failure{query.getColumn(0).getInt64(), text_at(query, 1), text_at(query, 2),
                                      text_at(query, 3), text_at(query, 4), text_at(query, 5)});
    check(failure.checksum,
          failure_checksum(hash(run), session_checksum(failure.session), failure.unit, failure.state, failure.message,
                           failure.recorded),
          "the failure of " + runs_.at(run).name());
  }
  return failures;
}

std::optional<CheckedRows::ConclusionRecord> CheckedRows::conclusion(std::int64_t run) const {
  SQLite::Statement query{database_,
                          "SELECT session, units, total, seconds, ended, checksum FROM conclusions WHERE run = ?"};
  query.bind(1, run);
  if (!query.executeStep()) return std::nullopt;
  ConclusionRecord record{
      {text_at(query, 1), text_at(query, 2), query.getColumn(3).getDouble(), text_at(query, 4),
       pairs_of(database_, "SELECT quantity, outcome FROM outcomes WHERE run = ? ORDER BY quantity", run),
       pairs_of(database_, "SELECT name, finding FROM findings WHERE run = ? ORDER BY name", run)},
      query.getColumn(0).getInt64(),
      text_at(query, 5)};
  check(record.checksum, record.rows.checksum(hash(run), session_checksum(record.session)),
        "the conclusion of " + runs_.at(run).name());
  return record;
}

std::map<std::string, CheckedRows::Standing> CheckedRows::standings(std::int64_t run) const {
  SQLite::Statement query{database_, "SELECT quantity, standing, witnesses, checksum FROM standings WHERE run = ?"};
  query.bind(1, run);
  std::map<std::string, Standing> standings;
  while (query.executeStep()) {
    const std::string quantity = text_at(query, 0);
    const Standing standing{text_at(query, 1), text_at(query, 2)};
    check(text_at(query, 3), standing_checksum(hash(run), quantity, standing.standing, standing.witnesses),
          "the standing of " + quantity + " of " + runs_.at(run).name());
    standings.emplace(quantity, standing);
  }
  return standings;
}

std::vector<DocumentRow> CheckedRows::documents() const {
  SQLite::Statement query{
      database_, "SELECT checksum, " + std::string{DocumentRow::columns} + " FROM documents ORDER BY recorded"};
  std::vector<DocumentRow> documents;
  while (query.executeStep()) {
    const DocumentRow& row = documents.emplace_back(document_at(query, 1));
    check(text_at(query, 0), row.checksum(), "the document of " + row.experiment);
  }
  return documents;
}

}  // namespace gridcensus::host
