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

/// The provenance of a run, stored with its results. All of it except the configuration's name is part of its identity.
struct Provenance {
  std::string identity;  ///< canonical JSON; the ledger's key is its SHA-256
  std::string configuration;
  std::string problem;
  std::string strategy;
  std::string strategy_version;
  std::string plugin_sha256;
  std::string parameters;  ///< JSON
};

/// A session from opening a ledger to closing it: the machine, the program and the experiment for which units are
/// counted. Stored with every unit, never compared.
struct Session {
  std::string experiment;  ///< file name
  std::string experiment_sha256;
  std::string seed;          ///< "1", or "1, 2, 3" if there are several
  std::string part = "1/1";  ///< of the units, "2/8"
  std::string host;
  std::string cpu;  ///< model name and number of processors
  std::string threads = "1";
  std::string isolation = "none";
  std::string compiler;  ///< toolchain of the host, with the hash of the SDK
  std::string version;   ///< of the host
};

/// A number of units and the sum of their weights.
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

/// The conclusion of a run.
struct Conclusion {
  std::uint64_t units = 0;  ///< the number of units in the sum, from unit 0
  double seconds = 0;       ///< wall time in which a thread worked for the run, over all sessions
  Outcomes outcomes;
  Findings findings;
  Tally total;  ///< the sum of the units

  /// Returns true if no outcome is unfinished.
  bool has_values() const;
};

/// A handle on one run in the ledger.
using RunKey = std::int64_t;

/// Thrown when a new result differs from the stored one: the strategy is not deterministic, or one of the two counts is
/// wrong. Nothing was stored.
class ResultMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The SQLite file of runs, finished units, outcomes, findings and results documents, with their provenance.
///
/// Only one process may open it: the file is locked while it is open. contents.hpp reads a ledger without the lock.
/// Everything that a function stored is on disk when the function returns. A stored result is never replaced by a
/// different one.
///
/// @threads  every function may be called from any thread.
class Ledger {
 public:
  /// Opens or creates the file, and checks that it is undamaged.
  ///
  /// @param session        recorded as the origin of everything stored; its row is written with the first write
  /// @throws StorageError  the file is corrupt, from another version, locked by another process, or cannot be written;
  ///                       the message names the file and says what to do.
  explicit Ledger(const std::filesystem::path& file, const Session& session = {});
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  Ledger(Ledger&&) = delete;
  Ledger& operator=(Ledger&&) = delete;

  /// Returns the run with this identity; creates it if there is none.
  RunKey open_run(const Provenance& provenance);
  /// Returns the run with this identity, or nullopt if there is none.
  std::optional<RunKey> find_run(const std::string& identity);

  /// Performs several writes as one transaction: all are on disk when it returns, or none if `work` throws.
  void in_transaction(const std::function<void()>& work);

  /// Stores the total number of units of the job.
  ///
  /// @throws ResultMismatch  another number is stored.
  void store_job(RunKey run, const UnitTotal& job);
  /// Stores the number of units in this session's part; nullopt: the run is not split, and left to the process that has
  /// all parts.
  ///
  /// @throws ResultMismatch  another number is stored.
  void store_share(RunKey run, const std::optional<UnitTotal>& share);

  /// Stores finished units in one transaction. A unit that is already stored must have an equal tally. It counts as
  /// recounted if another session counted it first.
  ///
  /// @param seconds          wall time that the run has used in this session
  /// @throws ResultMismatch  a unit is stored with another tally.
  void store_units(RunKey run, std::span<const UnitRecord> units, double seconds);

  /// Calls `use` with each finished unit, in unit order, checked against its checksum. One unit at a time is in memory.
  /// `use` must not use the ledger.
  ///
  /// @throws StorageError  a record is damaged; the message names run and unit.
  void for_each_unit(RunKey run, const std::function<void(UnitRecord)>& use);
  /// Calls `use` with the seconds of each stored unit, unchecked, because times are not part of a result.
  void for_each_unit_seconds(RunKey run, const std::function<void(double)>& use);
  /// Returns the number of units that were counted twice, with the same result.
  std::uint64_t recount_count(RunKey run);
  /// Returns the wall time that the run has used in all sessions.
  double seconds(RunKey run);

  /// Stores that a run failed in this session.
  ///
  /// @param unit   in which it failed; nullopt: not in a unit
  /// @param state  "failed" or "broken"
  void store_failure(RunKey run, std::optional<std::uint64_t> unit, const std::string& state,
                     const std::string& message);

  /// Stores the conclusion of a run; `seconds` is as for `store_units`.
  void conclude(RunKey run, const Conclusion& conclusion, double seconds);
  /// Returns the conclusion, or nullopt if the run has not concluded.
  ///
  /// @throws StorageError  the record is damaged.
  std::optional<Conclusion> conclusion(RunKey run);

  /// Stores the results document of this session, and replaces those of earlier sessions of the same experiment and
  /// seed.
  void store_document(std::string json);

  const std::filesystem::path& file() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridcensus::host
