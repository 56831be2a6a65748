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

/// The content of a ledger: documents as they were reported, and the rows that they came from.
struct LedgerContents {
  struct Session : SessionRow {
    double running = 0;  ///< seconds from the first to the last write
    double silent = 0;   ///< seconds since the last
  };
  struct Work {
    std::uint64_t units = 0;
    double weight = 0;
    double seconds = 0;  ///< that the units took, on a thread each
  };
  struct Run {
    RunRow row;
    std::optional<Work> job;             ///< all of it; nullopt if the run was never prepared
    bool is_left_whole = false;          ///< a part has left it to the concluding run
    std::map<std::string, Work> shares;  ///< by part
    std::vector<std::uint64_t> done;     ///< the numbers of the stored units, in order
    std::map<std::int64_t, Work> by_session;
    std::uint64_t recounts = 0;
    double seconds = 0;  ///< wall clock, over all sessions
    std::vector<FailureRow> failures;
    std::optional<Conclusion> conclusion;
    std::vector<StandingRow> standings;
    /// The session that concluded it, else all that worked for it.
    std::vector<std::int64_t> sessions;
  };

  std::filesystem::path file;
  std::map<std::int64_t, Session> sessions;
  std::vector<Run> runs;               ///< in the order in which they were begun
  std::vector<DocumentRow> documents;  ///< the oldest first
};

/// Reads a ledger, each row checked; of one that a process is writing, as it is at this moment. Nothing is written.
///
/// @return               nullopt if there is no such file, or an empty one
/// @throws StorageError  it cannot be read, or a row is damaged.
std::optional<LedgerContents> find_ledger(const std::filesystem::path& file);
/// The same.
///
/// @throws BadInput  there is no such ledger.
LedgerContents read_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
