#pragma once

#include "host/results/results_document.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A finding of one problem and one question, with the evidence for it.
struct FindingGroup {
  std::string subject;  ///< its name in verdicts: "finding signature_class_table of 3x3"
  std::string name;
  Problem problem;
  const ResultsDocument::FindingEntry* best = nullptr;  ///< the most informative entry
  std::set<std::string> names;       ///< of the configurations that found it, and of all that agree with them
  std::vector<std::size_t> entries;  ///< their positions in the document
  Confirmation confirmation = Confirmation::alone;
  bool is_internal = true;  ///< all entries are, and nothing disagrees: only lists of findings show it
};

/// A finding with all configurations that found the same digits.
struct SharedFinding {
  const ResultsDocument::FindingEntry* first = nullptr;
  std::vector<std::string> configurations = {};       ///< without duplicates
  std::map<std::string, std::string> row_names = {};  ///< from any of them
};

/// Groups findings with the same name, problem, question and value. Each deviation is a group of its own.
std::vector<SharedFinding> shared_findings(const ResultsDocument& document,
                                           const std::vector<const ResultsDocument::FindingEntry*>& entries);

/// Returns the entry of a finding of a run. The mark of a check of the method is not part of its help.
ResultsDocument::FindingEntry finding_entry(const ResultsDocument::RunId& run_id, const std::string& name,
                                            const Finding& finding);

/// Returns the first sentence of the help text of a finding, its definition. What follows is how to read it.
std::string definition_in(const std::string& help);

/// Returns the name of a finding in verdicts: "finding signature_class_table of 3x3".
std::string subject_of(const ResultsDocument::FindingEntry& entry);

/// Returns the groups in the order of the document, without deviations.
std::vector<FindingGroup> finding_groups(const ResultsDocument& document);

}  // namespace gridcensus::host
