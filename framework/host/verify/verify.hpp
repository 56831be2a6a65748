#pragma once

#include "host/verify/strategy_checks.hpp"

#include <map>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// The result of verifying a ledger.
struct Verified {
  Checks checks;
  std::vector<ConcludedRun> runs;                   ///< the concluded runs
  std::map<std::int64_t, StrategyReplies> replies;  ///< by run, if the strategy could be called
};

/// Makes every possible check.
///
/// @param catalog  has the plugins of the ledger's strategies open; nullptr: no strategy is called
Verified verify(const Tables& tables, const Catalog* catalog, const PublishedValues& published);

/// Returns the strategies of a ledger's runs.
std::vector<std::string> strategies_of(const Tables& tables);

}  // namespace gridcensus::host::verify
