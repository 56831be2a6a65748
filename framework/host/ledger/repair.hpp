#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What was set aside.
struct Repair {
  std::vector<std::string> records;  ///< "unit 17 of band_classes on 3x3"; empty where all was well
  std::filesystem::path copy;        ///< the ledger as it was, where anything was taken out of it
};

/// Takes out of a ledger every row that does not match its checksum, and what rests on rows that are missing, so that
/// the next run counts it anew: with a unit goes the conclusion of its run, with a row of a run all documents and
/// standings. The file as it was is kept beside it, as FILE.damaged, FILE.damaged-2, ...; if the repair fails, neither
/// is changed.
///
/// @throws BadInput      there is no such ledger.
/// @throws StorageError  the file is damaged beyond its rows (then only a backup helps), in use, or cannot be written.
Repair repair_ledger(const std::filesystem::path& file);

}  // namespace gridcensus::host
