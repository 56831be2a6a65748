#pragma once

#include "host/ledger/contents.hpp"
#include "host/results/results_document.hpp"

#include <vector>

namespace gridcensus::host {

/// The results documents of a ledger, the oldest first: one for each experiment and seed.
///
/// Where nothing has been counted since one was reported, it is that. Else it is put together from the rows: outcomes
/// and findings of what has concluded, the rest unfinished, with the standings that are stored and no verdict. It says
/// so in `assembled`, and `exit` is 4.
///
/// @throws BadInput, StorageError  a stored document or text cannot be read.
std::vector<ResultsDocument> ledger_documents(const LedgerContents& contents);

}  // namespace gridcensus::host
