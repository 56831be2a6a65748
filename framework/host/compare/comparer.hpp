#pragma once

#include "gridcensus/strategy.hpp"
#include "host/compare/comparison.hpp"
#include "host/compare/published.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// The largest number of values of one problem and its images under maps of cells of which all pairs are compared.
inline constexpr std::size_t max_in_all_pairs = 32;

/// The values and findings of one run.
struct RunValues {
  std::vector<AttributedOutcome> outcomes;
  std::vector<AttributedFinding> findings;
  /// The findings that are values of a quantity, in that form. The name of the origin includes that of the finding.
  std::vector<AttributedOutcome> quantities_found = {};
  Inputs inputs = {};  ///< taken from other runs or the user
};

/// The runs of one configuration on one problem that differ only in the seed.
struct Repeats {
  std::string name;  ///< of the configuration, without a seed
  std::vector<const RunValues*> runs;
};

/// Compares every answer with every other that is comparable.
///
/// @threads  the const functions may be called from many at once.
class Comparer {
 public:
  /// @param known      the answers that the file expects, and the values given as inputs
  /// @param published  must outlive this object; nullptr: none
  Comparer(std::vector<AttributedOutcome> known, const PublishedValues* published);

  /// Compares one run with invariants, known values and published values.
  std::vector<Comparison> compare_with_known(const RunValues& run) const;

  /// Compares two runs that do not differ in the seed alone. Skips values that one took from the other, directly or
  /// through others, because agreement on them is not evidence.
  static std::vector<Comparison> compare_runs(const RunValues& left, const RunValues& right);

  /// Compares runs that differ in the seed alone. Tests the spread of the estimates of each quantity and finding.
  /// Compares the first of the exact values and tables with each further one: if these are equal, all are.
  static std::vector<Comparison> compare_seeds(const Repeats& repeats);

  /// Compares two configurations with several seeds: each run of one with all runs of the other together.
  static std::vector<Comparison> compare_repeats(const Repeats& left, const Repeats& right);

  /// Compares known values with each other, with published ones and with totals of lists of layouts. If many are
  /// comparable with each other, compares each with the first that is given.
  std::vector<Comparison> compare_known(const std::vector<AttributedOutcome>& totals = {}) const;

  /// Decides the verdicts on estimates. With m tests, each p value must exceed (1 - confidence) / m, so an experiment
  /// without errors is called a disagreement with probability at most 1 - confidence.
  ///
  /// @source  Bonferroni correction.
  static void judge(std::vector<Comparison>& comparisons, double confidence);

 private:
  using Question = std::pair<Quantity, std::string>;

  static Question question_of(const AttributedOutcome& value);
  std::vector<AttributedOutcome> known_for(const std::vector<AttributedOutcome>& origins) const;

  std::vector<AttributedOutcome> known_;
  std::map<Question, std::vector<std::size_t>> places_;  ///< of the known values
  const PublishedValues& published_;
};

}  // namespace gridcensus::host
