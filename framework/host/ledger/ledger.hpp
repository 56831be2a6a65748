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
#include <string>
#include <vector>

namespace gridcensus::host {

/// Where a result comes from, beyond its identity: kept with it, never compared.
struct Provenance {
  std::string identity;  ///< canonical JSON; the ledger's key is its SHA-256
  std::string configuration;
  std::string problem;
  std::string strategy;
  std::string strategy_version;
  std::string plugin_sha256;
  std::string experiment;  ///< file name
  std::string experiment_sha256;
  std::string parameters;  ///< JSON
  std::uint64_t seed = 0;
  std::string cpu;       ///< model name and how many
  std::string compiler;  ///< build tag of the host
  std::string version;   ///< of the host
};

/// One finished unit.
struct UnitRecord {
  std::uint64_t unit = 0;
  Tally tally;
  double seconds = 0;
};

/// How a run ended.
struct Conclusion {
  std::uint64_t units = 0;  ///< how many, from 0, are in the sum
  double seconds = 0;       ///< wall clock in which a thread worked for it, over all sessions
  Outcomes outcomes;
  Findings findings;

  /// Whether no outcome is unfinished.
  bool has_values() const;
};

/// A comparison, as text for the record.
struct VerdictRecord {
  std::string subject;  ///< "grids of 3x3"
  std::string left;
  std::string right;
  std::string verdict;
};

/// A handle on one run in the ledger.
using RunKey = std::int64_t;

/// The SQLite file of runs, finished units, outcomes, findings, verdicts and where they came from.
///
/// One process at a time: the file is locked while it is open. What a function has stored is on disk when it returns.
///
/// @threads  every function may be called from any thread.
class Ledger {
 public:
  /// Opens the file, or creates it, and checks that it is whole.
  ///
  /// @throws StorageError  the file is corrupt, from a newer version, locked by another process, or cannot be written;
  ///                       the message names the file and says what to do.
  explicit Ledger(const std::filesystem::path& file);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  Ledger(Ledger&&) = delete;
  Ledger& operator=(Ledger&&) = delete;

  /// Opens a ledger only to look at it: nothing is created or written, and nullptr where there is no such file.
  ///
  /// @throws StorageError  as the constructor.
  static std::unique_ptr<Ledger> open_existing(const std::filesystem::path& file);

  /// The run with this identity; created where there is none.
  RunKey open_run(const Provenance& provenance);
  /// The run with this identity, if there is one.
  std::optional<RunKey> find_run(const std::string& identity);

  /// The identities under which a configuration has been run on a problem, newest first: what tells why a run is new.
  std::vector<std::string> identities(const std::string& configuration, const std::string& problem);

  /// Does several writes as one transaction: all of them are on disk when it returns, or, if `work` throws, none.
  void together(const std::function<void()>& work);

  /// Forgets all units and conclusions of the run (`--fresh`).
  void reset(RunKey run);

  /// Stores finished units in one transaction. A unit that is there already must be equal.
  ///
  /// @param seconds  wall clock that the run has used so far, over all sessions
  void store_units(RunKey run, std::span<const UnitRecord> units, double seconds);

  /// The finished units, in unit order, each checked against its checksum.
  ///
  /// @throws StorageError  a record is damaged; the message names run and unit.
  std::vector<UnitRecord> units(RunKey run);
  /// How many units are stored.
  std::uint64_t unit_count(RunKey run);
  /// Wall clock that the run has used in earlier sessions.
  double seconds(RunKey run);

  void conclude(RunKey run, const Conclusion& conclusion);
  /// nullopt where the run has not ended.
  ///
  /// @throws StorageError  the record is damaged.
  std::optional<Conclusion> conclusion(RunKey run);

  /// Keeps the verdicts of an experiment, in place of those of its earlier sessions.
  void store_verdicts(const std::string& experiment, const std::string& experiment_sha256,
                      std::span<const VerdictRecord> verdicts);

  const std::filesystem::path& file() const;

 private:
  struct State;
  explicit Ledger(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gridcensus::host
