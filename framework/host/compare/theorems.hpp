#pragma once

#include "host/compare/comparer.hpp"

#include <optional>
#include <vector>

/// Theorems that a run must satisfy on its own, without another run. `run` and `verify` check the same ones.
namespace gridcensus::host {

/// Returns the value of the quantity by a closed formula, or nullopt if none is known.
///
/// @source  docs/mathematics.md: the bands of at most three rows, and the symmetries of a shape
std::optional<Integer> closed_formula(Quantity quantity, const Problem& problem);

/// Checks the divisor theorem and every other invariant that a single outcome must satisfy.
std::vector<Comparison> check_invariants(const AttributedOutcome& origin);

/// Compares the outcomes of one run where one follows from another and was counted as well, and at least one of the two
/// is exact or a bound: an invariant. The verdict on an estimate stays open, as in `compare`.
std::vector<Comparison> check_relations(const std::vector<AttributedOutcome>& outcomes);

/// Checks the findings of a run against one another, its outcomes and inputs, and closed formulas: the sums of its
/// tables, and single numbers. Findings are known by their names and columns.
///
/// @cost  linear in the rows of the tables
std::vector<Comparison> check_findings(const RunValues& run);

/// Returns all of these checks.
std::vector<Comparison> check_theorems(const RunValues& run);

}  // namespace gridcensus::host
