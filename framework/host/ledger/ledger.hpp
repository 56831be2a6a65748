#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/tally.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What a run is: kept with its results, and all of it but the configuration's name part of its identity.
struct Provenance {
  std::string identity;  ///< canonical JSON; the ledger's key is its SHA-256
  std::string configuration;
  std::string problem;
  std::string strategy;
  std::string strategy_version;
  std::string plugin_sha256;
  std::string parameters;  ///< JSON
};

/// Where, by what and for what units are counted from the opening of a ledger to its closing. Kept with every unit,
/// never compared.
struct Session {
  std::string experiment;  ///< file name
  std::string experiment_sha256;
  std::string seed;          ///< "1"; of several "1, 2, 3"
  std::string part = "1/1";  ///< of the units, "2/8"
  std::string host;
  std::string cpu;  ///< model name and how many
  std::string threads = "1";
  std::string isolation = "none";
  std::string compiler;  ///< toolchain of the host, with the hash of the SDK
  std::string version;   ///< of the host
};

/// How many units there are, and their weights added up.
struct UnitTotal {
  std::uint64_t units = 0;
  double weight = 0;
};

/// One finished unit.
struct UnitRecord {
  std::uint64_t unit = 0;
  Tally tally;
  double seconds = 0;
  double weight = 1;
};

/// How a run ended.
struct Conclusion {
  std::uint64_t units = 0;  ///< how many, from 0, are in the sum
  double seconds = 0;       ///< wall clock in which a thread worked for it, over all sessions
  Outcomes outcomes;
  Findings findings;
  Tally total;  ///< the sum of the units

  /// Whether no outcome is unfinished.
  bool has_values() const;
};

/// How well a value is founded, as text for the record.
struct StandingRecord {
  std::string quantity;
  std::string standing;
  std::size_t witnesses = 0;  ///< strategies that share nothing and agree on it, the run's own included
};

/// A handle on one run in the ledger.
using RunKey = std::int64_t;

/// What was counted differs from what is stored of the same thing: the strategy is not deterministic, or one of the two
/// was miscounted. Nothing was stored.
class DifferentResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The SQLite file of runs, finished units, outcomes, findings, results documents and where they came from.
///
/// One process at a time: the file is locked while it is open. contents.hpp reads one without that. What a function has
/// stored is on disk when it returns. Nothing that was stored is ever replaced by something else.
///
/// @threads  every function may be called from any thread.
class Ledger {
 public:
  /// Opens the file, or creates it, and checks that it is whole.
  ///
  /// @param session        what is stored is stored as its work; a row of its own with the first write
  /// @throws StorageError  the file is corrupt, from another version, locked by another process, or cannot be written;
  ///                       the message names the file and says what to do.
  explicit Ledger(const std::filesystem::path& file, const Session& session = {});
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  Ledger(Ledger&&) = delete;
  Ledger& operator=(Ledger&&) = delete;

  /// The run with this identity; created where there is none.
  RunKey open_run(const Provenance& provenance);
  /// The run with this identity, if there is one.
  std::optional<RunKey> find_run(const std::string& identity);

  /// Does several writes as one transaction: all of them are on disk when it returns, or, if `work` throws, none.
  void together(const std::function<void()>& work);

  /// Keeps how many units the whole job has.
  ///
  /// @throws DifferentResult  another number is stored.
  void store_job(RunKey run, const UnitTotal& job);
  /// Keeps how many of them are this session's part; nullopt: the run is not split, and left to whoever has all parts.
  ///
  /// @throws DifferentResult  another number is stored.
  void store_share(RunKey run, const std::optional<UnitTotal>& share);

  /// Stores finished units in one transaction. One that is there already must be equal; it then counts as recounted, if
  /// another session counted it first.
  ///
  /// @param seconds           wall clock that the run has used in this session
  /// @throws DifferentResult  a unit is stored with another tally.
  void store_units(RunKey run, std::span<const UnitRecord> units, double seconds);

  /// The finished units, in unit order, each checked against its checksum.
  ///
  /// @throws StorageError  a record is damaged; the message names run and unit.
  std::vector<UnitRecord> units(RunKey run);
  /// Gives what each stored unit took, unchecked: times are no part of what is counted.
  void for_each_unit_seconds(RunKey run, const std::function<void(double)>& use);
  /// How many units were counted twice, with the same result.
  std::uint64_t recount_count(RunKey run);
  /// Wall clock that the run has used in all sessions.
  double seconds(RunKey run);

  /// Notes that a run failed in this session.
  ///
  /// @param unit   in which it did, if in one
  /// @param state  "failed" or "broken"
  void store_failure(RunKey run, std::optional<std::uint64_t> unit, const std::string& state,
                     const std::string& message);

  /// @param seconds  as for `store_units`
  void conclude(RunKey run, const Conclusion& conclusion, double seconds);
  /// nullopt where the run has not ended.
  ///
  /// @throws StorageError  the record is damaged.
  std::optional<Conclusion> conclusion(RunKey run);

  /// Keeps how well the values of a concluded run are founded, in place of what was known before.
  void store_standings(RunKey run, std::span<const StandingRecord> standings);

  /// Keeps the results document of this session, in place of those of earlier sessions of the same experiment and seed.
  void store_document(const std::string& json);

  const std::filesystem::path& file() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridcensus::host
