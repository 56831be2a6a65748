#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// The rows of a ledger as they lie in its tables, and the checksum that each carries. A checksum covers all that its
/// row says, and names the run by the hash of its identity and the session by its checksum, never by a row number: rows
/// keep their checksums when ledgers are merged.
struct SessionRow {
  static constexpr std::string_view columns =
      "experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, version, started";

  std::string experiment;
  std::string experiment_sha256;
  std::string seed;
  std::string part;
  std::string host;
  std::string cpu;
  std::string threads;
  std::string isolation;
  std::string compiler;
  std::string version;
  std::string started;

  std::string checksum() const;
  bool operator==(const SessionRow&) const = default;
};

struct RunRow {
  static constexpr std::string_view columns =
      "identity_sha256, identity, configuration, problem, strategy, strategy_version, plugin_sha256, parameters";

  std::string identity_sha256;
  std::string identity;
  std::string configuration;
  std::string problem;
  std::string strategy;
  std::string strategy_version;
  std::string plugin_sha256;
  std::string parameters;

  std::string checksum() const;
  std::string name() const { return configuration + " on " + problem; }
  bool operator==(const RunRow&) const = default;
};

/// What a conclusion comes to in its rows. The checksum is over all of them: a row that is lost shows as well as one
/// that is damaged.
struct ConclusionRows {
  std::string units;
  std::string total;
  double seconds = 0;
  std::string ended;
  std::vector<std::pair<std::string, std::string>> outcomes;  ///< sorted by quantity
  std::vector<std::pair<std::string, std::string>> findings;  ///< sorted by name

  std::string checksum(std::string_view run, std::string_view session) const;
};

struct Conclusion;

/// @throws std::invalid_argument  a row is not what `Ledger::conclude` writes.
Conclusion decode_conclusion(const ConclusionRows& rows);

/// The results document of an experiment with a seed, as it was reported.
struct DocumentRow {
  static constexpr std::string_view columns = "experiment_sha256, seed, experiment, recorded, document";

  std::string experiment_sha256;
  std::string seed;
  std::string experiment;  ///< file name
  std::string recorded;    ///< UTC, to the microsecond
  std::string document;    ///< JSON

  std::string checksum() const;
};

/// What stands for the number of units in the share of a run that is not split.
constexpr std::string_view left_whole = "left";

// The run is given by the hash of its identity, the session by its checksum.

std::string job_checksum(std::string_view run, std::string_view units, double weight);
std::string share_checksum(std::string_view run, std::string_view part, std::string_view units, double weight);
std::string effort_checksum(std::string_view run, std::string_view session, double seconds);
std::string unit_checksum(std::string_view run, std::int64_t unit, std::string_view session, std::string_view tally,
                          double weight, double seconds);
std::string recount_checksum(std::string_view run, std::int64_t unit, std::string_view session, std::string_view tally,
                             double seconds);
std::string failure_checksum(std::string_view run, std::string_view session, std::string_view unit,
                             std::string_view state, std::string_view message, std::string_view recorded);
std::string standing_checksum(std::string_view run, std::string_view quantity, std::string_view standing,
                              std::string_view witnesses);

}  // namespace gridcensus::host
