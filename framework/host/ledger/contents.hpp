#pragma once

#include "host/ledger/ledger.hpp"
#include "host/ledger/rows.hpp"

#include <sys/types.h>

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
    double seconds = 0;  ///< of the units, added up over threads
  };
  struct Run {
    RunRow row;
    std::optional<Work> job;             ///< of the complete run; nullopt if it was never prepared
    bool is_deferred = false;            ///< a part left the run to the process that concludes
    std::map<std::string, Work> shares;  ///< by part
    std::vector<std::uint64_t> done;     ///< the numbers of the stored units, in order
    std::map<std::int64_t, Work> by_session;
    std::uint64_t recounts = 0;
    double seconds = 0;  ///< wall time, over all sessions
    std::vector<FailureRow> failures;
    std::optional<Conclusion> conclusion;
    /// The session that concluded the run; if there is none, all that worked for it.
    std::vector<std::int64_t> sessions;
  };

  std::filesystem::path file;
  std::optional<pid_t> holder;  ///< the process of this machine that is at work on the ledger
  std::map<std::int64_t, Session> sessions;
  std::vector<Run> runs;               ///< in the order in which they began
  std::vector<DocumentRow> documents;  ///< oldest first
};

/// Reads a ledger and checks each row; writes nothing. Reads a snapshot if a process is writing the ledger.
///
/// @return               nullopt if the file is missing or empty
/// @throws StorageError  the ledger cannot be read, or a row is damaged.
std::optional<LedgerContents> find_ledger(const std::filesystem::path& file);
/// Does the same for a ledger that must exist.
///
/// @throws BadInput  there is no such ledger.
LedgerContents read_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
