#include "host/ledger/repair.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/rows.hpp"
#include "host/ledger/statement.hpp"

#include <functional>
#include <map>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

/// A row to be taken out: what it is, and the statement that does it.
struct Damage {
  std::string record;
  std::string removal;
};

/// Looks for damaged rows, and changes nothing.
class Inspection {
 public:
  explicit Inspection(SQLite::Database& database) : database_{database} {
    look_at_sessions();
    look_at_runs();
    look("SELECT run, units, weight, checksum FROM jobs", "jobs", [](SQLite::Statement& row, const std::string& run) {
      return job_checksum(run, text_at(row, 1), row.getColumn(2).getDouble()) == text_at(row, 3);
    });
    look("SELECT run, part, units, weight, checksum FROM shares", "shares",
         [](SQLite::Statement& row, const std::string& run) {
           return share_checksum(run, text_at(row, 1), text_at(row, 2), row.getColumn(3).getDouble()) ==
                  text_at(row, 4);
         });
    look("SELECT run, session, seconds, checksum FROM efforts", "efforts",
         [this](SQLite::Statement& row, const std::string& run) {
           return effort_checksum(run, session(row, 1), row.getColumn(2).getDouble()) == text_at(row, 3);
         });
    look("SELECT run, unit, session, tally, weight, seconds, checksum FROM units", "units",
         [this](SQLite::Statement& row, const std::string& run) {
           return unit_checksum(run, row.getColumn(1).getInt64(), session(row, 2), text_at(row, 3),
                                row.getColumn(4).getDouble(), row.getColumn(5).getDouble()) == text_at(row, 6);
         });
    look(
        "SELECT r.run, r.unit, r.session, r.seconds, r.checksum, u.tally FROM recounts r LEFT JOIN units u ON u.run = "
        "r.run AND u.unit = r.unit",
        "recounts", [this](SQLite::Statement& row, const std::string& run) {
          return recount_checksum(run, row.getColumn(1).getInt64(), session(row, 2), text_at(row, 5),
                                  row.getColumn(3).getDouble()) == text_at(row, 4);
        });
    look("SELECT run, session, unit, state, message, recorded, checksum FROM failures", "failures",
         [this](SQLite::Statement& row, const std::string& run) {
           return failure_checksum(run, session(row, 1), text_at(row, 2), text_at(row, 3), text_at(row, 4),
                                   text_at(row, 5)) == text_at(row, 6);
         });
    look("SELECT run, units, total, seconds, ended, checksum, session FROM conclusions", "conclusions",
         [this](SQLite::Statement& row, const std::string& run) {
           const std::int64_t number = row.getColumn(0).getInt64();
           return ConclusionRows{
                      text_at(row, 1),
                      text_at(row, 2),
                      row.getColumn(3).getDouble(),
                      text_at(row, 4),
                      pairs_of(database_, "SELECT quantity, outcome FROM outcomes WHERE run = ? ORDER BY quantity",
                               number),
                      pairs_of(database_, "SELECT name, finding FROM findings WHERE run = ? ORDER BY name", number)}
                      .checksum(run, session(row, 6)) == text_at(row, 5);
         });
    look("SELECT run, quantity, standing, witnesses, checksum FROM standings", "standings",
         [](SQLite::Statement& row, const std::string& run) {
           return standing_checksum(run, text_at(row, 1), text_at(row, 2), text_at(row, 3)) == text_at(row, 4);
         });
    are_runs_whole_ = damage_.empty();
    look_at_documents();
  }

  const std::vector<Damage>& damage() const { return damage_; }
  bool are_runs_whole() const { return are_runs_whole_; }

 private:
  using IsSound = std::function<bool(SQLite::Statement& row, const std::string& run)>;

  void look_at_sessions() {
    SQLite::Statement row{database_, "SELECT id, checksum, " + std::string{SessionRow::columns} + " FROM sessions"};
    while (row.executeStep()) {
      const SessionRow session = session_at(row, 2);
      const std::int64_t id = row.getColumn(0).getInt64();
      if (session.checksum() == text_at(row, 1)) {
        sessions_.emplace(id, text_at(row, 1));
        continue;
      }
      // What it counted has nobody to vouch for it, and goes with it, being damaged by the session's absence.
      damage_.push_back({"session " + std::to_string(id), "DELETE FROM sessions WHERE id = " + std::to_string(id)});
    }
  }

  void look_at_runs() {
    SQLite::Statement row{database_, "SELECT id, checksum, " + std::string{RunRow::columns} + " FROM runs"};
    while (row.executeStep()) {
      const RunRow run = run_at(row, 2);
      const std::int64_t id = row.getColumn(0).getInt64();
      names_[id] = printable(run.name());
      if (run.checksum() == text_at(row, 1))
        runs_.emplace(id, run.identity_sha256);
      else
        damage_.push_back({names_[id] + ", with all its units", "DELETE FROM runs WHERE id = " + std::to_string(id)});
    }
  }

  void look_at_documents() {
    SQLite::Statement row{database_, "SELECT checksum, " + std::string{DocumentRow::columns} + " FROM documents"};
    while (row.executeStep()) {
      const DocumentRow document = document_at(row, 1);
      if (document.checksum() == text_at(row, 0)) continue;
      damage_.push_back({"the document of " + printable(document.experiment),
                         "DELETE FROM documents WHERE experiment_sha256 = " + quoted(document.experiment_sha256) +
                             " AND seed = " + quoted(document.seed)});
    }
  }

  /// Every table that `look` is asked about begins with its run; its key is the run and what follows it, if anything.
  void look(const std::string& query, const std::string& table, const IsSound& is_sound) {
    SQLite::Statement row{database_, query};
    while (row.executeStep()) {
      const std::int64_t id = row.getColumn(0).getInt64();
      const auto run = runs_.find(id);
      if (run == runs_.end()) continue;  // goes with its run
      if (is_sound(row, run->second)) continue;
      const bool is_one_a_run = table == "jobs" || table == "conclusions";
      std::string removal = "DELETE FROM " + table + " WHERE run = " + std::to_string(id);
      std::string record = "the record in " + table;
      if (!is_one_a_run) {
        const std::string key = row.getColumn(1).getName();
        removal += " AND " + key + " = " + quoted(text_at(row, 1));
        record =
            table == "units" ? "unit " + text_at(row, 1) : record + " (" + key + " " + printable(text_at(row, 1)) + ")";
      }
      damage_.push_back({record + " of " + names_.at(id), removal});
    }
  }

  /// Empty, and so no session's checksum, where there is no sound one.
  std::string session(SQLite::Statement& row, int column) const {
    const auto found = sessions_.find(row.getColumn(column).getInt64());
    return found == sessions_.end() ? "" : found->second;
  }

  static std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result.append(c == '\'' ? "''" : std::string(1, c));
    return result + "'";
  }

  SQLite::Database& database_;
  std::map<std::int64_t, std::string> sessions_;  ///< the sound ones' checksums
  std::map<std::int64_t, std::string> runs_;      ///< the sound ones' hashes
  std::map<std::int64_t, std::string> names_;
  std::vector<Damage> damage_;
  bool are_runs_whole_ = true;
};

Path free_name(const Path& file) {
  Path name = file.string() + ".damaged";
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(name, ignored); ++i) name = file.string() + ".damaged-" + std::to_string(i);
  return name;
}

}  // namespace

Repair repair_ledger(const Path& file) {
  if (!open_for_reading(file)) throw BadInput{"there is no ledger " + printable(file.string())};
  SQLite::Database database = open_for_writing(file);
  return guarded(file, [&] {
    Repair repair;
    const Inspection inspection{database};
    if (inspection.damage().empty()) return repair;
    repair.copy = free_name(file);
    std::error_code error;
    std::filesystem::copy_file(file, repair.copy, error);
    if (error) {
      throw StorageError{printable(repair.copy.string()) + " cannot be written: " + error.message() +
                         "; the ledger is as it was"};
    }
    // Units may refer to a session that goes: they go, too.
    database.exec("PRAGMA foreign_keys = OFF");
    Savepoint transaction{database};
    for (const auto& [record, removal] : inspection.damage()) {
      database.exec(removal);
      repair.records.push_back(record);
    }
    for (const char* const table : {"jobs", "shares", "efforts", "units", "recounts", "failures", "conclusions"}) {
      database.exec(std::string{"DELETE FROM "} + table + " WHERE run NOT IN (SELECT id FROM runs)");
    }
    database.exec(
        "DELETE FROM recounts WHERE NOT EXISTS (SELECT 1 FROM units u WHERE u.run = recounts.run AND u.unit = "
        "recounts.unit)");
    for (const char* const table : {"outcomes", "findings"}) {
      database.exec(std::string{"DELETE FROM "} + table + " WHERE run NOT IN (SELECT run FROM conclusions)");
    }
    // These say what the rows said. The next run makes them anew.
    if (!inspection.are_runs_whole()) database.exec("DELETE FROM documents; DELETE FROM standings");
    transaction.release();
    return repair;
  });
}

}  // namespace gridcensus::host
