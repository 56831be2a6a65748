#pragma once

#include "host/report/document_index.hpp"
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
  std::vector<const ResultsDocument::FindingEntry*> entries;
  std::set<std::string> finders;     ///< configurations
  std::set<std::string> agreeing;    ///< voices, the published among them
  std::set<std::string> shared;      ///< what those who agree rest on together
  std::optional<Quantity> quantity;  ///< that it is the value of
  std::vector<VerdictView> views;    ///< of the comparisons with that quantity
  bool is_the_same = true;           ///< for all who agree, to the digit
  bool is_confirmed = false;         ///< by one who shares nothing with the finder
  bool is_disputed = false;
};

/// In the order in which the document has them. Deviations are none.
std::vector<FindingGroup> finding_groups(const ResultsDocument& document, const DocumentIndex& index);

}  // namespace gridcensus::host
