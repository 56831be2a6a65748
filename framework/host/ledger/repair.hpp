#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The rows that a repair removed.
struct Repair {
  std::vector<std::string> records;  ///< "unit 17 of band_classes on 3x3"; empty if there was no damage
  std::filesystem::path copy;        ///< the ledger before the repair, if anything was removed
};

/// Removes every row that does not match its checksum, and every row that depends on missing ones, so the next run
/// recounts them: with a unit goes the conclusion of its run; with a row of a run go all documents. Keeps
/// the original file beside it, as FILE.damaged, FILE.damaged-2, ... If the repair fails, both stay as they were.
///
/// @throws BadInput      there is no such ledger.
/// @throws StorageError  the file is damaged beyond its rows (then only a backup helps), in use, or cannot be written.
Repair repair_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
