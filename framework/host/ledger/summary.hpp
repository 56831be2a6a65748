#pragma once

#include "host/ledger/rows.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// How far the runs of a ledger are, without their results.
struct LedgerSummary {
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
    std::string identity_sha256;
    std::string name;                    ///< "band_classes on 3x3"
    std::optional<Work> job;             ///< all of it; nullopt where nobody has prepared it
    bool is_left_whole = false;          ///< a part has left it to the concluding run
    std::map<std::string, Work> shares;  ///< by part
    std::vector<std::uint64_t> done;     ///< the numbers of the stored units, in order
    std::map<std::int64_t, Work> by_session;
    std::uint64_t recounts = 0;
    std::vector<FailureRow> failures;
    bool is_concluded = false;
  };
  std::filesystem::path file;
  std::map<std::int64_t, Session> sessions;
  std::vector<Run> runs;
};

/// @throws BadInput      there is no such ledger.
/// @throws StorageError  it cannot be read, or a row is damaged.
LedgerSummary summarize_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
