#pragma once

#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::app {

/// The results that a file holds: a document that --json wrote, or those of a ledger, the oldest first. A ledger that a
/// process is writing is looked at as it is at this moment.
///
/// @throws BadInput      it holds none; the message says what it is and what was expected.
/// @throws StorageError  the ledger cannot be read, or is damaged.
std::vector<host::ResultsDocument> open_results(const std::string& file);

/// Those of several files, one after the other.
std::vector<host::ResultsDocument> open_all_results(const std::vector<std::string>& files);

/// Results must not be written over what they come from.
///
/// @param option     that names the output
/// @param output     nullopt, or "-": none, or stdout
/// @throws BadInput  it is one of the files.
void refuse_input(const std::string& option, const std::optional<std::string>& output,
                  const std::vector<std::string>& files);

}  // namespace gridcensus::app
