#pragma once

#include "host/graph/engine.hpp"
#include "host/judge/finding_groups.hpp"
#include "host/results/results_document.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the standing of a value that was compared with nothing.
///
/// @param is_recounted  units of it were recounted in another session, with the same result
Standing standing_alone(Kind kind, bool is_recounted);

/// Sets the evidence of each outcome: its standing, and the number of independent strategies that reached it. The
/// standing of a value that follows from another quantity of the same run is at least that of this quantity. Requires
/// the witnesses of the sides of its verdicts, which a document that was read lacks.
void add_standings(ResultsDocument& document);

/// Returns the values of a document. Requires its verdicts, and the numbers of witnesses of its outcomes.
std::vector<ResultsDocument::Value> values_of(const ResultsDocument& document);

/// Sets the values of a document, whether each finding is confirmed, the answer, and the evidence for it: what its
/// entries amount to. Requires the verdicts, and the standings and witnesses of the outcomes. The evidence has at most
/// five lines: the answer; how many values were found by independent strategies; the weakest point; what agreements
/// have in common; the findings. A line that has nothing to report is left out.
void add_evidence(ResultsDocument& document);
/// Adds the same to a document of format 7, which lacks it.
void add_missing_evidence(ResultsDocument& document);

/// Returns the exit code of a session with this document. It is `incomplete` only if another session makes progress: if
/// a question has no answer although every run ended, the same command would end in the same way, as after a failure.
ExitCode exit_of(const ResultsDocument& document, const ExecutedRuns& executed);

/// Checks whether a run ended and lacks the value of a quantity: a sampler that cannot state an error.
bool lacks_value(const ResultsDocument& document, const ResultsDocument::Run& run);

/// Returns "5 confirmed, 95 by one strategy alone".
std::string findings_summary(const std::vector<FindingGroup>& groups);

}  // namespace gridcensus::host
