#pragma once

#include "host/ledger/contents.hpp"
#include "host/results/results_document.hpp"

#include <vector>

namespace gridcensus::host {

/// Returns the results documents of a ledger, the oldest first: one for each experiment and seed. A document whose runs
/// are all in a later one with the same seeds is left out: its experiment was edited or extended, and run again.
///
/// If nothing has been counted since a document was reported, it is that document. Otherwise it is assembled from the
/// rows: outcomes and findings of concluded runs, the others unfinished, with the stored standings and no verdict. Such
/// a document has `assembled` set, and its `exit` is 4.
///
/// @throws BadInput, StorageError  a stored document or text cannot be read.
std::vector<ResultsDocument> ledger_documents(const LedgerContents& contents);

}  // namespace gridcensus::host
