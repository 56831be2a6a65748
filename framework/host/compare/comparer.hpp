#pragma once

#include "host/compare/comparison.hpp"
#include "host/compare/published.hpp"

#include <vector>

namespace gridcensus::host {

/// All that one run says.
struct Answers {
  std::vector<OutcomeVoice> outcomes;
  std::vector<FindingVoice> findings;
  /// Those of the findings that are values of a quantity, as such. The name of the voice says which finding.
  std::vector<OutcomeVoice> quantities_found = {};
};

/// The runs of one configuration on one problem that differ in the seed alone.
struct Repeats {
  std::string name;  ///< of the configuration, without a seed
  std::vector<const Answers*> runs;
};

/// Holds every answer against every other that it can be held against.
///
/// @threads  the const functions may be called from many at once.
class Comparer {
 public:
  /// @param known      what the file expects, and the values that were given as inputs
  /// @param published  must outlive this object; nullptr: none
  Comparer(std::vector<OutcomeVoice> known, const PublishedValues* published);

  /// What one run says against invariants, known and published values.
  std::vector<Comparison> with_known(const Answers& run) const;

  /// What two runs say to each other that do not differ in the seed alone. What one of them took from the other,
  /// directly or through others, is no evidence for it and not compared.
  static std::vector<Comparison> between(const Answers& left, const Answers& right);

  /// What runs say to each other that differ in the seed alone: how far the estimates lie apart, a test for each
  /// quantity and finding; and the first of the exact values and tables with each further one, since all are equal if
  /// these are.
  static std::vector<Comparison> over_seeds(const Repeats& repeats);

  /// What two configurations with several seeds say to each other: each run of the one with all runs of the other
  /// together.
  static std::vector<Comparison> between_repeats(const Repeats& left, const Repeats& right);

  /// Known values with each other and with published ones.
  std::vector<Comparison> of_known() const;

  /// Decides the estimates: of m tests with p values each must stay above (1 - confidence) / m, so that an experiment
  /// in which all is well is called a disagreement with probability at most 1 - confidence.
  ///
  /// @source  Bonferroni correction.
  static void judge(std::vector<Comparison>& comparisons, double confidence);

 private:
  std::vector<OutcomeVoice> published_for(const std::vector<OutcomeVoice>& voices) const;

  std::vector<OutcomeVoice> known_;
  const PublishedValues* published_;
};

}  // namespace gridcensus::host
