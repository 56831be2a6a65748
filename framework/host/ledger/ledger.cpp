#include "host/ledger/ledger.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/ledger/database.hpp"
#include "host/records/records.hpp"

#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <initializer_list>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

std::string now_in_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// Collects fields so that no two lists of fields give one text: each comes with its length.
class Fields {
 public:
  Fields(std::initializer_list<std::string_view> fields) {
    for (const std::string_view field : fields) add(field);
  }
  Fields& add(std::string_view field) {
    text_.append(std::to_string(field.size())).append(":").append(field);
    return *this;
  }
  /// 128 bits: this guards against damage, not against a forger.
  std::string checksum() const { return sha256_of(text_).substr(0, 32); }

 private:
  std::string text_;
};

/// All bits of the value.
std::string bits(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex).ptr};
}

std::string unit_checksum(std::string_view run, std::int64_t unit, std::string_view tally, double seconds) {
  return Fields{"unit", run, std::to_string(unit), tally, bits(seconds)}.checksum();
}

std::string seconds_checksum(std::string_view run, double seconds) {
  return Fields{"seconds", run, bits(seconds)}.checksum();
}

/// What a conclusion comes to in its rows, and the checksum over all of them: a row that is lost shows as well as one
/// that is damaged.
struct ConclusionRows {
  std::string units;
  double seconds = 0;
  std::string ended;
  std::vector<std::pair<std::string, std::string>> outcomes;
  std::vector<std::pair<std::string, std::string>> findings;

  std::string checksum(std::string_view run) const {
    Fields fields{"conclusion", run, units, bits(seconds), ended};
    for (const auto* rows : {&outcomes, &findings}) {
      fields.add(std::to_string(rows->size()));
      for (const auto& [name, text] : *rows) fields.add(name).add(text);
    }
    return fields.checksum();
  }
};

/// @throws std::invalid_argument  a row is not what `conclude` writes.
Conclusion decode(const ConclusionRows& rows) {
  Conclusion conclusion;
  const auto units = parse_integer(rows.units);
  if (!units || *units < 0 || *units > std::numeric_limits<std::uint64_t>::max()) {
    throw std::invalid_argument{"not a number of units"};
  }
  conclusion.units = units->convert_to<std::uint64_t>();
  conclusion.seconds = rows.seconds;
  for (const auto& [name, text] : rows.outcomes) {
    const auto quantity = find_quantity(name);
    if (!quantity) throw std::invalid_argument{"unknown quantity"};
    conclusion.outcomes.emplace(*quantity, decode_outcome(text));
  }
  for (const auto& [name, text] : rows.findings) conclusion.findings.emplace(name, decode_finding(text));
  return conclusion;
}

template <class... Values>
void execute(SQLite::Statement& statement, const Values&... values) {
  statement.reset();
  int place = 0;
  (statement.bind(++place, values), ...);
  statement.exec();
}

std::string text_at(SQLite::Statement& statement, int column) { return statement.getColumn(column).getString(); }

}  // namespace

bool Conclusion::has_values() const {
  return std::ranges::none_of(outcomes,
                              [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
}

struct Ledger::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::recursive_mutex mutex;  // `together` holds it while its parts take it again

  State(std::filesystem::path path, SQLite::Database opened) : file{std::move(path)}, database{std::move(opened)} {}

  /// Runs `work` alone, with SQLite's errors as StorageErrors.
  template <class Work>
  auto locked(Work work) {
    const std::scoped_lock lock{mutex};
    return guarded(file, work);
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
    static constexpr int first_field = 2;
    SQLite::Statement query{
        database,
        "SELECT id, checksum, identity_sha256, identity, configuration, problem, strategy, strategy_version, "
        "plugin_sha256, experiment, experiment_sha256, parameters, seed, cpu, compiler, version, started "
        "FROM runs WHERE identity_sha256 = ?"};
    query.bind(1, sha256_of(identity));
    if (!query.executeStep()) return std::nullopt;
    Fields fields{"run"};
    for (int column = first_field; column < query.getColumnCount(); ++column) fields.add(text_at(query, column));
    const RunKey run = query.getColumn(0).getInt64();
    if (text_at(query, 1) != fields.checksum() || text_at(query, first_field + 1) != identity) {
      throw damaged(file, name_of(run));
    }
    return run;
  }

  RunKey create(const Provenance& p) const {
    const std::string hash = sha256_of(p.identity);
    const std::array<std::string, 15> values{hash,
                                             p.identity,
                                             p.configuration,
                                             p.problem,
                                             p.strategy,
                                             p.strategy_version,
                                             p.plugin_sha256,
                                             p.experiment,
                                             p.experiment_sha256,
                                             p.parameters,
                                             std::to_string(p.seed),
                                             p.cpu,
                                             p.compiler,
                                             p.version,
                                             now_in_utc()};
    Fields fields{"run"};
    SQLite::Statement insert{
        database,
        "INSERT INTO runs (identity_sha256, identity, configuration, problem, strategy, strategy_version, "
        "plugin_sha256, experiment, experiment_sha256, parameters, seed, cpu, compiler, version, started, "
        "checksum, seconds, seconds_checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0.0, ?)"};
    int place = 0;
    for (const std::string& value : values) {
      insert.bind(++place, value);
      fields.add(value);
    }
    insert.bind(++place, fields.checksum());
    insert.bind(++place, seconds_checksum(hash, 0));
    insert.exec();
    return database.getLastInsertRowid();
  }

  void set_seconds(RunKey run, const std::string& hash, double seconds) const {
    SQLite::Statement update{database, "UPDATE runs SET seconds = ?, seconds_checksum = ? WHERE id = ?"};
    execute(update, seconds, seconds_checksum(hash, seconds), run);
  }

  /// A unit that is counted twice must give the same tally; how long it took may differ.
  void check_same(RunKey run, const std::string& hash, std::int64_t unit, const std::string& tally) const {
    SQLite::Statement query{database, "SELECT tally, seconds, checksum FROM units WHERE run = ? AND unit = ?"};
    query.bind(1, run);
    query.bind(2, unit);
    const std::string record = "unit " + std::to_string(unit) + " of " + name_of(run);
    if (!query.executeStep()) throw damaged(file, record);
    const std::string stored = text_at(query, 0);
    if (text_at(query, 2) != unit_checksum(hash, unit, stored, query.getColumn(1).getDouble())) {
      throw damaged(file, record);
    }
    if (stored != tally) {
      throw StorageError{"ledger " + printable(file.string()) + " already holds another result of " + record +
                         ": the strategy is not deterministic, or one of the two was miscounted; nothing was stored"};
    }
  }

  std::vector<std::pair<std::string, std::string>> rows(const char* query_text, RunKey run) const {
    SQLite::Statement query{database, query_text};
    query.bind(1, run);
    std::vector<std::pair<std::string, std::string>> rows;
    while (query.executeStep()) rows.emplace_back(text_at(query, 0), text_at(query, 1));
    return rows;
  }
};

Ledger::Ledger(const std::filesystem::path& file) : state_{std::make_unique<State>(file, open_for_writing(file))} {}

Ledger::Ledger(std::unique_ptr<State> state) : state_{std::move(state)} {}

Ledger::~Ledger() = default;

std::unique_ptr<Ledger> Ledger::open_existing(const std::filesystem::path& file) {
  auto database = open_for_reading(file);
  if (!database) return nullptr;
  // The constructor is private: make_unique cannot reach it.
  return std::unique_ptr<Ledger>{new Ledger{std::make_unique<State>(file, *std::move(database))}};
}

RunKey Ledger::open_run(const Provenance& provenance) {
  return state_->locked([&] {
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

void Ledger::together(const std::function<void()>& work) {
  state_->locked([&] {
    Savepoint transaction{state_->database};
    work();
    transaction.release();
  });
}

void Ledger::reset(RunKey run) {
  state_->locked([&] {
    Savepoint transaction{state_->database};
    const std::string hash = state_->identity_hash(run);
    for (const char* const text : {"DELETE FROM units WHERE run = ?", "DELETE FROM conclusions WHERE run = ?"}) {
      SQLite::Statement remove{state_->database, text};
      execute(remove, run);
    }
    state_->set_seconds(run, hash, 0);
    transaction.release();
  });
}

void Ledger::store_units(RunKey run, std::span<const UnitRecord> units, double seconds) {
  state_->locked([&] {
    Savepoint transaction{state_->database};
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO units (run, unit, tally, seconds, checksum) VALUES (?, ?, ?, ?, ?) "
                             "ON CONFLICT DO NOTHING"};
    for (const UnitRecord& record : units) {
      if (record.unit > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw std::out_of_range{"a ledger holds unit numbers up to 2^63 - 1"};
      }
      const auto unit = static_cast<std::int64_t>(record.unit);
      const std::string tally = encode(record.tally);
      execute(insert, run, unit, tally, record.seconds, unit_checksum(hash, unit, tally, record.seconds));
      if (state_->database.getChanges() == 0) state_->check_same(run, hash, unit, tally);
    }
    state_->set_seconds(run, hash, seconds);
    transaction.release();
  });
}

std::vector<UnitRecord> Ledger::units(RunKey run) {
  return state_->locked([&] {
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement query{state_->database,
                            "SELECT unit, tally, seconds, checksum FROM units WHERE run = ? ORDER BY unit"};
    query.bind(1, run);
    std::vector<UnitRecord> records;
    while (query.executeStep()) {
      const std::int64_t unit = query.getColumn(0).getInt64();
      const std::string tally = text_at(query, 1);
      const double seconds = query.getColumn(2).getDouble();
      const auto fail = [&] {
        throw damaged(state_->file, "unit " + std::to_string(unit) + " of " + state_->name_of(run));
      };
      if (text_at(query, 3) != unit_checksum(hash, unit, tally, seconds)) fail();
      try {
        records.push_back({static_cast<std::uint64_t>(unit), decode_tally(tally), seconds});
      } catch (const std::invalid_argument&) {
        fail();
      }
    }
    return records;
  });
}

std::uint64_t Ledger::unit_count(RunKey run) {
  return state_->locked([&] {
    SQLite::Statement query{state_->database, "SELECT count(*) FROM units WHERE run = ?"};
    query.bind(1, run);
    query.executeStep();
    return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
  });
}

double Ledger::seconds(RunKey run) {
  return state_->locked([&] {
    SQLite::Statement query{state_->database, "SELECT seconds, seconds_checksum FROM runs WHERE id = ?"};
    query.bind(1, run);
    const std::string hash = state_->identity_hash(run);
    if (!query.executeStep()) throw damaged(state_->file, state_->name_of(run));
    const double seconds = query.getColumn(0).getDouble();
    if (text_at(query, 1) != seconds_checksum(hash, seconds)) throw damaged(state_->file, state_->name_of(run));
    return seconds;
  });
}

void Ledger::conclude(RunKey run, const Conclusion& conclusion) {
  ConclusionRows rows{std::to_string(conclusion.units), conclusion.seconds, now_in_utc(), {}, {}};
  // In the order in which they are read back.
  std::map<std::string, std::string> outcomes;
  for (const auto& [quantity, outcome] : conclusion.outcomes) {
    outcomes.emplace(name_of(quantity), encode(outcome));
  }
  rows.outcomes.assign(outcomes.begin(), outcomes.end());
  for (const auto& [name, finding] : conclusion.findings) rows.findings.emplace_back(name, encode(finding));
  state_->locked([&] {
    Savepoint transaction{state_->database};
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement remove{state_->database, "DELETE FROM conclusions WHERE run = ?"};
    execute(remove, run);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO conclusions (run, units, seconds, ended, checksum) VALUES (?, ?, ?, ?, ?)"};
    execute(insert, run, rows.units, rows.seconds, rows.ended, rows.checksum(hash));
    SQLite::Statement outcome{state_->database, "INSERT INTO outcomes (run, quantity, outcome) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.outcomes) execute(outcome, run, name, text);
    SQLite::Statement finding{state_->database, "INSERT INTO findings (run, name, finding) VALUES (?, ?, ?)"};
    for (const auto& [name, text] : rows.findings) execute(finding, run, name, text);
    state_->set_seconds(run, hash, conclusion.seconds);
    transaction.release();
  });
}

std::optional<Conclusion> Ledger::conclusion(RunKey run) {
  return state_->locked([&]() -> std::optional<Conclusion> {
    const std::string hash = state_->identity_hash(run);
    SQLite::Statement query{state_->database, "SELECT units, seconds, ended, checksum FROM conclusions WHERE run = ?"};
    query.bind(1, run);
    if (!query.executeStep()) return std::nullopt;
    const ConclusionRows rows{
        text_at(query, 0), query.getColumn(1).getDouble(), text_at(query, 2),
        state_->rows("SELECT quantity, outcome FROM outcomes WHERE run = ? ORDER BY quantity", run),
        state_->rows("SELECT name, finding FROM findings WHERE run = ? ORDER BY name", run)};
    const auto record = [&] { return "the conclusion of " + state_->name_of(run); };
    if (text_at(query, 3) != rows.checksum(hash)) throw damaged(state_->file, record());
    try {
      return decode(rows);
    } catch (const std::invalid_argument&) {
      throw damaged(state_->file, record());
    }
  });
}

void Ledger::store_verdicts(const std::string& experiment, const std::string& experiment_sha256,
                            std::span<const VerdictRecord> verdicts) {
  state_->locked([&] {
    Savepoint transaction{state_->database};
    SQLite::Statement remove{state_->database, "DELETE FROM verdicts WHERE experiment_sha256 = ?"};
    execute(remove, experiment_sha256);
    SQLite::Statement insert{state_->database,
                             "INSERT INTO verdicts (recorded, experiment, experiment_sha256, subject, left_side, "
                             "right_side, verdict) VALUES (?, ?, ?, ?, ?, ?, ?)"};
    const std::string now = now_in_utc();
    for (const auto& [subject, left, right, verdict] : verdicts) {
      execute(insert, now, experiment, experiment_sha256, subject, left, right, verdict);
    }
    transaction.release();
  });
}

const std::filesystem::path& Ledger::file() const { return state_->file; }

}  // namespace gridcensus::host
