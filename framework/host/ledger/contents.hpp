#pragma once

#include "host/ledger/ledger.hpp"
#include "host/ledger/rows.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The results that a ledger holds: documents as they were reported, and the rows that they came from.
struct LedgerContents {
  struct Run {
    RunRow row;
    std::optional<Conclusion> conclusion;
    std::vector<StandingRecord> standings;
    std::uint64_t units = 0;               ///< how many are stored
    std::optional<std::string> job_units;  ///< how many there are; nullopt where nobody has prepared the run
    std::uint64_t recounts = 0;
    double seconds = 0;
    std::string failed;   ///< the state of its last failure, "failed" or "broken"; empty where it did not fail
    std::string message;  ///< of that
    /// By what sessions it came to be as it is: the one that concluded it, else all that worked for it.
    std::vector<std::int64_t> sessions;
  };

  std::filesystem::path file;
  std::map<std::int64_t, SessionRow> sessions;
  std::vector<Run> runs;               ///< in the order in which they were begun
  std::vector<DocumentRow> documents;  ///< the oldest first
};

/// Reads them, each row checked; of a ledger that a process is writing, as they are at this moment.
///
/// @throws BadInput      there is no such ledger.
/// @throws StorageError  it cannot be read, or a row is damaged.
LedgerContents read_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
