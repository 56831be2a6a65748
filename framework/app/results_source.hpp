#pragma once

#include "host/results/results_document.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::app {

/// Returns whether a regular file begins as those of SQLite do: then it is a ledger, or reading it as one says what is
/// wrong. A file that cannot be read is none.
bool is_database(const std::filesystem::path& file);

/// The results that a file holds: a document that --json wrote, or those of a ledger, the oldest first. A ledger that a
/// process is writing is looked at as it is at this moment.
///
/// @throws BadInput      it holds none; the message says what it is and what was expected.
/// @throws StorageError  the ledger cannot be read, or is damaged.
std::vector<host::ResultsDocument> open_results(const std::string& file);

/// Those of several files, one after the other.
std::vector<host::ResultsDocument> open_all_results(const std::vector<std::string>& files);

/// Checks that results are not written over what they come from.
///
/// @param option     that names the output
/// @param what       the input is, for the message: "the ledger"
/// @throws BadInput  both are one file, by whatever names.
void refuse_same_file(const std::string& option, const std::filesystem::path& output,
                      const std::filesystem::path& input, const std::string& what);
/// The same of the files from which results are read.
///
/// @param output     nullopt, or "-": none, or stdout
/// @throws BadInput  it is one of the files.
void refuse_input(const std::string& option, const std::optional<std::string>& output,
                  const std::vector<std::string>& files);

}  // namespace gridcensus::app
