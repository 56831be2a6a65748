#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What a merged ledger holds.
struct Merged {
  std::uint64_t ledgers = 0;  ///< that went into it, the output's earlier self included
  std::uint64_t runs = 0;
  std::uint64_t units = 0;
  std::uint64_t recounts = 0;     ///< units that were counted twice, with the same result
  std::vector<std::string> gaps;  ///< one line for each run that lacks units that no part left out
  bool is_written = false;
};

/// Puts the ledgers of the parts of one experiment together. What the output holds already stays in it. The bytes do
/// not depend on the order of the inputs; a unit that several hold is kept once, and counts as recounted. The output
/// appears whole or not at all, and nothing of a merge that was killed gets in the way of the next.
///
/// Documents and standings are not taken over: they belong to a comparison, which the run with the merged ledger makes.
///
/// @param allow_gaps        whether the output is written though units are missing
/// @throws BadInput         no ledger at one of the places; ledgers of different experiments, plugins, seeds, compilers
///                          or SDKs: each named.
/// @throws DifferentResult  two hold different results of the same thing.
/// @throws StorageError     a ledger is damaged, or the output cannot be written.
Merged merge_ledgers(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output,
                     bool allow_gaps);

}  // namespace gridcensus::host
