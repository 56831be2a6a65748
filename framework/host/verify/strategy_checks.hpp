#pragma once

#include "host/catalog/catalog.hpp"
#include "host/verify/concluded_run.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus::host::verify {

/// A run as its strategy prepares it once more, from what the ledger says of it.
struct PreparedRun {
  std::shared_ptr<const Strategy> strategy;
  std::unique_ptr<Job> job;
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
};

/// Why a run cannot be prepared: nobody's mistake.
struct NotPrepared {
  std::string reason;
};

/// Prepares a run by the very plugin that counted it.
///
/// @return  NotPrepared where no plugin of the same SHA-256 is open.
/// @throws  MalformedText where identity or parameters are not what the strategy takes; what the strategy throws.
std::variant<PreparedRun, NotPrepared> prepare_again(const Catalog& catalog, const RunRow& run);

/// Returns those of the stored units that the job has: a strategy is asked of no others.
std::vector<Row> units_of_job(const Job& job, std::vector<Row> units);

/// The divisors that a strategy declares, for units from one on; the same until the next entry.
using Divisors = std::map<std::uint64_t, std::map<std::string, GmpInteger>>;

/// What a strategy says beyond the ledger.
struct StrategyReplies {
  Divisors divisors;
  /// The outcomes that are a sum times factorials. That it is no chance shows when the strategy is given twice the sum,
  /// and concludes twice the value.
  std::map<std::string, Formula> formulas;
};

/// Asks the strategy: how many units, of which weights and divisors, and what their sum means. nullopt where it could
/// not be asked.
std::optional<StrategyReplies> check_with_strategy(const Catalog& catalog, const Tables& tables,
                                                   const ConcludedRun& concluded, Checks& checks);

}  // namespace gridcensus::host::verify
