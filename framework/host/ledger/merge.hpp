#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The content of a merged ledger.
struct Merged {
  std::uint64_t ledgers = 0;  ///< the number of ledgers merged, including the output if it existed
  std::uint64_t runs = 0;
  std::uint64_t units = 0;
  std::uint64_t recounts = 0;     ///< units that two sessions counted, with the same result
  std::vector<std::string> gaps;  ///< one line for each run that lacks units that the ledgers' parts were to count
  bool is_written = false;
};

/// Merges the ledgers of the parts of one experiment. Rows already in the output stay. The bytes do not depend on the
/// order of the inputs. A unit that several inputs have is stored once, and counts as recounted. The output is replaced
/// atomically, and files left by a killed merge do not hinder the next.
///
/// Omits documents: they belong to a comparison, which the run with the merged ledger makes.
///
/// @param allow_gaps        write the output even if units are missing
/// @throws BadInput         an input is missing, or the ledgers have different experiments, plugins, seeds, compilers
///                          or SDKs; the message names them.
/// @throws ResultMismatch   two ledgers have different results for the same unit or run.
/// @throws StorageError     a ledger is damaged, or the output cannot be written.
Merged merge_ledgers(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output,
                     bool allow_gaps);

}  // namespace gridcensus::host
