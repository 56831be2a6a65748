#pragma once

#include "host/verify/strategy_checks.hpp"

#include <map>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// What came of a ledger.
struct Verified {
  Checks checks;
  std::vector<ConcludedRun> runs;                   ///< of the runs that have concluded
  std::map<std::int64_t, StrategyReplies> replies;  ///< by run: where the strategy could be asked
};

/// Makes every check that can be made.
///
/// @param catalog  with the plugins of the ledger's strategies open; nullptr: no strategy is asked
Verified verify(const Tables& tables, const Catalog* catalog, const PublishedValues& published);

/// The strategies of a ledger's runs.
std::vector<std::string> strategies_of(const Tables& tables);

}  // namespace gridcensus::host::verify
