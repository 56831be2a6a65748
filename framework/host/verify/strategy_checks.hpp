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

/// A run that its strategy has prepared again from the ledger's record.
struct PreparedRun {
  std::shared_ptr<const Strategy> strategy;
  std::unique_ptr<Job> job;
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
};

/// The reason why a run cannot be prepared. Not an error.
struct NotPrepared {
  std::string reason;
};

/// Prepares a run with the same plugin that counted it.
///
/// @return  NotPrepared if no plugin with the same SHA-256 is open.
/// @throws  MalformedText if the strategy does not accept the identity or parameters; exceptions of the strategy.
std::variant<PreparedRun, NotPrepared> prepare_again(const Catalog& catalog, const RunRow& run);

/// Returns the stored units that the job has. Only these are passed to the strategy.
std::vector<Row> units_of_job(const Job& job, std::vector<Row> units);

/// The divisors that a strategy declares, by the first unit that has them; valid until the next entry.
using Divisors = std::map<std::uint64_t, std::map<std::string, GmpInteger>>;

/// The replies of a strategy, which are not in the ledger.
struct StrategyReplies {
  Divisors divisors;
  /// The outcomes that are a sum times factorials. To exclude coincidences, the strategy gets twice the sum, and must
  /// conclude twice the value.
  std::map<std::string, Formula> formulas;
};

/// Calls the strategy for the number of units, their weights and divisors, and the conclusion of their sum. Returns
/// nullopt if it could not be called.
std::optional<StrategyReplies> check_with_strategy(const Catalog& catalog, const Tables& tables,
                                                   const ConcludedRun& concluded, Checks& checks);

}  // namespace gridcensus::host::verify
