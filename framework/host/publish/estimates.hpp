#pragma once

#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// One estimate beside an exact value of the same.
struct Score {
  const ResultsDocument::OutcomeEntry* outcome = nullptr;
  Integer truth;
  std::string from;       ///< "published", or the configuration that counted it
  VoiceKind from_kind{};  ///< run, published, expected, given
  double z = 0;           ///< (estimate - truth) in standard errors
  std::optional<double> p_value;
  bool agrees = true;
};

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

/// How an estimate is called among its group.
std::string name_in_group(const ResultsDocument::OutcomeEntry& estimate, const EstimateGroup& group);

}  // namespace gridcensus::host::publish
