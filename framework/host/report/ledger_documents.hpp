#pragma once

#include "host/base/json.hpp"
#include "host/ledger/contents.hpp"

#include <vector>

namespace gridcensus::host {

/// The results documents of a ledger, the oldest first: one for each experiment and seed.
///
/// Where nothing has been counted since one was reported, it is that. Else it is put together from the rows: outcomes
/// and findings of what has concluded, the rest unfinished, with the standings that are stored and no verdict. It says
/// so in `assembled`, and `exit` is 4.
std::vector<Json> ledger_documents(const LedgerContents& contents);

}  // namespace gridcensus::host
