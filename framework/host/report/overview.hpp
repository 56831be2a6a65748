#pragma once

#include "host/results/results_document.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The greater, the more a value of this kind says: an exact one more than an estimate, and that more than a bound.
int rank_of(const Outcome& outcome);

/// How a value stands to what is known beforehand, from least to most.
enum class Known {
  nothing,    ///< nobody has said anything of it
  contested,  ///< the published value differs, and is believed to be wrong
  expected,   ///< the experiment expects this value
  agrees,     ///< an estimate or a bound that the published value satisfies
  published,  ///< equal to the published value
  differs     ///< from the published or the expected value
};

/// The outcomes of one quantity of one question: of one problem, or of problems with the same number.
using SameQuestion = std::vector<const ResultsDocument::OutcomeEntry*>;

/// Returns the outcomes by question, in the order of the quantities and then of the problems.
std::vector<SameQuestion> outcomes_by_question(const ResultsDocument& document);

/// All that is said of one quantity of one problem, and of the transposed one where that must have the same; of every
/// exact value that somebody found there, if they differ.
struct ValueLine {
  Quantity quantity{};
  std::vector<Problem> problems;  ///< of whom the value is, in the order in which they were asked
  std::map<std::string, std::string> question;
  /// What says most: an exact value before an estimate, a bound, an approximation, and nothing.
  const ResultsDocument::OutcomeEntry* best = nullptr;
  std::set<std::string> configurations;  ///< that give a value of the same kind as the best
  std::set<std::string> strategies;      ///< theirs
  std::size_t witnesses = 0;             ///< so many strategies that share nothing found the exact value
  std::optional<double> largest_z;       ///< by how many standard errors an estimate is off something
  Known known = Known::nothing;
  bool is_disputed = false;
  bool follows = false;      ///< from another quantity of the same run, which is shown, and is as sure as that
  std::set<Quantity> given;  ///< inputs that nobody counted, where every run with this value rests on one
};

/// What a results document comes to.
struct Overview {
  const ResultsDocument& document;
  /// Comparisons that agree; the same comparison of a constant multiple is left out.
  std::vector<const ResultsDocument::VerdictEntry*> agreements = {};
  std::size_t disagreeing = 0;
  std::size_t holding = 0;  ///< invariants
  std::size_t broken = 0;
  std::map<RunState, std::size_t> runs = {};  ///< how many, by state
  std::size_t unfinished = 0;                 ///< runs that did not end, but for failed and broken ones
  double seconds = 0;                         ///< of all runs
  std::vector<ValueLine> values = {};         ///< by quantity, and then in the order of the problems

  std::size_t in_state(RunState state) const;
};

/// @param document  must outlive the overview, and stay where it is
Overview overview_of(const ResultsDocument& document);

}  // namespace gridcensus::host
