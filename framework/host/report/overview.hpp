#pragma once

#include "host/results/results_document.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns the rank of a value by how much it determines: exact above estimate, estimate above bound.
int rank_of(const Outcome& outcome);

/// The relation of a value to what is known in advance, from least to most.
enum class ReferenceStatus {
  nothing,    ///< nothing is published or expected
  contested,  ///< the published value differs, and is believed to be wrong
  expected,   ///< as the experiment expects: equal, or an estimate or a bound that the expected value satisfies
  agrees,     ///< an estimate or a bound that the published value satisfies
  published,  ///< equal to the published value
  differs     ///< from the published or the expected value
};

/// The outcomes of one quantity of one question: of one problem, or of problems with the same number.
using SameQuestion = std::vector<const ResultsDocument::OutcomeEntry*>;

/// Returns the outcomes by question, in the order of the quantities and then of the problems.
std::vector<SameQuestion> outcomes_by_question(const ResultsDocument& document);

/// One line of the value table: a quantity of a problem, and of its transpose if the value must be equal. One line per
/// distinct exact value if strategies differ.
struct ValueLine {
  Quantity quantity{};
  std::vector<Problem> problems;  ///< that have the value, in the order in which they were asked
  std::map<std::string, std::string> question;
  /// The strongest value: exact before estimate, bound, approximation, none.
  const ResultsDocument::OutcomeEntry* best = nullptr;
  std::set<std::string> configurations;  ///< that give a value of the same kind as the best
  std::set<std::string> strategies;      ///< of these configurations
  std::size_t witnesses = 0;             ///< number of independent strategies that found the exact value
  std::optional<double> largest_z;       ///< the largest distance of an estimate from another value, in standard errors
  ReferenceStatus known = ReferenceStatus::nothing;
  bool is_disputed = false;
  bool follows = false;      ///< from another quantity of the same run, which is shown, and has the same evidence
  std::set<Quantity> given;  ///< inputs that no strategy counted, if every run with this value depends on one
};

/// Checks whether a run ended and lacks the value of a quantity: a sampler that cannot state an error.
bool lacks_value(const ResultsDocument& document, const ResultsDocument::Run& run);

/// The summary of a results document.
struct Overview {
  const ResultsDocument& document;
  /// Comparisons that agree, without repetitions of the same comparison for a constant multiple.
  std::vector<const ResultsDocument::VerdictEntry*> agreements = {};
  std::size_t disagreeing = 0;
  std::size_t holding = 0;  ///< number of invariants
  std::size_t broken = 0;
  std::map<RunState, std::size_t> runs = {};  ///< number of runs, by state
  std::size_t unfinished = 0;                 ///< runs that did not end, without failed and broken ones
  std::size_t without_value = 0;              ///< runs that ended and lack the value of a quantity
  std::vector<Problem> unanswered = {};       ///< problems without a run
  double seconds = 0;                         ///< of all runs
  std::vector<ValueLine> values = {};         ///< by quantity, and then in the order of the problems

  std::size_t in_state(RunState state) const;
};

/// @param document  must outlive the overview, and stay at its address
Overview overview_of(const ResultsDocument& document);

}  // namespace gridcensus::host
