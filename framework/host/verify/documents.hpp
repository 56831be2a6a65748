#pragma once

#include "host/results/results_document.hpp"
#include "host/verify/concluded_run.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// The name of a run in a document. The ledger may have it under the name of another configuration with the same count.
using RunName = ResultsDocument::Who;
using VerdictEntry = ResultsDocument::VerdictEntry;
using VerdictSide = ResultsDocument::Side;

/// Returns the name of the run, or of the other origin, on one side of a verdict.
RunName name_of(const VerdictSide& side);

/// Returns the quantity whose values were compared: that of both sides, or the one from which they follow; nullopt for
/// findings.
std::optional<std::string> compared_quantity(const VerdictEntry& verdict);

/// Returns the quantity that this one is when multiplied by the number of relabellings; empty if it is not such
/// classes.
std::string base_quantity_of_classes(const std::string& quantity);

/// A document of the ledger, with its runs.
struct StoredReport {
  const Row* row = nullptr;
  ResultsDocument document;
  std::map<RunName, std::vector<std::size_t>> verdicts_on;  ///< by either side: indices in the document's verdicts
  /// By run of the document: the concluded runs of the ledger that match it. There are several if they differ only in
  /// their inputs or their stream of random numbers.
  std::map<RunName, std::vector<const ConcludedRun*>> runs;
  std::map<const ConcludedRun*, const RunName*> names;  ///< the first name of each in the document

  /// Returns the name of a run in the document; nullptr if the document does not have the run.
  const RunName* name_of(const ConcludedRun& run) const;
};

/// Reads a document.
///
/// @param all  the concluded runs of the ledger
/// @throws std::exception  if it is not a results document, or belongs to another experiment or seed.
StoredReport read_report(const Row& row, const std::vector<ConcludedRun>& all);

/// Returns "NAME on PROBLEM", for people.
std::string to_string(const RunName& run);

}  // namespace gridcensus::host::verify
