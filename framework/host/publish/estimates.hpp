#pragma once

#include "host/report/scores.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// Estimates of one number, which are shown together.
struct EstimateGroup {
  std::vector<const ResultsDocument::OutcomeEntry*> estimates;
  std::vector<const ResultsDocument::OutcomeEntry*> approximations;
  std::optional<Score> truth;  ///< if an exact value is known

  const Problem& problem() const { return estimates.front()->who.problem; }
  Quantity quantity() const { return estimates.front()->quantity; }
  bool has_one_problem() const;
  /// Returns the estimate with the smallest relative error, which the others are compared with if no exact value is
  /// known.
  const ResultsDocument::OutcomeEntry& most_precise() const;
  Real reference() const;
};

/// A document with derived data that several sections and figures of its page use.
struct DocumentAnalysis {
  /// @param of_document  must outlive the object, and stay at its address
  explicit DocumentAnalysis(const ResultsDocument& of_document);

  /// Returns the scores of outcomes that are not constant multiples of another outcome with a score, so each error is
  /// present once.
  std::vector<Score> own_scores() const;

  /// Returns the score of an outcome; nullptr if it has none.
  const Score* score_of(const ResultsDocument::OutcomeEntry& outcome) const;

  const ResultsDocument& document;
  /// The score of every estimate that was compared with an exact value, one for each, in the order of the outcomes. A
  /// published value takes precedence, then an expected or a given one, then that of a run.
  std::vector<Score> scores;
  /// The estimates by quantity and problem, transposed if the quantity does not change with that, and by the values
  /// that they were compared with, because a parameter may be part of the question. Multiples of other estimates are
  /// excluded.
  std::vector<EstimateGroup> groups;
};

/// Returns the outcome of the same run of which this one is a constant multiple, or the outcome itself.
const ResultsDocument::OutcomeEntry& source_of(const ResultsDocument& document,
                                               const ResultsDocument::OutcomeEntry& outcome);

/// Returns the name of a configuration without the seed: "mc@samples=1000" of "mc@samples=1000@seed=2".
std::string without_seed(const std::string& configuration);

/// Returns the name of an estimate within its group.
std::string name_in_group(const ResultsDocument::OutcomeEntry& estimate, const EstimateGroup& group);

}  // namespace gridcensus::host::publish
