#pragma once

#include "host/results/results_document.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A finding of one problem and one question: by whom it was made, and who agrees on it.
struct FindingGroup {
  std::string subject;  ///< as verdicts call it: "finding signature_class_table of 3x3"
  std::string name;
  Problem problem;
  const ResultsDocument::FindingEntry* best = nullptr;  ///< what says most
  std::set<std::string> finders;                        ///< configurations
  std::set<std::string> agreeing;                       ///< origins, the published among them
  std::set<std::string> shared;                         ///< what those who agree rest on together
  std::optional<Quantity> quantity;                     ///< that it is the value of
  /// Of the comparisons with that quantity.
  std::vector<ResultsDocument::VerdictView> views;
  bool is_the_same = true;    ///< for all who agree, to the digit
  bool is_confirmed = false;  ///< by one who shares nothing with the finder
  bool is_disputed = false;
};

/// A finding, and the document that it is in.
struct FindingOf {
  const ResultsDocument* document = nullptr;
  const ResultsDocument::FindingEntry* entry = nullptr;
};

/// A finding with all configurations that found the same to the digit.
struct SharedFinding {
  const ResultsDocument::FindingEntry* first = nullptr;
  std::vector<std::string> configurations = {};       ///< each once
  std::map<std::string, std::string> row_names = {};  ///< of any of them
  std::vector<FindingOf> entries = {};
};

/// Puts those together that have one name, problem, question and value. Deviations stay alone.
std::vector<SharedFinding> shared_findings(const std::vector<FindingOf>& findings);
std::vector<SharedFinding> shared_findings(const ResultsDocument& document,
                                           const std::vector<const ResultsDocument::FindingEntry*>& entries);

/// The help text of a finding: the sentence that defines it, and how to read it, which several findings may share.
struct HelpText {
  std::string definition;
  std::string reading;  ///< empty if there is no second sentence
};
HelpText help_text(const std::string& help);

/// Returns what verdicts call a finding: "finding signature_class_table of 3x3".
std::string subject_of(const ResultsDocument::FindingEntry& entry);

/// In the order in which the document has them. Deviations are none.
std::vector<FindingGroup> finding_groups(const ResultsDocument& document);

}  // namespace gridcensus::host
