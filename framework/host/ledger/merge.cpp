#include "host/ledger/merge.hpp"

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/ledger/checked_rows.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/ledger.hpp"
#include "host/ledger/missing_units.hpp"
#include "host/ledger/pending_file.hpp"
#include "host/ledger/statement.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

std::string file_name(const Path& file) { return printable(file.string()); }

/// Refuses ledgers that do not belong together, naming the first that differs and in what.
class OneExperiment {
 public:
  void add(const CheckedRows& input) {
    for (const auto& [id, session] : input.sessions()) {
      same(input, "experiment", session.experiment + " (" + session.experiment_sha256.substr(0, 12) + ")");
      same(input, "seed", session.seed);
      same(input, "compiler or SDK", session.compiler);
      same(input, "version of gridcensus", session.version);
    }
    for (const auto& [id, run] : input.runs()) {
      same(input, "plugin for " + run.name(), run.strategy + " (" + run.plugin_sha256.substr(0, 12) + ")");
      same(input, "question in " + run.name(), run.identity);
    }
  }

 private:
  void same(const CheckedRows& input, const std::string& what, const std::string& value) {
    const auto [first, is_new] = first_.try_emplace(what, value, input.file());
    const auto& [first_value, first_file] = first->second;
    if (is_new || first_value == value) return;
    throw BadInput{fmt_difference(input.file(), first_file, what, value, first_value)};
  }

  static std::string fmt_difference(const Path& file, const Path& first_file, const std::string& what,
                                    const std::string& value, const std::string& first_value) {
    return "these ledgers do not belong together: " + file_name(file) + " has another " + printable(what) + " than " +
           file_name(first_file) + ": " + printable(value) + " and " + printable(first_value) + "; nothing was written";
  }

  std::map<std::string, std::pair<std::string, Path>> first_;
};

/// Where the rows of all inputs come together.
class Merger {
 public:
  Merger(const Path& file, std::span<const std::unique_ptr<CheckedRows>> inputs)
      : database_{create_for_merging(file)}, inputs_{inputs} {
    database_.exec("BEGIN");
    database_.exec(
        "CREATE TEMP TABLE candidates (run INTEGER, unit INTEGER, session INTEGER, seconds REAL, checksum TEXT, "
        "PRIMARY KEY (run, unit, session)) WITHOUT ROWID");
    number_sessions();
    number_runs();
    for (const auto& input : inputs) take(*input);
    database_.exec(
        "INSERT INTO recounts (run, unit, session, seconds, checksum) SELECT c.run, c.unit, c.session, c.seconds, "
        "min(c.checksum) FROM candidates c JOIN units u ON u.run = c.run AND u.unit = c.unit WHERE c.session != "
        "u.session GROUP BY c.run, c.unit");
    database_.exec("DROP TABLE candidates; COMMIT");
  }

  SQLite::Database& database() { return database_; }

  /// Lays the file out anew: its bytes then follow from what is in it, and not from how that came there.
  void finish() { database_.exec("VACUUM"); }

 private:
  /// New numbers, by what the rows say: they must not depend on the order of the inputs.
  void number_sessions() {
    std::map<std::pair<std::string, std::string>, std::pair<SessionRow, std::string>> all;  // by start and checksum
    for (const auto& input : inputs_) {
      for (const auto& [id, session] : input->sessions()) {
        auto& [row, last_write] = all[{session.started, session.checksum()}];
        row = session;
        last_write = std::max(last_write, input->last_write(id));
      }
    }
    SQLite::Statement insert{
        database_,
        "INSERT INTO sessions (experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, "
        "version, started, checksum, last_write) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    for (const auto& [key, entry] : all) {
      const auto& [row, last_write] = entry;
      execute(insert, row.experiment, row.experiment_sha256, row.seed, row.part, row.host, row.cpu, row.threads,
              row.isolation, row.compiler, row.version, row.started, key.second, last_write);
      session_number_[key.second] = database_.getLastInsertRowid();
    }
  }

  void number_runs() {
    std::map<std::pair<std::string, std::string>, RunRow> all;
    for (const auto& input : inputs_) {
      for (const auto& [id, run] : input->runs()) all.try_emplace({run.name(), run.identity_sha256}, run);
    }
    SQLite::Statement insert{
        database_,
        "INSERT INTO runs (identity_sha256, identity, configuration, problem, strategy, "
        "strategy_version, plugin_sha256, parameters, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    for (const auto& [key, row] : all) {
      execute(insert, row.identity_sha256, row.identity, row.configuration, row.problem, row.strategy,
              row.strategy_version, row.plugin_sha256, row.parameters, row.checksum());
      run_number_[row.identity_sha256] = database_.getLastInsertRowid();
    }
  }

  void take(CheckedRows& input) {
    for (const auto& [id, row] : input.runs()) {
      const Place place{input, id, row, run_number_.at(row.identity_sha256)};
      take_sizes(place);
      take_efforts(place);
      take_units(place);
      take_failures(place);
      take_conclusion(place);
    }
  }

  struct Place {
    CheckedRows& input;
    std::int64_t from;  ///< the run's number in the input
    const RunRow& run;
    std::int64_t to;  ///< and here
  };

  std::int64_t session_of(const Place& place, std::int64_t id) const {
    return session_number_.at(place.input.session_checksum(id));
  }

  [[noreturn]] static void differ(const Place& place, const std::string& what) {
    throw DifferentResult{file_name(place.input.file()) + " and another of these ledgers hold different results of " +
                          what + " of " + printable(place.run.name()) +
                          ": the strategy is not deterministic, or one of the two was miscounted; nothing was written"};
  }

  void take_sizes(const Place& place) {
    SQLite::Statement job{database_,
                          "INSERT INTO jobs (run, units, weight, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"};
    SQLite::Statement job_now{database_, "SELECT checksum FROM jobs WHERE run = ?"};
    if (const auto size = place.input.job(place.from)) {
      execute(job, place.to, size->units, size->weight, size->checksum);
      job_now.bind(1, place.to);
      if (!job_now.executeStep() || text_at(job_now, 0) != size->checksum) differ(place, "the number of units");
    }
    SQLite::Statement share{
        database_,
        "INSERT INTO shares (run, part, units, weight, checksum) VALUES (?, ?, ?, ?, ?) ON CONFLICT "
        "DO NOTHING"};
    SQLite::Statement share_now{database_, "SELECT checksum FROM shares WHERE run = ? AND part = ?"};
    for (const auto& [part, size] : place.input.shares(place.from)) {
      execute(share, place.to, part, size.units, size.weight, size.checksum);
      share_now.reset();
      share_now.bind(1, place.to);
      share_now.bind(2, part);
      if (!share_now.executeStep() || text_at(share_now, 0) != size.checksum) differ(place, "part " + part);
    }
  }

  void take_efforts(const Place& place) {
    SQLite::Statement insert{database_,
                             "INSERT INTO efforts (run, session, seconds, checksum) VALUES (?, ?, ?, ?) ON CONFLICT "
                             "(run, session) DO UPDATE SET seconds = excluded.seconds, checksum = excluded.checksum "
                             "WHERE excluded.seconds > seconds"};
    place.input.for_each_effort(place.from, [&](std::int64_t session, double seconds, const std::string& checksum) {
      execute(insert, place.to, session_of(place, session), seconds, checksum);
    });
  }

  void take_units(const Place& place) {
    SQLite::Statement insert{
        database_,
        "INSERT INTO units (run, unit, session, tally, weight, seconds, checksum) VALUES (?, ?, ?, "
        "?, ?, ?, ?) ON CONFLICT DO NOTHING"};
    SQLite::Statement stored{database_,
                             "SELECT session, tally, weight, seconds, checksum FROM units WHERE run = ? AND unit = ?"};
    SQLite::Statement replace{database_,
                              "UPDATE units SET session = ?, weight = ?, seconds = ?, checksum = ? WHERE run = ? AND "
                              "unit = ?"};
    SQLite::Statement candidate{database_,
                                "INSERT INTO candidates (run, unit, session, seconds, checksum) VALUES (?, ?, ?, ?, ?) "
                                "ON CONFLICT DO NOTHING"};
    const auto add_candidate = [&](std::int64_t unit, std::int64_t session, const std::string& session_checksum,
                                   const std::string& tally, double seconds) {
      execute(candidate, place.to, unit, session, seconds,
              recount_checksum(place.run.identity_sha256, unit, session_checksum, tally, seconds));
    };
    place.input.for_each_unit(place.from, [&](const CheckedRows::Unit& unit) {
      const std::int64_t session = session_of(place, unit.session);
      execute(insert, place.to, unit.unit, session, unit.tally, unit.weight, unit.seconds, unit.checksum);
      if (database_.getChanges() == 1) return;
      stored.reset();
      stored.bind(1, place.to);
      stored.bind(2, unit.unit);
      stored.executeStep();
      if (text_at(stored, 1) != unit.tally) differ(place, "unit " + std::to_string(unit.unit));
      const std::int64_t stored_session = stored.getColumn(0).getInt64();
      if (stored_session == session) return;
      // Two sessions counted it. Which row stays must not depend on which came first.
      const std::string stored_checksum = text_at(stored, 4);
      if (unit.checksum < stored_checksum) {
        add_candidate(unit.unit, stored_session, checksum_of_session(stored_session), unit.tally,
                      stored.getColumn(3).getDouble());
        stored.reset();
        execute(replace, session, unit.weight, unit.seconds, unit.checksum, place.to, unit.unit);
      } else {
        add_candidate(unit.unit, session, place.input.session_checksum(unit.session), unit.tally, unit.seconds);
      }
    });
    place.input.for_each_recount(place.from, [&](const CheckedRows::Recount& recount) {
      execute(candidate, place.to, recount.unit, session_of(place, recount.session), recount.seconds, recount.checksum);
    });
  }

  void take_failures(const Place& place) {
    SQLite::Statement insert{database_,
                             "INSERT INTO failures (run, session, unit, state, message, recorded, checksum) VALUES (?, "
                             "?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"};
    for (const auto& failure : place.input.failures(place.from)) {
      execute(insert, place.to, session_of(place, failure.session), failure.unit, failure.state, failure.message,
              failure.recorded, failure.checksum);
    }
  }

  void take_conclusion(const Place& place) {
    const auto found = place.input.conclusion(place.from);
    if (!found) return;
    const auto& [rows, session, checksum] = *found;
    auto& kept = conclusions_[place.to];
    if (kept) {
      if (kept->rows.units != rows.units || kept->rows.total != rows.total || kept->rows.outcomes != rows.outcomes ||
          kept->rows.findings != rows.findings) {
        differ(place, "the conclusion");
      }
      if (kept->checksum <= checksum) return;
    }
    kept = found;
    SQLite::Statement remove{database_, "DELETE FROM conclusions WHERE run = ?"};
    execute(remove, place.to);
    SQLite::Statement insert{
        database_,
        "INSERT INTO conclusions (run, session, units, total, seconds, ended, checksum) VALUES (?, "
        "?, ?, ?, ?, ?, ?)"};
    execute(insert, place.to, session_of(place, session), rows.units, rows.total, rows.seconds, rows.ended, checksum);
    SQLite::Statement outcome{database_, "INSERT INTO outcomes (run, quantity, outcome) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.outcomes) execute(outcome, place.to, name, text);
    SQLite::Statement finding{database_, "INSERT INTO findings (run, name, finding) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.findings) execute(finding, place.to, name, text);
  }

  std::string checksum_of_session(std::int64_t number) const {
    const auto found = std::ranges::find(session_number_, number, [](const auto& entry) { return entry.second; });
    return found->first;
  }

  SQLite::Database database_;
  std::span<const std::unique_ptr<CheckedRows>> inputs_;
  std::map<std::string, std::int64_t> session_number_;  ///< by checksum
  std::map<std::string, std::int64_t> run_number_;      ///< by hash of the identity
  std::map<std::int64_t, std::optional<CheckedRows::ConclusionRecord>> conclusions_;
};

std::uint64_t count_of(SQLite::Database& database, const std::string& table) {
  return static_cast<std::uint64_t>(database.execAndGet("SELECT count(*) FROM " + table).getInt64());
}

}  // namespace

MissingUnits::MissingUnits(std::vector<std::string> gaps)
    : std::runtime_error{"units are missing"}, gaps_{std::move(gaps)} {}

Merged merge_ledgers(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output,
                     bool allow_gaps) {
  std::vector<std::unique_ptr<CheckedRows>> opened;
  std::set<Path> seen;
  const auto open = [&](const Path& file) {
    auto database = open_for_reading(file);
    if (!database) return false;
    std::error_code ignored;
    if (seen.insert(std::filesystem::weakly_canonical(file, ignored)).second) {
      opened.push_back(std::make_unique<CheckedRows>(file, *std::move(database)));
    }
    return true;
  };
  for (const auto& file : inputs) {
    if (!open(file)) throw BadInput{"there is no ledger " + file_name(file)};
  }
  PendingFile pending{output.string() + ".merging"};
  open(output);
  OneExperiment experiment;
  for (const auto& input : opened) guarded(input->file(), [&] { experiment.add(*input); });
  return guarded(pending.file(), [&] {
    Merged merged;
    {
      Merger merger{pending.file(), opened};
      merged = {.ledgers = opened.size(),
                .runs = count_of(merger.database(), "runs"),
                .units = count_of(merger.database(), "units"),
                .recounts = count_of(merger.database(), "recounts"),
                .gaps = missing_units(merger.database())};
      if (!merged.gaps.empty() && !allow_gaps) throw MissingUnits{merged.gaps};
      merger.finish();
    }
    // Closed before it is replaced: its locks must not outlive its name.
    opened.clear();
    pending.rename_to(output);
    pending.keep();
    return merged;
  });
}

}  // namespace gridcensus::host
