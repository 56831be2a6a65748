#include "host/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns a number that divides the quantity, or 1 if none is known.
Integer divisor_of(Quantity quantity, const Problem& problem) {
  if (quantity != Quantity::bands || !problem.rules.are_classic()) return known_divisor(quantity, problem);
  const auto [rows, cols] = problem.shape;
  return factorial(rows * cols) * power(factorial(cols), rows - 1) * factorial(rows - 1);
}

Integer cubes_of_binomials(int n) {
  Integer sum = 0;
  Integer binomial = 1;
  for (int k = 0; k <= n; ++k) {
    sum += power(binomial, 3);
    binomial = binomial * (n - k) / (k + 1);
  }
  return sum;
}

/// Returns the value of the quantity by a closed formula, or nullopt if none is known.
///
/// @source  docs/mathematics.md: the bands of at most three rows, and the symmetries of a shape
std::optional<Integer> closed_formula(Quantity quantity, const Problem& problem) {
  if (!problem.rules.are_classic()) return std::nullopt;
  const auto [rows, cols] = problem.shape;
  if (quantity == Quantity::symmetry_group_order) {
    const bool has_transposition = rows == cols && rows > 1;
    return power(factorial(rows), cols) * factorial(cols) * power(factorial(cols), rows) * factorial(rows) *
           (has_transposition ? 2 : 1);
  }
  if (quantity != Quantity::bands || rows > 3) return std::nullopt;
  if (rows == 1) return factorial(cols);
  if (rows == 2) return factorial(2 * cols) * power(factorial(cols), 2);
  return factorial(3 * cols) * power(factorial(cols), 6) * cubes_of_binomials(cols);
}

}  // namespace

std::vector<Comparison> check_invariants(const AttributedOutcome& origin) {
  const auto* exact = std::get_if<Exact>(&origin.outcome);
  if (exact == nullptr) return {};
  std::vector<Comparison> checks;
  const auto check = [&](std::string invariant, std::string bound, bool holds, std::string note) {
    const ValueOrigin rule{
        .kind = OriginKind::invariant, .name = std::move(invariant), .problem = origin.origin.problem};
    checks.push_back({.subject = fmt::format("{} of {}", name_of(origin.quantity), to_string(origin.origin.problem)),
                      .left = {origin.origin, origin.quantity, to_decimal(exact->value)},
                      .right = {rule, origin.quantity, std::move(bound)},
                      .verdict = holds ? Verdict::holds : Verdict::broken,
                      .note = std::move(note)});
  };
  if (exact->value < 0) check("not negative", "0", false, "a count below zero");
  if (const auto value = closed_formula(origin.quantity, origin.origin.problem)) {
    check("closed formula", to_decimal(*value), exact->value == *value, "");
    return checks;
  }
  const Integer divisor = divisor_of(origin.quantity, origin.origin.problem);
  if (divisor > 1) {
    const Integer remainder = exact->value % divisor;
    const bool holds = remainder == 0;
    check("divisor theorem", holds ? to_decimal(divisor) : "not divisible by " + group_digits(to_decimal(divisor)),
          holds, holds ? "" : "the remainder is " + group_digits(to_decimal(remainder)));
  }
  return checks;
}

std::vector<Comparison> compare_all(const std::vector<AttributedOutcome>& left,
                                    const std::vector<AttributedOutcome>& right) {
  const auto has = [](const std::vector<AttributedOutcome>& side, const AttributedOutcome& like, Quantity quantity) {
    return std::ranges::any_of(side, [&](const AttributedOutcome& origin) {
      return origin.quantity == quantity && origin.origin.name == like.origin.name &&
             origin.origin.problem == like.origin.problem;
    });
  };
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (!are_comparable(here, there)) continue;
      const Quantity base = reduction(here.quantity, here.origin.problem).base;
      if (here.follows && there.follows && has(left, here, base) && has(right, there, base)) continue;
      // A conversion adds nothing if one side has the other's quantity itself.
      if (here.quantity != there.quantity && (has(left, here, there.quantity) || has(right, there, here.quantity))) {
        continue;
      }
      found.push_back(compare(here, there));
    }
  }
  return found;
}

std::vector<Comparison> compare_all(const std::vector<AttributedFinding>& left,
                                    const std::vector<AttributedFinding>& right) {
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (are_comparable(here, there)) found.push_back(compare(here, there));
    }
  }
  return found;
}

std::vector<Comparison> check_relations(const std::vector<AttributedOutcome>& outcomes) {
  std::vector<Comparison> checks;
  for (const auto& derived : outcomes) {
    const Quantity base = reduction(derived.quantity, derived.origin.problem).base;
    const auto given = std::ranges::find(outcomes, base, &AttributedOutcome::quantity);
    if (base == derived.quantity || derived.follows || given == outcomes.end()) continue;
    const bool are_exact =
        std::holds_alternative<Exact>(derived.outcome) && std::holds_alternative<Exact>(given->outcome);
    if (!are_exact) continue;
    Comparison check = compare(derived, *given);
    check.shared.clear();
    check.right.origin = {.kind = OriginKind::invariant, .name = {}, .problem = derived.origin.problem};
    check.right.origin.name = fmt::format("{} = {}", name_of(derived.quantity), relation(derived.quantity));
    check.verdict = check.verdict == Verdict::equal ? Verdict::holds : Verdict::broken;
    check.note.clear();
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace gridcensus::host
