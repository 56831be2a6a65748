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

/// The origin of a compared value: a run, the user, the experiment file, published data or an invariant.
struct ValueOrigin {
  OriginKind kind = OriginKind::run;
  std::string name;         ///< the configuration; "given"; "expected"; "published"; the invariant
  std::string source = {};  ///< except for runs: the value's source and standing
  Problem problem;
  Witness witness = {};           ///< of runs and given values: everything that it depends on
  std::string contested_by = {};  ///< the evidence, if a published value is believed to be wrong
  /// The parameters on which the answer depends beyond the problem (which grid, which moves).
  std::map<std::string, std::string> question = {};
};

struct AttributedOutcome {
  ValueOrigin origin;
  Quantity quantity{};
  Outcome outcome;
  bool follows = false;  ///< the host computed it from the quantity that it follows from
};

struct AttributedFinding {
  ValueOrigin origin;
  std::string name;
  FindingValue value;
  bool same_when_transposed = false;
  std::map<std::string, std::string> row_names = {};  ///< of a published table: its source's names for rows, by key
  bool lacks_rows = false;                            ///< of a table: as `Finding::lacks_rows`
};

/// One side of a comparison.
struct Side {
  ValueOrigin origin;
  std::optional<Quantity> quantity = {};  ///< nullopt: a finding
  std::string value = {};                 ///< as compared, after conversion, for people
};

/// The deviation of an approximation from a value that is exact or has an error bar.
struct Deviation {
  double relative = 0;        ///< approximation / value - 1
  double standard_error = 0;  ///< of an estimate, relative to its value; 0 beside an exact value
};

/// The result of comparing two values, or one value with an invariant.
struct Comparison {
  std::string subject;  ///< "grids of 3x3"; "finding signature_class_table of 3x3"
  Side left;
  Side right;
  Verdict verdict = Verdict::not_comparable;
  std::vector<Shared> shared = {};          ///< what both sides depend on: agreement is no evidence for it
  std::optional<double> z = {};             ///< for estimates
  std::optional<double> p_value = {};       ///< two-sided, before the correction for many comparisons
  std::optional<Deviation> deviation = {};  ///< for an approximation: shown, never judged
  std::string note = {};                    ///< the conversion made, the reason, the first differing row
};

/// The name of a finding where two names could mean the same: `transposed_X` is X of the transposed problem, and a
/// finding that is the same for both problems has one name.
struct FindingSubject {
  std::string name;
  Problem problem;

  auto operator<=>(const FindingSubject&) const = default;
};
FindingSubject subject_of(const std::string& name, const Problem& problem, bool same_when_transposed);

/// Returns "finding signature_class_table of 3x3".
std::string to_string(const FindingSubject& subject);

/// Returns a finding that is a number as an outcome.
///
/// @throws std::invalid_argument  the finding is a table.
Outcome as_outcome(const FindingValue& number);

/// Compares two outcomes of quantities with a common base, after converting them. The verdict on estimates stays open
/// (`consistent` with a p value) until `judge`.
Comparison compare(const AttributedOutcome& left, const AttributedOutcome& right);
Comparison compare(const AttributedFinding& left, const AttributedFinding& right);

/// Checks whether two outcomes are comparable: they have the same base quantity and the same problem up to
/// transposition, and the same question if both were counted here.
bool are_comparable(const AttributedOutcome& left, const AttributedOutcome& right);
bool are_comparable(const AttributedFinding& left, const AttributedFinding& right);

/// Compares each quantity with the same quantity of the other side or, if the other side lacks it, with one that it
/// follows from. Omits pairs that are not comparable, and pairs that the host derived on both sides from values that
/// are compared anyway.
std::vector<Comparison> compare_all(const std::vector<AttributedOutcome>& left,
                                    const std::vector<AttributedOutcome>& right);
std::vector<Comparison> compare_all(const std::vector<AttributedFinding>& left,
                                    const std::vector<AttributedFinding>& right);

/// Tests whether the estimates of one quantity that differ only in the seed are consistent, all at once.
///
/// With weights w = 1 / standard error^2, sum of w (estimate - weighted mean)^2 follows the chi-squared distribution
/// with one degree of freedom less than there are estimates, if their errors are known. The errors are estimates, too,
/// so Welch's F decides, with the degrees of freedom of the intervals; with many samples the two agree.
///
/// @param what       "grids of 3x3"
/// @param name       of the configuration, without a seed
/// @param estimates  two or more
/// @source           B. L. Welch, On the comparison of several mean values, Biometrika 38 (1951) 330-336.
Comparison compare_spread(const std::string& what, const std::string& name, const Side& first,
                          const std::vector<const Estimate*>& estimates);

}  // namespace gridcensus::host
