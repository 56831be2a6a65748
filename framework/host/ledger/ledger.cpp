#include "host/ledger/ledger.hpp"

#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/base/sha256.hpp"
#include "host/ledger/database.hpp"
#include "host/ledger/fields.hpp"
#include "host/ledger/rows.hpp"
#include "host/ledger/statement.hpp"
#include "host/records/records.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gridcensus::host {

Conclusion decode_conclusion(const ConclusionRows& rows) {
  Conclusion conclusion;
  const auto units = parse_integer(rows.units);
  if (!units || *units < 0 || *units > std::numeric_limits<std::uint64_t>::max()) {
    throw std::invalid_argument{"not a number of units"};
  }
  conclusion.units = units->convert_to<std::uint64_t>();
  conclusion.seconds = rows.seconds;
  for (const auto& [name, text] : rows.outcomes) {
    const auto quantity = stored_quantity(name);
    if (!quantity) throw std::invalid_argument{"not the name of a quantity"};
    conclusion.outcomes.emplace(*quantity, decode_outcome(text));
  }
  for (const auto& [name, text] : rows.findings) conclusion.findings.emplace(name, decode_finding(text));
  conclusion.total = decode_tally(rows.total);
  return conclusion;
}

bool Conclusion::has_values() const {
  return std::ranges::none_of(outcomes,
                              [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
}

struct Ledger::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::optional<SessionRow> session;  ///< none where the ledger is only looked at
  std::string session_checksum;
  std::recursive_mutex mutex;  // `together` holds it while its parts take it again
  struct stat left {};         ///< which file it is that is open, and when it was written last
  int writes_in_progress = 0;

  State(std::filesystem::path path, SQLite::Database connection, std::optional<SessionRow> own)
      : file{std::move(path)}, database{std::move(connection)}, session{std::move(own)} {
    if (session) session_checksum = session->checksum();
    ::stat(file.c_str(), &left);
  }

  /// Runs `work` alone, with SQLite's errors as StorageErrors.
  template <class Work>
  auto locked(Work work) {
    const std::scoped_lock lock{mutex};
    return guarded(file, work);
  }

  /// Sees to it that the file is as the last write left it before this one begins.
  class Write {
   public:
    explicit Write(State& state) : state_{state} {
      if (state_.writes_in_progress == 0) state_.check_is_as_left();
      ++state_.writes_in_progress;
    }
    ~Write() {
      if (--state_.writes_in_progress == 0) ::stat(state_.file.c_str(), &state_.left);
    }
    Write(const Write&) = delete;
    Write& operator=(const Write&) = delete;
    Write(Write&&) = delete;
    Write& operator=(Write&&) = delete;

   private:
    State& state_;
  };

  /// The same as one transaction, all or nothing.
  template <class Work>
  auto written(Work work) {
    return locked([&] {
      const Write write{*this};
      Savepoint transaction{database};
      if constexpr (std::is_void_v<decltype(work())>) {
        work();
        transaction.release();
      } else {
        auto result = work();
        transaction.release();
        return result;
      }
    });
  }

  /// SQLite continues to write to a file that has been removed or replaced, where no other process would find it, and
  /// writes its pages between those of a file that was written over.
  void check_is_as_left() {
    struct stat now {};
    const auto fail = [this](const char* what) {
      throw StorageError{"ledger " + printable(file.string()) + " was " + what +
                         " while it was in use: put it back, or run again to count anew; what was counted since is not "
                         "kept"};
    };
    const bool is_there = ::stat(file.c_str(), &now) == 0 && now.st_dev == left.st_dev && now.st_ino == left.st_ino;
    if (!is_there) fail("removed, renamed or replaced");
    const bool is_as_it_was = now.st_size == left.st_size && now.st_mtim.tv_sec == left.st_mtim.tv_sec &&
                              now.st_mtim.tv_nsec == left.st_mtim.tv_nsec;
    // These alone prove nothing: some file systems round times after a while.
    if (!is_as_it_was && !has_last_write_on_disk()) fail("written over");
  }

  bool has_last_write_on_disk() {
    try {
      const std::string bytes = bytes_on_disk(database);
      if (bytes.empty()) return false;
      SQLite::Database on_disk = open_in_memory(bytes);
      if (on_disk.execAndGet("PRAGMA integrity_check(1)").getString() != "ok") return false;
      return last_write_in(on_disk) == last_write_in(database);
    } catch (const SQLite::Exception&) {
      return false;  // it is no database any more
    }
  }

  /// The time of this session's last write; empty before the first.
  std::string last_write_in(const SQLite::Database& ledger) const {
    SQLite::Statement query{ledger, "SELECT last_write FROM sessions WHERE checksum = ?"};
    query.bind(1, session_checksum);
    return query.executeStep() ? text_at(query, 0) : "";
  }

  std::string name_of(RunKey run) const {
    SQLite::Statement query{database, "SELECT configuration, problem FROM runs WHERE id = ?"};
    query.bind(1, run);
    if (!query.executeStep()) return "run " + std::to_string(run);
    return "run " + printable(text_at(query, 0)) + " on " + printable(text_at(query, 1));
  }

  /// The run's part of every checksum.
  ///
  /// @throws std::out_of_range  there is no such run.
  std::string identity_hash(RunKey run) const {
    SQLite::Statement query{database, "SELECT identity_sha256 FROM runs WHERE id = ?"};
    query.bind(1, run);
    if (!query.executeStep()) throw std::out_of_range{"the ledger has no run " + std::to_string(run)};
    return text_at(query, 0);
  }

  std::optional<RunKey> find(const std::string& identity) const {
    SQLite::Statement query{
        database, "SELECT id, checksum, " + std::string{RunRow::columns} + " FROM runs WHERE identity_sha256 = ?"};
    query.bind(1, sha256_of(identity));
    if (!query.executeStep()) return std::nullopt;
    const RunRow row = run_at(query, 2);
    const RunKey run = query.getColumn(0).getInt64();
    if (text_at(query, 1) != row.checksum() || row.identity != identity) throw damaged(file, name_of(run));
    return run;
  }

  RunKey create(const Provenance& p) const {
    const RunRow row{sha256_of(p.identity), p.identity,      p.configuration, p.problem, p.strategy,
                     p.strategy_version,    p.plugin_sha256, p.parameters};
    SQLite::Statement insert{
        database,
        "INSERT INTO runs (identity_sha256, identity, configuration, problem, strategy, "
        "strategy_version, plugin_sha256, parameters, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    execute(insert, row.identity_sha256, row.identity, row.configuration, row.problem, row.strategy,
            row.strategy_version, row.plugin_sha256, row.parameters, row.checksum());
    return database.getLastInsertRowid();
  }

  /// This session's row, made where it is not there yet; its time is that of the last write.
  std::int64_t session_row() const {
    if (!session) throw StorageError{"ledger " + printable(file.string()) + " is open for reading only"};
    const SessionRow& row = *session;
    const std::string now = now_in_utc();
    SQLite::Statement insert{
        database,
        "INSERT INTO sessions (experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, "
        "version, started, checksum, last_write) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (checksum) DO UPDATE SET last_write = excluded.last_write"};
    execute(insert, row.experiment, row.experiment_sha256, row.seed, row.part, row.host, row.cpu, row.threads,
            row.isolation, row.compiler, row.version, row.started, session_checksum, now);
    SQLite::Statement query{database, "SELECT id FROM sessions WHERE checksum = ?"};
    query.bind(1, session_checksum);
    query.executeStep();
    return query.getColumn(0).getInt64();
  }

  /// @throws StorageError  there is no such session.
  std::string session_checksum_of(std::int64_t id) const {
    SQLite::Statement query{database, "SELECT checksum FROM sessions WHERE id = ?"};
    query.bind(1, id);
    if (!query.executeStep()) throw damaged(file, "session " + std::to_string(id));
    return text_at(query, 0);
  }

  void set_effort(RunKey run, const std::string& hash, double seconds) const {
    SQLite::Statement update{database,
                             "INSERT INTO efforts (run, session, seconds, checksum) VALUES (?, ?, ?, ?) ON CONFLICT "
                             "(run, session) DO UPDATE SET seconds = excluded.seconds, checksum = excluded.checksum"};
    execute(update, run, session_row(), seconds, effort_checksum(hash, session_checksum, seconds));
  }

  /// A unit that is counted twice must give the same tally; how long it took may differ.
  void recount(RunKey run, const std::string& hash, std::int64_t unit, const std::string& tally, double seconds) const {
    SQLite::Statement query{database,
                            "SELECT tally, weight, seconds, checksum, session FROM units WHERE run = ? AND unit = ?"};
    query.bind(1, run);
    query.bind(2, unit);
    const std::string record = "unit " + std::to_string(unit) + " of " + name_of(run);
    if (!query.executeStep()) throw damaged(file, record);
    const std::string stored = text_at(query, 0);
    const std::string first_session = session_checksum_of(query.getColumn(4).getInt64());
    if (text_at(query, 3) != unit_checksum(hash, unit, first_session, stored, query.getColumn(1).getDouble(),
                                           query.getColumn(2).getDouble())) {
      throw damaged(file, record);
    }
    if (stored != tally) {
      throw DifferentResult{"ledger " + printable(file.string()) + " already holds another result of " + record +
                            ": the strategy is not deterministic, or one of the two was miscounted; nothing was "
                            "stored. The ledger has " +
                            shortened(stored) + ", and now it is " + shortened(tally)};
    }
    if (first_session == session_checksum) return;
    SQLite::Statement insert{database,
                             "INSERT INTO recounts (run, unit, session, seconds, checksum) VALUES (?, ?, ?, ?, ?) ON "
                             "CONFLICT DO NOTHING"};
    execute(insert, run, unit, session_row(), seconds, recount_checksum(hash, unit, session_checksum, tally, seconds));
  }

  void check_same_number(SQLite::Statement& stored, const std::string& units, const std::string& what) const {
    if (!stored.executeStep()) throw damaged(file, what);
    if (text_at(stored, 0) == units) return;
    throw DifferentResult{"ledger " + printable(file.string()) + " has " + text_at(stored, 0) + " units for " + what +
                          ", and now there are " + units + ": the strategy is not deterministic"};
  }

  std::uint64_t count(const char* query_text, RunKey run) {
    return locked([&] {
      SQLite::Statement query{database, query_text};
      query.bind(1, run);
      query.executeStep();
      return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
    });
  }

 private:
  static std::string shortened(const std::string& text) {
    constexpr std::size_t longest = 200;
    return printable(text.size() <= longest ? text : text.substr(0, longest) + "...");
  }
};

Ledger::Ledger(const std::filesystem::path& file, const Session& session)
    : state_{std::make_unique<State>(
          file, open_for_writing(file),
          SessionRow{session.experiment, session.experiment_sha256, session.seed, session.part, session.host,
                     session.cpu, std::to_string(session.threads), session.isolation, session.compiler, session.version,
                     now_to_the_microsecond()})} {}

Ledger::Ledger(std::unique_ptr<State> state) : state_{std::move(state)} {}

Ledger::~Ledger() = default;

std::unique_ptr<Ledger> Ledger::open_existing(const std::filesystem::path& file) {
  auto database = open_for_reading(file);
  if (!database) return nullptr;
  // The constructor is private: make_unique cannot reach it.
  return std::unique_ptr<Ledger>{new Ledger{std::make_unique<State>(file, *std::move(database), std::nullopt)}};
}

RunKey Ledger::open_run(const Provenance& provenance) {
  return state_->written([&] {
    state_->session_row();
    if (const auto run = state_->find(provenance.identity)) return *run;
    return state_->create(provenance);
  });
}

std::optional<RunKey> Ledger::find_run(const std::string& identity) {
  return state_->locked([&] { return state_->find(identity); });
}

std::vector<std::string> Ledger::identities(const std::string& configuration, const std::string& problem) {
  return state_->locked([&] {
    SQLite::Statement query{state_->database,
                            "SELECT identity FROM runs WHERE configuration = ? AND problem = ? ORDER BY id DESC"};
    query.bind(1, configuration);
    query.bind(2, problem);
    std::vector<std::string> identities;
    while (query.executeStep()) identities.push_back(text_at(query, 0));
    return identities;
  });
}

void Ledger::together(const std::function<void()>& work) { state_->written(work); }

void Ledger::store_job(RunKey run, const UnitTotal& job) {
  state_->written([&] {
    const std::string units = std::to_string(job.units);
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO jobs (run, units, weight, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO "
                             "NOTHING"};
    execute(insert, run, units, job.weight, job_checksum(hash, units, job.weight));
    SQLite::Statement stored{state_->database, "SELECT units FROM jobs WHERE run = ?"};
    stored.bind(1, run);
    state_->check_same_number(stored, units, state_->name_of(run));
  });
}

void Ledger::store_share(RunKey run, const std::optional<UnitTotal>& share) {
  state_->written([&] {
    const std::string& part = state_->session->part;
    const std::string units = share ? std::to_string(share->units) : std::string{left_whole};
    const double weight = share ? share->weight : 0;
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO shares (run, part, units, weight, checksum) VALUES (?, ?, ?, ?, ?) ON "
                             "CONFLICT DO NOTHING"};
    execute(insert, run, part, units, weight, share_checksum(hash, part, units, weight));
    SQLite::Statement stored{state_->database, "SELECT units FROM shares WHERE run = ? AND part = ?"};
    stored.bind(1, run);
    stored.bind(2, part);
    state_->check_same_number(stored, units, "part " + part + " of " + state_->name_of(run));
  });
}

void Ledger::store_units(RunKey run, std::span<const UnitRecord> units, double seconds) {
  state_->written([&] {
    const std::string hash = state_->identity_hash(run);
    const std::int64_t session = state_->session_row();
    SQLite::Statement insert{
        state_->database,
        "INSERT INTO units (run, unit, session, tally, weight, seconds, checksum) VALUES (?, ?, ?, "
        "?, ?, ?, ?) ON CONFLICT DO NOTHING"};
    for (const UnitRecord& record : units) {
      if (record.unit > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw std::out_of_range{"a ledger holds unit numbers up to 2^63 - 1"};
      }
      const auto unit = static_cast<std::int64_t>(record.unit);
      const std::string tally = encode(record.tally);
      execute(insert, run, unit, session, tally, record.weight, record.seconds,
              unit_checksum(hash, unit, state_->session_checksum, tally, record.weight, record.seconds));
      if (state_->database.getChanges() == 0) state_->recount(run, hash, unit, tally, record.seconds);
    }
    state_->set_effort(run, hash, seconds);
  });
}

std::vector<UnitRecord> Ledger::units(RunKey run) {
  return state_->locked([&] {
    const std::string hash = state_->identity_hash(run);
    std::map<std::int64_t, std::string> sessions;
    SQLite::Statement query{
        state_->database,
        "SELECT unit, session, tally, weight, seconds, checksum FROM units WHERE run = ? ORDER BY unit"};
    query.bind(1, run);
    std::vector<UnitRecord> records;
    while (query.executeStep()) {
      const std::int64_t unit = query.getColumn(0).getInt64();
      const std::int64_t session = query.getColumn(1).getInt64();
      if (!sessions.contains(session)) sessions.emplace(session, state_->session_checksum_of(session));
      const std::string tally = text_at(query, 2);
      const double weight = query.getColumn(3).getDouble();
      const double seconds = query.getColumn(4).getDouble();
      const auto fail = [&] {
        throw damaged(state_->file, "unit " + std::to_string(unit) + " of " + state_->name_of(run));
      };
      if (text_at(query, 5) != unit_checksum(hash, unit, sessions.at(session), tally, weight, seconds)) fail();
      try {
        records.push_back({static_cast<std::uint64_t>(unit), decode_tally(tally), seconds, weight});
      } catch (const std::invalid_argument&) {
        fail();
      }
    }
    return records;
  });
}

std::uint64_t Ledger::unit_count(RunKey run) { return state_->count("SELECT count(*) FROM units WHERE run = ?", run); }

std::uint64_t Ledger::recount_count(RunKey run) {
  return state_->count("SELECT count(*) FROM recounts WHERE run = ?", run);
}

void Ledger::for_each_unit_seconds(RunKey run, const std::function<void(double)>& use) {
  state_->locked([&] {
    SQLite::Statement query{state_->database, "SELECT seconds FROM units WHERE run = ?"};
    query.bind(1, run);
    while (query.executeStep()) use(query.getColumn(0).getDouble());
  });
}

double Ledger::seconds(RunKey run) {
  return state_->locked([&] {
    SQLite::Statement query{state_->database,
                            "SELECT efforts.seconds, efforts.checksum, sessions.checksum FROM efforts JOIN sessions ON "
                            "sessions.id = efforts.session WHERE run = ? ORDER BY sessions.checksum"};
    query.bind(1, run);
    const std::string hash = state_->identity_hash(run);
    double sum = 0;
    while (query.executeStep()) {
      const double seconds = query.getColumn(0).getDouble();
      if (text_at(query, 1) != effort_checksum(hash, text_at(query, 2), seconds)) {
        throw damaged(state_->file, state_->name_of(run));
      }
      sum += seconds;
    }
    return sum;
  });
}

void Ledger::store_failure(RunKey run, std::optional<std::uint64_t> unit, const std::string& state,
                           const std::string& message) {
  state_->written([&] {
    const std::string number = unit ? std::to_string(*unit) : "";
    const std::string now = now_in_utc();
    SQLite::Statement insert{state_->database,
                             "INSERT OR REPLACE INTO failures (run, session, unit, state, message, recorded, checksum) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?)"};
    execute(insert, run, state_->session_row(), number, state, message, now,
            failure_checksum(state_->identity_hash(run), state_->session_checksum, number, state, message, now));
  });
}

void Ledger::conclude(RunKey run, const Conclusion& conclusion, double seconds) {
  ConclusionRows rows{
      std::to_string(conclusion.units), encode(conclusion.total), conclusion.seconds, now_in_utc(), {}, {}};
  // In the order in which they are read back.
  std::map<std::string, std::string> outcomes;
  for (const auto& [quantity, outcome] : conclusion.outcomes) {
    outcomes.emplace(name_of(quantity), encode(outcome));
  }
  rows.outcomes.assign(outcomes.begin(), outcomes.end());
  for (const auto& [name, finding] : conclusion.findings) rows.findings.emplace_back(name, encode(finding));
  state_->written([&] {
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement remove{state_->database, "DELETE FROM conclusions WHERE run = ?"};
    execute(remove, run);
    SQLite::Statement insert{
        state_->database,
        "INSERT INTO conclusions (run, session, units, total, seconds, ended, checksum) VALUES (?, "
        "?, ?, ?, ?, ?, ?)"};
    execute(insert, run, state_->session_row(), rows.units, rows.total, rows.seconds, rows.ended,
            rows.checksum(hash, state_->session_checksum));
    SQLite::Statement outcome{state_->database, "INSERT INTO outcomes (run, quantity, outcome) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.outcomes) execute(outcome, run, name, text);
    SQLite::Statement finding{state_->database, "INSERT INTO findings (run, name, finding) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.findings) execute(finding, run, name, text);
    state_->set_effort(run, hash, seconds);
  });
}

std::optional<Conclusion> Ledger::conclusion(RunKey run) {
  return state_->locked([&]() -> std::optional<Conclusion> {
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement query{state_->database,
                            "SELECT units, total, seconds, ended, checksum, session FROM conclusions WHERE run = ?"};
    query.bind(1, run);
    if (!query.executeStep()) return std::nullopt;
    const ConclusionRows rows{
        text_at(query, 0),
        text_at(query, 1),
        query.getColumn(2).getDouble(),
        text_at(query, 3),
        pairs_of(state_->database, "SELECT quantity, outcome FROM outcomes WHERE run = ? ORDER BY quantity", run),
        pairs_of(state_->database, "SELECT name, finding FROM findings WHERE run = ? ORDER BY name", run)};
    const auto record = [&] { return "the conclusion of " + state_->name_of(run); };
    if (text_at(query, 4) != rows.checksum(hash, state_->session_checksum_of(query.getColumn(5).getInt64()))) {
      throw damaged(state_->file, record());
    }
    try {
      return decode_conclusion(rows);
    } catch (const std::invalid_argument&) {
      throw damaged(state_->file, record());
    }
  });
}

void Ledger::store_standings(RunKey run, std::span<const StandingRecord> standings) {
  state_->written([&] {
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement remove{state_->database, "DELETE FROM standings WHERE run = ?"};
    execute(remove, run);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO standings (run, quantity, standing, witnesses, checksum) VALUES (?, ?, ?, ?, "
                             "?)"};
    for (const auto& [quantity, standing, witnesses] : standings) {
      const std::string number = std::to_string(witnesses);
      execute(insert, run, quantity, standing, number, standing_checksum(hash, quantity, standing, number));
    }
  });
}

void Ledger::store_document(const std::string& json) {
  state_->written([&] {
    state_->session_row();
    const SessionRow& session = *state_->session;
    const DocumentRow row{session.experiment_sha256, session.seed, session.experiment, now_to_the_microsecond(), json};
    SQLite::Statement insert{state_->database,
                             "INSERT OR REPLACE INTO documents (experiment_sha256, seed, experiment, recorded, "
                             "document, checksum) VALUES (?, ?, ?, ?, ?, ?)"};
    execute(insert, row.experiment_sha256, row.seed, row.experiment, row.recorded, row.document, row.checksum());
  });
}

const std::filesystem::path& Ledger::file() const { return state_->file; }

}  // namespace gridcensus::host
