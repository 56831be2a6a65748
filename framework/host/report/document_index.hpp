#pragma once

#include "host/results/results_document.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// A verdict as one of its sides sees it.
struct VerdictView {
  const ResultsDocument::VerdictEntry* verdict = nullptr;
  const ResultsDocument::Side* own = nullptr;
  const ResultsDocument::Side* other = nullptr;
};

/// What of a document speaks of what: found once, since a document may have very many entries.
class DocumentIndex {
 public:
  /// @param document  must outlive the index, and stay where it is
  explicit DocumentIndex(const ResultsDocument& document);

  /// The verdicts on what `voice` (a configuration, or a finding of it that is the value of a quantity) says.
  const std::vector<VerdictView>& of(const std::string& voice, const Problem& problem, Quantity quantity) const;
  const std::vector<VerdictView>& of(const ResultsDocument::OutcomeEntry& outcome) const {
    return of(outcome.who.configuration, outcome.who.problem, outcome.quantity);
  }

  /// The run of a configuration; nullptr where the document has none.
  const ResultsDocument::Run* run(const std::string& configuration, const Problem& problem) const;
  /// What the answers of a run depend on beyond the problem.
  const std::map<std::string, std::string>& question(const ResultsDocument::Who& who) const;
  /// The outcome of the same run for another quantity; nullptr where it has none.
  const ResultsDocument::OutcomeEntry* outcome(const ResultsDocument::Who& who, Quantity quantity) const;
  /// Where the problem comes among those that were asked.
  std::size_t place_of(const Problem& problem) const;

 private:
  const ResultsDocument& document_;
  std::map<std::tuple<std::string, Problem, Quantity>, std::vector<VerdictView>> views_;
  std::map<std::pair<std::string, Problem>, const ResultsDocument::Run*> runs_;
  std::map<Problem, std::size_t> places_;
};

/// Whether the verdict says that values agree, an invariant included.
bool is_agreement(const ResultsDocument::VerdictEntry& verdict);
bool is_contradiction(const ResultsDocument::VerdictEntry& verdict);
/// Whether it is on an invariant, which nothing was compared for.
bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict);

/// What both sides rest on: "both take grids from band_classes"; empty where that is nothing.
std::string shared_text(const ResultsDocument::VerdictEntry& verdict);

}  // namespace gridcensus::host
