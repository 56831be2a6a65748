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

using Side = ResultsDocument::Side;
using Comparison = ResultsDocument::VerdictEntry;

struct AttributedOutcome {
  Side origin;
  Quantity quantity{};
  Outcome outcome;
  bool follows = false;  ///< the host computed it from the quantity that it follows from
};

struct AttributedFinding {
  Side origin;
  std::string name;
  FindingValue value;
  bool same_when_transposed = false;
  std::map<std::string, std::string> row_names = {};  ///< of a published table: its source's names for rows, by key
  bool lacks_rows = false;                            ///< of a table: as `Finding::lacks_rows`
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
/// (`consistent` with a p value) until `judge`. A value that was computed from the other one is not comparable with it,
/// because they agree whatever the number is.
Comparison compare(const AttributedOutcome& left, const AttributedOutcome& right);
Comparison compare(const AttributedFinding& left, const AttributedFinding& right);

/// Checks whether two outcomes are comparable: they have the same base quantity and the same problem up to
/// transposition, or are totals of one list, and have the same question if both were counted here.
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
