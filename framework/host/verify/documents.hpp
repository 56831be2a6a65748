#pragma once

#include "host/results/results_document.hpp"
#include "host/verify/concluded_run.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// How a document names a run. The ledger may know the run by the name of another configuration that counts the same.
using RunName = ResultsDocument::Who;
using VerdictEntry = ResultsDocument::VerdictEntry;
using VerdictSide = ResultsDocument::Side;

/// Returns the name of the run on one side of a verdict, or of what else is there.
RunName name_of(const VerdictSide& side);

/// Returns the quantity whose values were compared: that of both sides, or the one from which they follow; nullopt for
/// findings.
std::optional<std::string> compared_quantity(const VerdictEntry& verdict);

/// Returns the quantity that this one is when multiplied by the number of relabellings; empty if it is not such
/// classes.
std::string base_quantity_of_classes(const std::string& quantity);

/// A document of the ledger, with the runs that it speaks of.
struct StoredReport {
  const Row* row = nullptr;
  ResultsDocument document;
  std::map<RunName, std::vector<std::size_t>> verdicts_on;  ///< by either side: places in the document's verdicts
  /// The concluded runs of the ledger that each of its runs can be. There are several if they differ in their inputs or
  /// in their stream of random numbers.
  std::map<RunName, std::vector<const ConcludedRun*>> runs;
  std::map<const ConcludedRun*, const RunName*> names;  ///< the first that each of them has there

  /// Returns the name that the document has for a run; nullptr if it does not have the run.
  const RunName* name_of(const ConcludedRun& run) const;
};

/// Reads a document.
///
/// @param all  the concluded runs of the ledger
/// @throws std::exception  it is not a results document, or that of another experiment or seed.
StoredReport read_report(const Row& row, const std::vector<ConcludedRun>& all);

/// "NAME on PROBLEM", for people.
std::string to_string(const RunName& run);

}  // namespace gridcensus::host::verify
