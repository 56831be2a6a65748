#pragma once

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

/// A run that has concluded, its texts read.
struct ConcludedRun {
  const RunRow* run = nullptr;
  Text identity;
  Problem problem;
  std::map<std::string, GmpInteger> inputs;  ///< by quantity
  std::set<std::string> quantities;          ///< that the strategy was asked for
  std::uint64_t units = 0;                   ///< how many, from 0, are in the sum
  Sums total;                                ///< as added up here
  bool is_complete = false;              ///< whether no unit is missing or foreign, and they add up to the stored sum
  std::map<std::string, Text> outcomes;  ///< by quantity
  std::map<std::string, Text> findings;  ///< by name: the value

  std::string kind(const std::string& quantity) const;  ///< empty where it has no such outcome
  /// An outcome or finding that is an exact number.
  std::optional<GmpInteger> exact(const std::string& quantity) const;
  std::optional<GmpInteger> exact_finding(const std::string& name) const;
};

// Each of these adds its lines to the checks.

/// All rows against their checksums, and what they refer to.
void check_records(const Tables& tables, Checks& checks);

/// That the units of a run are there, each once, and what they add up to. nullopt where the run has not concluded, or
/// its texts cannot be read.
std::optional<ConcludedRun> check_sums(const Tables& tables, const RunRow& run, Checks& checks);

/// What the findings of a run say of one another and of its outcomes.
void check_tables(const ConcludedRun& concluded, Checks& checks);

/// Theorems about single outcomes; runs on the same problem or its transpose with one another; published values.
void check_values(const std::vector<ConcludedRun>& all, const PublishedValues& published, Checks& checks);

/// What was reported, its outcomes and verdicts, against the values that were counted; and standings against both.
void check_documents(const Tables& tables, const std::vector<ConcludedRun>& all, const PublishedValues& published,
                     Checks& checks);

/// Returns the exact published value of a quantity of this problem or its transpose; nullopt if there is none, or it is
/// contested.
std::optional<GmpInteger> published_value(const PublishedValues& published, const Problem& problem,
                                          const std::string& quantity);

}  // namespace gridcensus::host::verify
