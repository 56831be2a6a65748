#pragma once

#include "host/report/scores.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// Estimates of one number, to be seen together.
struct EstimateGroup {
  std::vector<const ResultsDocument::OutcomeEntry*> estimates;
  std::vector<const ResultsDocument::OutcomeEntry*> approximations;
  std::optional<Score> truth;  ///< where an exact value is known

  const Problem& problem() const { return estimates.front()->who.problem; }
  Quantity quantity() const { return estimates.front()->quantity; }
  bool has_one_problem() const;
  /// The estimate with the least relative error: what the others are held against where nothing exact is known.
  const ResultsDocument::OutcomeEntry& finest() const;
  Real reference() const;
};

/// A document with what the sections and figures of its page ask again and again.
struct Study {
  /// @param of_document  must outlive it, and stay where it is
  explicit Study(const ResultsDocument& of_document);

  /// Returns the scores of outcomes that are not constant multiples of another one with a score: each error once.
  std::vector<Score> own_scores() const;

  /// The score of an outcome; nullptr where it has none.
  const Score* score_of(const ResultsDocument::OutcomeEntry& outcome) const;

  const ResultsDocument& document;
  /// Every estimate that was held against an exact value, once each: against a published one where there is one, else
  /// an expected or a given one, else that of a run. In the order of the outcomes.
  std::vector<Score> scores;
  /// The estimates by quantity and problem, turned on its side where that changes nothing, and by what they were held
  /// against, since a parameter may be part of the question. Multiples of what is there already are left out.
  std::vector<EstimateGroup> groups;
};

/// Returns the outcome of the same run of which this one is a constant multiple, or the outcome itself.
const ResultsDocument::OutcomeEntry& source_of(const ResultsDocument& document,
                                               const ResultsDocument::OutcomeEntry& outcome);

/// Returns the name of a configuration without the seed: "mc@samples=1000" of "mc@samples=1000@seed=2".
std::string without_seed(const std::string& configuration);

/// How an estimate is called among its group.
std::string name_in_group(const ResultsDocument::OutcomeEntry& estimate, const EstimateGroup& group);

}  // namespace gridcensus::host::publish
