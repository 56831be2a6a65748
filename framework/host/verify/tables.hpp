#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A second way to what a ledger holds, apart from that by which it was written: its own reader of the tables, of the
/// texts in them, its own sums and its own arithmetic. Nothing of host/ledger and host/graph is used, so that a mistake
/// there cannot hide itself here.
namespace gridcensus::host::verify {

/// The rows of the tables as they lie there, believed by nobody yet.
struct SessionRow {
  std::int64_t id = 0;
  std::string experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, version, started;
  std::string checksum;
};

struct UnitRow {
  std::int64_t unit = 0;
  std::int64_t session = 0;
  std::string tally;
  double weight = 0;
  double seconds = 0;
  std::string checksum;
};

/// How many units there are and what they weigh: of a job, or of one part's share.
struct SizeRow {
  std::string part;  ///< empty: the whole job
  std::string units;
  double weight = 0;
  std::string checksum;
};

struct EffortRow {
  std::int64_t session = 0;
  double seconds = 0;
  std::string checksum;
};

struct RecountRow {
  std::int64_t unit = 0;
  std::int64_t session = 0;
  double seconds = 0;
  std::string checksum;
};

struct FailureRow {
  std::int64_t session = 0;
  std::string unit, state, message, recorded, checksum;
};

struct ConclusionRow {
  std::int64_t session = 0;
  std::string units, total, ended, checksum;
  double seconds = 0;
  std::map<std::string, std::string> outcomes;  ///< by quantity
  std::map<std::string, std::string> findings;  ///< by name
};

struct StandingRow {
  std::string quantity, standing, witnesses, checksum;
};

struct RunRow {
  std::int64_t id = 0;
  std::string identity_sha256, identity, configuration, problem, strategy, strategy_version, plugin_sha256, parameters;
  std::string checksum;
  std::optional<SizeRow> job;
  std::vector<SizeRow> shares;
  std::vector<EffortRow> efforts;
  std::vector<RecountRow> recounts;
  std::vector<FailureRow> failures;
  std::optional<ConclusionRow> conclusion;
  std::vector<StandingRow> standings;

  std::string name() const { return configuration + " on " + problem; }
};

/// What was reported of an experiment.
struct DocumentRow {
  std::string experiment_sha256, seed, experiment, recorded, document, checksum;
};

/// A ledger, read but for its units, which are read run by run.
class Tables {
 public:
  /// Opens the file for reading only; nothing is written, not even a lock is kept.
  ///
  /// @throws StorageError  it is not there, no ledger of this format, or cannot be read.
  explicit Tables(const std::filesystem::path& file);
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  Tables(Tables&&) = delete;
  Tables& operator=(Tables&&) = delete;

  const std::filesystem::path& file() const;
  const std::map<std::int64_t, SessionRow>& sessions() const;
  const std::vector<RunRow>& runs() const;  ///< in the order in which they were begun
  const std::vector<DocumentRow>& documents() const;

  /// In unit order.
  std::vector<UnitRow> units(const RunRow& run) const;

  /// What SQLite says of the file as a whole, where it finds it damaged, and rows that belong to nothing.
  std::vector<std::string> flaws() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridcensus::host::verify
