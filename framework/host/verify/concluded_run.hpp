#pragma once

#include "host/compare/comparer.hpp"
#include "host/compare/published.hpp"
#include "host/verify/checks.hpp"
#include "host/verify/symmetries.hpp"
#include "host/verify/tables.hpp"
#include "host/verify/texts.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// A concluded run with its parsed texts.
// NOLINTNEXTLINE(bugprone-exception-escape): the constructor of JSON null calls one that throws for other values
struct ConcludedRun {
  const RunRow* run = nullptr;
  Text identity;
  Problem problem;
  std::map<std::string, GmpInteger> inputs;  ///< by quantity
  std::set<std::string> quantities;          ///< requested from the strategy
  std::uint64_t units = 0;                   ///< number of units, from 0, in the sum
  Sums total;                                ///< as added up here
  bool is_complete = false;                  ///< no unit is missing or foreign, and they add up to the stored sum
  std::map<std::string, Text> outcomes;      ///< by quantity
  std::map<std::string, Text> findings;      ///< by name: the value
  RunValues values;                          ///< the exact outcomes, and the findings that are exact numbers or tables

  std::string kind(const std::string& quantity) const;  ///< empty if it has no such outcome
  /// Returns the value of an outcome or finding that is an exact number.
  std::optional<GmpInteger> exact(const std::string& quantity) const;
};

// Each of these adds its lines to the checks.

/// Checks all rows against their checksums, and their references.
void check_records(const Tables& tables, Checks& checks);

/// Checks that each unit of a run exists once, and adds the units up. Returns nullopt if the run has not concluded, or
/// its texts cannot be parsed.
std::optional<ConcludedRun> check_sums(const Tables& tables, const RunRow& run, Checks& checks);

/// Checks the theorems that `run` checks, too, on the values that the ledger has.
void check_theorems(const ConcludedRun& concluded, Checks& checks);

/// Checks runs on the same problem or its transpose against one another, and all against published values.
void check_values(const std::vector<ConcludedRun>& all, const PublishedValues& published, Checks& checks);

/// Checks the reported outcomes and verdicts against the counted values, and the standings against both.
void check_documents(const Tables& tables, const std::vector<ConcludedRun>& all, const PublishedValues& published,
                     Checks& checks);

/// Returns the exact published value of a quantity of this problem or its transpose; nullopt if there is none, or it is
/// contested.
std::optional<GmpInteger> published_value(const PublishedValues& published, const Problem& problem,
                                          const std::string& quantity);

}  // namespace gridcensus::host::verify
