#include "host/verify/tables.hpp"

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/sha256.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <sqlite3.h>
#include <string_view>
#include <system_error>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// "GCen" in the header of the file, and the format that is read here.
constexpr int application_id = 0x4743656e;
constexpr int format_version = 4;
/// SHA-256 of the statements that make its tables, a line break after each. Whatever else a file may define, a view, a
/// computed column or an index over an expression, could keep a reader busy for ever.
constexpr std::string_view tables_sha256 = "86ad3ace23b1a6f05863c2b6410e7c99f4b3fbb10a70be0335f985a73bfe1396";
/// How long another process may hold the file before this one gives up [ms].
constexpr int busy_timeout = 2000;

StorageError unreadable(const std::filesystem::path& file, const std::string& what) {
  return StorageError{fmt::format("ledger {} {}", printable(file.string()), what)};
}

/// Reads the columns of one row from left to right.
class Reader {
 public:
  explicit Reader(SQLite::Statement& statement) : statement_{statement} {}
  std::string text() { return statement_.getColumn(place_++).getString(); }
  std::int64_t integer() { return statement_.getColumn(place_++).getInt64(); }
  double real() { return statement_.getColumn(place_++).getDouble(); }

 private:
  SQLite::Statement& statement_;
  int place_ = 0;
};

/// Makes one value of each row.
template <class Read>
auto rows(const SQLite::Database& database, const char* query, std::optional<std::int64_t> run, Read read) {
  SQLite::Statement statement{database, query};
  if (run) statement.bind(1, *run);
  std::vector<decltype(read(std::declval<Reader&>()))> values;
  while (statement.executeStep()) {
    Reader reader{statement};
    values.push_back(read(reader));
  }
  return values;
}

std::map<std::string, std::string> named_texts(const SQLite::Database& database, const char* query, std::int64_t run) {
  std::map<std::string, std::string> texts;
  for (auto& [name, text] : rows(database, query, run, [](Reader& row) {
         std::string name = row.text();
         return std::pair{std::move(name), row.text()};
       })) {
    texts.emplace(std::move(name), std::move(text));
  }
  return texts;
}

// The members are read in the order in which they are written down here: that of the columns.
SessionRow session_row(Reader& row) {
  SessionRow session;
  session.id = row.integer();
  for (std::string* const text : {&session.experiment, &session.experiment_sha256, &session.seed, &session.part,
                                  &session.host, &session.cpu, &session.threads, &session.isolation, &session.compiler,
                                  &session.version, &session.started, &session.checksum}) {
    *text = row.text();
  }
  return session;
}

RunRow run_row(Reader& row) {
  RunRow run;
  run.id = row.integer();
  for (std::string* const text : {&run.identity_sha256, &run.identity, &run.configuration, &run.problem, &run.strategy,
                                  &run.strategy_version, &run.plugin_sha256, &run.parameters, &run.checksum}) {
    *text = row.text();
  }
  check_json_levels(run.identity);
  check_json_levels(run.parameters);
  return run;
}

SizeRow size_row(Reader& row) {
  SizeRow size;
  size.part = row.text();
  size.units = row.text();
  size.weight = row.real();
  size.checksum = row.text();
  return size;
}

ConclusionRow conclusion_row(Reader& row) {
  ConclusionRow conclusion;
  conclusion.session = row.integer();
  for (std::string* const text : {&conclusion.units, &conclusion.total, &conclusion.ended, &conclusion.checksum}) {
    *text = row.text();
  }
  conclusion.seconds = row.real();
  return conclusion;
}

void read_what_belongs_to(const SQLite::Database& database, RunRow& run) {
  for (auto& job : rows(database, "SELECT '', units, weight, checksum FROM jobs WHERE run = ?", run.id, size_row)) {
    run.job = std::move(job);
  }
  run.shares =
      rows(database, "SELECT part, units, weight, checksum FROM shares WHERE run = ? ORDER BY part", run.id, size_row);
  run.efforts = rows(database, "SELECT session, seconds, checksum FROM efforts WHERE run = ? ORDER BY session", run.id,
                     [](Reader& row) {
                       const std::int64_t session = row.integer();
                       const double seconds = row.real();
                       return EffortRow{session, seconds, row.text()};
                     });
  run.recounts = rows(database, "SELECT unit, session, seconds, checksum FROM recounts WHERE run = ? ORDER BY unit",
                      run.id, [](Reader& row) {
                        const std::int64_t unit = row.integer();
                        const std::int64_t session = row.integer();
                        const double seconds = row.real();
                        return RecountRow{unit, session, seconds, row.text()};
                      });
  run.failures = rows(database, "SELECT session, unit, state, message, recorded, checksum FROM failures WHERE run = ?",
                      run.id, [](Reader& row) {
                        FailureRow failure;
                        failure.session = row.integer();
                        for (std::string* const text :
                             {&failure.unit, &failure.state, &failure.message, &failure.recorded, &failure.checksum}) {
                          *text = row.text();
                        }
                        return failure;
                      });
  for (auto& conclusion :
       rows(database, "SELECT session, units, total, ended, checksum, seconds FROM conclusions WHERE run = ?", run.id,
            conclusion_row)) {
    run.conclusion = std::move(conclusion);
    run.conclusion->outcomes = named_texts(database, "SELECT quantity, outcome FROM outcomes WHERE run = ?", run.id);
    run.conclusion->findings = named_texts(database, "SELECT name, finding FROM findings WHERE run = ?", run.id);
  }
  run.standings = rows(database, "SELECT quantity, standing, witnesses, checksum FROM standings WHERE run = ?", run.id,
                       [](Reader& row) {
                         StandingRow standing;
                         for (std::string* const text :
                              {&standing.quantity, &standing.standing, &standing.witnesses, &standing.checksum}) {
                           *text = row.text();
                         }
                         return standing;
                       });
}

}  // namespace

struct Tables::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::map<std::int64_t, SessionRow> sessions;
  std::vector<RunRow> runs;
  std::vector<DocumentRow> documents;

  explicit State(const std::filesystem::path& path)
      : file{path}, database{std::filesystem::absolute(path), SQLite::OPEN_READONLY, busy_timeout} {
    database.exec("PRAGMA trusted_schema = OFF");
    const auto number = [&](const char* query) { return database.execAndGet(query).getInt(); };
    if (number("PRAGMA application_id") != application_id) {
      throw unreadable(file, "is a database of another program; expected a file that `gridcensus run` wrote");
    }
    if (const int version = number("PRAGMA user_version"); version != format_version) {
      throw unreadable(file, fmt::format("has format {}, and this program reads format {}", version, format_version));
    }
    std::string statements;
    for (const std::string& statement :
         rows(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", std::nullopt,
              [](Reader& row) { return row.text(); })) {
      statements += statement + "\n";
    }
    if (sha256_of(statements) != tables_sha256) {
      throw unreadable(file,
                       "has other tables than a ledger of this format; expected a file that `gridcensus run` wrote");
    }
    for (auto& session :
         rows(database,
              "SELECT id, experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, version, "
              "started, checksum FROM sessions",
              std::nullopt, session_row)) {
      sessions.emplace(session.id, std::move(session));
    }
    runs = rows(database,
                "SELECT id, identity_sha256, identity, configuration, problem, strategy, strategy_version, "
                "plugin_sha256, parameters, checksum FROM runs ORDER BY id",
                std::nullopt, run_row);
    for (RunRow& run : runs) read_what_belongs_to(database, run);
    documents =
        rows(database, "SELECT experiment_sha256, seed, experiment, recorded, document, checksum FROM documents",
             std::nullopt, [](Reader& row) {
               DocumentRow document;
               for (std::string* const text : {&document.experiment_sha256, &document.seed, &document.experiment,
                                               &document.recorded, &document.document, &document.checksum}) {
                 *text = row.text();
               }
               check_json_levels(document.document);
               return document;
             });
  }
};

namespace {

/// Turns what SQLite throws into the one error that a reader of a ledger can meet.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    if (error.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK) {
      throw unreadable(file,
                       "was left in the middle of a write: `gridcensus status` or the command that wrote it "
                       "takes that back");
    }
    throw unreadable(file, fmt::format("cannot be read ({}): expected a whole file that `gridcensus run` wrote, and "
                                       "that no other process is writing",
                                       printable(error.what())));
  } catch (const NotJson& error) {
    throw unreadable(file, fmt::format("is damaged: a text in it is {}", error.what()));
  }
}

}  // namespace

Tables::Tables(const std::filesystem::path& file) {
  std::error_code error;
  // Before SQLite touches it: opening a pipe would wait for ever.
  if (!std::filesystem::is_regular_file(file, error)) throw unreadable(file, "is not there, or is no regular file");
  state_ = guarded(file, [&] { return std::make_unique<State>(file); });
}

Tables::~Tables() = default;

const std::filesystem::path& Tables::file() const { return state_->file; }
const std::map<std::int64_t, SessionRow>& Tables::sessions() const { return state_->sessions; }
const std::vector<RunRow>& Tables::runs() const { return state_->runs; }
const std::vector<DocumentRow>& Tables::documents() const { return state_->documents; }

std::vector<UnitRow> Tables::units(const RunRow& run) const {
  return guarded(state_->file, [&] {
    return rows(state_->database,
                "SELECT unit, session, tally, weight, seconds, checksum FROM units WHERE run = ? ORDER BY unit", run.id,
                [](Reader& row) {
                  UnitRow unit;
                  unit.unit = row.integer();
                  unit.session = row.integer();
                  unit.tally = row.text();
                  unit.weight = row.real();
                  unit.seconds = row.real();
                  unit.checksum = row.text();
                  return unit;
                });
  });
}

std::vector<std::string> Tables::flaws() const {
  return guarded(state_->file, [&] {
    std::vector<std::string> flaws;
    for (const std::string& flaw :
         rows(state_->database, "PRAGMA integrity_check(5)", std::nullopt, [](Reader& row) { return row.text(); })) {
      if (flaw != "ok") flaws.push_back("SQLite finds it damaged: " + printable(flaw));
    }
    for (const auto& [table, parent] :
         rows(state_->database, "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 5", std::nullopt,
              [](Reader& row) {
                std::string table = row.text();
                return std::pair{std::move(table), row.text()};
              })) {
      flaws.push_back(fmt::format("a row of the table {} belongs to nothing in {}", table, parent));
    }
    return flaws;
  });
}

}  // namespace gridcensus::host::verify
