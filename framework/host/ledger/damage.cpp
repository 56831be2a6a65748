#include "host/ledger/damage.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/ledger/rows.hpp"
#include "host/ledger/statement.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace {

/// Looks for rows that do not match their checksums, and changes nothing.
class Inspection {
 public:
  explicit Inspection(const SQLite::Database& database) : database_{database} {
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

  std::vector<Damage> take_damage() { return std::move(damage_); }
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
      // What it counted rests on the session, and goes with it.
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
      std::string record = name_of_row(table, text_at(row, 1)) + " of " + names_.at(id);
      std::string removal = "DELETE FROM " + table + " WHERE run = " + std::to_string(id);
      const bool is_one_a_run = table == "jobs" || table == "conclusions";
      if (!is_one_a_run) removal += " AND " + std::string{row.getColumn(1).getName()} + " = " + quoted(text_at(row, 1));
      damage_.push_back({std::move(record), std::move(removal)});
    }
  }

  static std::string name_of_row(const std::string& table, const std::string& key) {
    if (table == "jobs") return "the size";
    if (table == "shares") return "part " + printable(key);
    if (table == "efforts") return "the time";
    if (table == "units") return "unit " + key;
    if (table == "recounts") return "the recount of unit " + key;
    if (table == "failures") return "the failure";
    if (table == "conclusions") return "the conclusion";
    return "the standing of " + printable(key);
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

  const SQLite::Database& database_;
  std::map<std::int64_t, std::string> sessions_;  ///< the sound ones' checksums
  std::map<std::int64_t, std::string> runs_;      ///< the sound ones' hashes
  std::map<std::int64_t, std::string> names_;
  std::vector<Damage> damage_;
  bool are_runs_whole_ = true;
};

constexpr const char* no_run = "run NOT IN (SELECT id FROM runs)";
constexpr const char* no_conclusion = "run NOT IN (SELECT run FROM conclusions)";

/// Rows of a table, and what they rest on. Of what is missing else, a session or the unit of a recount, the checksum
/// tells.
struct Rule {
  const char* table;
  const char* lacks;     ///< the condition under which it is missing
  const char* rests_on;  ///< for people
};

constexpr std::array rules{
    Rule{"jobs", no_run, "run"},
    Rule{"shares", no_run, "run"},
    Rule{"efforts", no_run, "run"},
    Rule{"units", no_run, "run"},
    Rule{"recounts", no_run, "run"},
    Rule{"failures", no_run, "run"},
    Rule{"conclusions", no_run, "run"},
    Rule{"outcomes", no_conclusion, "conclusion"},
    Rule{"findings", no_conclusion, "conclusion"},
    Rule{"standings", no_conclusion, "conclusion"},
    Rule{"standings", "NOT EXISTS (SELECT 1 FROM documents)", "results document"},
};

/// The units of a conclusion are numbered from 0.
constexpr const char* lacks_units =
    "NOT EXISTS (SELECT 1 FROM jobs j WHERE j.run = conclusions.run) OR (SELECT count(*) FROM units u WHERE u.run = "
    "conclusions.run AND u.unit < CAST(conclusions.units AS INTEGER)) < CAST(conclusions.units AS INTEGER)";

/// Returns what rests on rows that are missing.
std::vector<Damage> orphans(const SQLite::Database& database) {
  std::vector<Damage> found;
  for (const auto& [table, lacks, rests_on] : rules) {
    const std::string condition = std::string{table} + " WHERE " + lacks;
    SQLite::Statement query{database, "SELECT count(*) FROM " + condition};
    query.executeStep();
    const auto rows = static_cast<std::uint64_t>(query.getColumn(0).getInt64());
    if (rows == 0) continue;
    found.push_back({counted(rows, "row") + " of " + table + " without " + rests_on, "DELETE FROM " + condition});
  }
  SQLite::Statement query{database, "SELECT run, configuration, problem FROM conclusions JOIN runs ON id = run WHERE " +
                                        std::string{lacks_units}};
  while (query.executeStep()) {
    found.push_back(
        {"the conclusion of " + printable(text_at(query, 1) + " on " + text_at(query, 2)) + " without all of its units",
         "DELETE FROM conclusions WHERE run = " + text_at(query, 0)});
  }
  return found;
}

}  // namespace

AllDamage damage_in(const SQLite::Database& database) {
  Inspection inspection{database};
  if (auto rows = inspection.take_damage(); !rows.empty()) {
    return {std::move(rows), " does not match its checksum", inspection.are_runs_whole()};
  }
  auto rows = orphans(database);
  const bool are_runs_whole = rows.empty();
  return {std::move(rows), "", are_runs_whole};
}

}  // namespace gridcensus::host
