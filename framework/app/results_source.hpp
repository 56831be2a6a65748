#pragma once

#include "app/command_line.hpp"
#include "host/results/results_document.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::app {

/// Checks whether a regular file begins like those of SQLite: then it is a ledger, or reading it as one fails with the
/// reason. Returns false for a file that cannot be read.
bool is_database(const std::filesystem::path& file);

/// Returns the results in a file: a document that --json wrote, or those of a ledger, the oldest first. Reads a
/// snapshot of a ledger that a process is writing.
///
/// @throws BadInput      the file has no results; the message has what it is and what was expected.
/// @throws StorageError  the ledger cannot be read, or is damaged.
std::vector<host::ResultsDocument> open_results(const std::string& file);

/// Returns a results document as `view_options` ask for it; without them, the screen with the verdict.
std::string view_of(const host::ResultsDocument& document, const Arguments& arguments);

/// Checks that an output does not overwrite its input.
///
/// @param option     that names the output
/// @param what       describes the input in the message: "the ledger"
/// @throws BadInput  both are the same file, even under different names.
void refuse_same_file(const std::string& option, const std::filesystem::path& output,
                      const std::filesystem::path& input, const std::string& what);
/// Checks that an output does not overwrite one of the files that are read.
///
/// @param output     nullopt if there is none; "-" is stdout
/// @throws BadInput  the output is one of the files.
void refuse_input(const std::string& option, const std::optional<std::string>& output,
                  const std::vector<std::string>& files);

}  // namespace gridcensus::app
