#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "host/compare/witness.hpp"
#include "host/results/terms.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// One value of one quantity, or one finding, and who says it.
struct Voice {
  VoiceKind kind = VoiceKind::run;
  std::string name;         ///< the configuration; "given"; "expected"; "published"; the invariant
  std::string source = {};  ///< but for runs: where the value comes from, and its standing
  Problem problem;
  Witness witness = {};           ///< of runs and given values: what it rests on
  std::string contested_by = {};  ///< of a published value that is believed to be wrong: the evidence
  /// What the answer depends on beyond the problem (which grid, which moves), by parameter.
  std::map<std::string, std::string> question = {};
};

struct OutcomeVoice {
  Voice voice;
  Quantity quantity{};
  Outcome outcome;
  bool follows = false;  ///< the host made it of the quantity that it follows from
};

struct FindingVoice {
  Voice voice;
  std::string name;
  FindingValue value;
  bool same_when_transposed = false;
  std::map<std::string, std::string> row_names = {};  ///< of a published table: what its source calls a row, by its key
  bool lacks_rows = false;                            ///< of a table: as `Finding::lacks_rows`
};

/// One side of a comparison.
struct Side {
  Voice voice;
  std::optional<Quantity> quantity = {};  ///< nullopt: a finding
  std::string value = {};                 ///< as compared, after conversion, for people
};

/// By how much an approximation misses a value that is exact, or that has an error bar.
struct Deviation {
  double relative = 0;        ///< approximation / value - 1
  double standard_error = 0;  ///< of an estimate, relative to its value; 0 beside an exact value
};

/// What came of holding two voices side by side, or one against an invariant.
struct Comparison {
  std::string subject;  ///< "grids of 3x3"; "finding signature_class_table of 3x3"
  Side left;
  Side right;
  Verdict verdict = Verdict::not_comparable;
  std::vector<Shared> shared = {};          ///< what both sides rest on: an agreement says nothing of it
  std::optional<double> z = {};             ///< for estimates
  std::optional<double> p_value = {};       ///< two-sided, before the correction for many comparisons
  std::optional<Deviation> deviation = {};  ///< for an approximation: shown, no ground for a verdict
  std::string note = {};                    ///< the conversion made, the reason, the first differing row
};

/// What a finding is called wherever two could mean the same: `transposed_X` is X of the transposed problem, and one
/// that is the same for both has one name for both.
struct FindingSubject {
  std::string name;
  Problem problem;

  auto operator<=>(const FindingSubject&) const = default;
};
FindingSubject subject_of(const std::string& name, const Problem& problem, bool same_when_transposed);

/// "finding signature_class_table of 3x3".
std::string to_string(const FindingSubject& subject);

/// A finding that is a number as an outcome.
///
/// @throws std::invalid_argument  it is a table.
Outcome as_outcome(const FindingValue& number);

/// Compares two outcomes of quantities that have a common base, converting first. The verdict on estimates is left
/// open (`consistent` with a p value) until `judge`.
Comparison compare(const OutcomeVoice& left, const OutcomeVoice& right);
Comparison compare(const FindingVoice& left, const FindingVoice& right);

/// Whether two outcomes speak of the same thing: the same base quantity of the same problem, up to transposition, and
/// the same question where both were counted here.
bool are_comparable(const OutcomeVoice& left, const OutcomeVoice& right);
bool are_comparable(const FindingVoice& left, const FindingVoice& right);

/// Everything that two sides have to say to each other: each quantity with the same quantity of the other side, or with
/// one that it follows from where the other side does not have it. What is not comparable is left out, and what the
/// host made on both sides of values that are compared themselves.
std::vector<Comparison> compare_all(const std::vector<OutcomeVoice>& left, const std::vector<OutcomeVoice>& right);
std::vector<Comparison> compare_all(const std::vector<FindingVoice>& left, const std::vector<FindingVoice>& right);

/// Holds the estimates of one quantity that differ in nothing but the seed against each other, all at once.
///
/// With weights w = 1 / standard error^2, sum of w (estimate - weighted mean)^2 follows the chi-squared distribution of
/// one degree of freedom less than there are estimates, if their errors are known. They are estimated too, so that
/// Welch's F is what decides, by the degrees of freedom of the intervals; with many samples the two are the same.
///
/// @param what       "grids of 3x3"
/// @param name       of the configuration, without a seed
/// @param estimates  two or more
/// @source           B. L. Welch, On the comparison of several mean values, Biometrika 38 (1951) 330-336.
Comparison compare_spread(const std::string& what, const std::string& name, const Side& first,
                          const std::vector<const Estimate*>& estimates);

/// The divisor theorem, and every other invariant that one outcome must satisfy on its own.
std::vector<Comparison> check_invariants(const OutcomeVoice& voice);

/// Holds the outcomes of one run against each other where one follows from another and was counted all the same: an
/// invariant.
std::vector<Comparison> check_relations(const std::vector<OutcomeVoice>& outcomes);

}  // namespace gridcensus::host
