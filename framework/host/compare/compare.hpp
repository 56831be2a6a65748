#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Where a value that is compared comes from.
enum class VoiceKind {
  run,        ///< counted here
  expected,   ///< stated in the experiment file
  published,  ///< from the data file of published values
  invariant,  ///< what must hold of any value
};

/// One value of one quantity, or one finding, and who says it.
struct Voice {
  VoiceKind kind = VoiceKind::run;
  std::string name;      ///< the configuration; "expected"; "published"; the invariant
  std::string strategy;  ///< id; empty for the other kinds
  std::string source;    ///< for the other kinds: where the value comes from, and its standing
  Problem problem;
  std::string contested_by = {};  ///< of a published value that is believed to be wrong: the evidence
  /// What the answer depends on beyond the problem (which grid, which moves), by parameter.
  std::map<std::string, std::string> question = {};
};

struct OutcomeVoice {
  Voice voice;
  Quantity quantity{};
  Outcome outcome;
};

struct FindingVoice {
  Voice voice;
  std::string name;
  FindingValue value;
  std::map<std::string, std::string> row_names = {};  ///< of a published table: what its source calls a row, by its key
};

enum class Verdict {
  equal,           ///< exact values, the same
  consistent,      ///< within the error that the estimates claim
  disagree,        ///< neither
  not_comparable,  ///< and why
  holds,           ///< an invariant
  broken,          ///< an invariant
};

std::string_view name_of(Verdict verdict);

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
  std::optional<double> z = {};             ///< for estimates
  std::optional<double> p_value = {};       ///< two-sided, before the correction for many comparisons
  std::optional<Deviation> deviation = {};  ///< for an approximation: shown, no ground for a verdict
  std::string note = {};                    ///< the conversion made, the reason, the first differing row
};

/// Compares two outcomes of quantities that have a common base, converting first. The verdict on estimates is left
/// open (`consistent` with a p value) until `judge`.
Comparison compare(const OutcomeVoice& left, const OutcomeVoice& right);
Comparison compare(const FindingVoice& left, const FindingVoice& right);

/// The divisor theorem, and every other invariant that one outcome must satisfy on its own.
std::vector<Comparison> check_invariants(const OutcomeVoice& voice);

/// Whether two outcomes speak of the same thing: the same base quantity of the same problem, up to transposition, and
/// the same question where both were counted here.
bool are_comparable(const OutcomeVoice& left, const OutcomeVoice& right);
bool are_comparable(const FindingVoice& left, const FindingVoice& right);

/// Everything that two sides have to say to each other: each quantity with the same quantity of the other side, or with
/// one that it follows from where the other side does not have it. What is not comparable is left out.
std::vector<Comparison> compare_all(const std::vector<OutcomeVoice>& left, const std::vector<OutcomeVoice>& right);
std::vector<Comparison> compare_all(const std::vector<FindingVoice>& left, const std::vector<FindingVoice>& right);

/// Holds the outcomes of one run against each other where one follows from another: an invariant.
std::vector<Comparison> check_relations(const std::vector<OutcomeVoice>& outcomes);

/// Decides the estimates: of m tests with p values each must stay above (1 - confidence) / m, so that an experiment in
/// which all is well is called a disagreement with probability at most 1 - confidence.
///
/// @source  Bonferroni correction.
void judge(std::vector<Comparison>& comparisons, double confidence);

/// The published values.
struct PublishedValues {
  std::vector<OutcomeVoice> outcomes;
  std::vector<FindingVoice> findings;
};

/// Reads the data file.
///
/// @throws BadInput  every mistake in it, located.
PublishedValues read_published_values(const std::filesystem::path& file);

/// The data file of the running program: ../share/gridcensus/published_values.yaml beside its bin folder.
std::filesystem::path published_values_file();

}  // namespace gridcensus::host
