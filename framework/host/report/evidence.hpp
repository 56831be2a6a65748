#pragma once

#include "host/report/finding_groups.hpp"
#include "host/report/overview.hpp"
#include "host/results/results_document.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

// The strength of the evidence for a result. Every view prints these words: the screen, --full, the report, exports,
// Python.

/// The class of an answer, for its colour.
enum class Mood {
  good,  ///< something was compared, and everything agrees
  open,  ///< nothing was compared, or something is missing
  bad    ///< something disagrees, is violated, or failed
};

/// The answer to the question of an experiment, with its reason.
struct Judgement {
  std::string word;    ///< "YES", "NO", "NOT YET", "COUNTED", ...
  std::string reason;  ///< "154 comparisons agree, 40 invariants hold."
  Mood mood = Mood::open;

  /// Returns "YES. 154 comparisons agree, 40 invariants hold."
  std::string text() const;
};

Judgement judgement_of(const Overview& overview);

/// Returns the answer and what it rests on, in at most five lines of text: the answer; how many values were found by
/// independent strategies; the weakest evidence; what agreements share; the findings. A line that has nothing to report
/// is left out.
std::vector<std::string> evidence_of(const Overview& overview);
std::vector<std::string> evidence_of(const ResultsDocument& document);

/// Returns "5 confirmed, 95 by one strategy alone".
std::string findings_summary(const std::vector<FindingGroup>& groups);

}  // namespace gridcensus::host
