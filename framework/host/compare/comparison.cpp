#include "host/compare/comparison.hpp"

#include "host/base/text.hpp"
#include "host/compare/measured.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

namespace gridcensus::host {

namespace {

/// Describes the conversion that made the two sides comparable.
std::string conversion_note(const AttributedOutcome& left, const AttributedOutcome& right) {
  std::string note;
  if (left.origin.problem != right.origin.problem) {
    const bool are_turned = left.origin.problem.rules.are_classic() && right.origin.problem.rules.are_classic();
    note = fmt::format("{} = {} by {}", to_string(left.origin.problem), to_string(right.origin.problem),
                       are_turned ? "transposition" : "a map of cells");
  }
  if (left.quantity != right.quantity) {
    const Quantity derived = relation(left.quantity).empty() ? right.quantity : left.quantity;
    note += fmt::format("{}{} = {}", note.empty() ? "" : "; ", name_of(derived), relation(derived));
  }
  return note;
}

/// Returns the value in units of the base quantity.
Outcome to_base(const Outcome& outcome, const Integer& divisor) {
  const auto convert = [&](auto value) -> Outcome {
    using Value = decltype(value);
    const Real factor = to_real(divisor);
    if constexpr (std::is_same_v<Value, Estimate>) {
      for (Real* const number : {&value.value, &value.standard_error, &value.low, &value.high}) *number *= factor;
    } else if constexpr (std::is_same_v<Value, Approximation>) {
      value.value *= factor;
    } else if constexpr (!std::is_same_v<Value, Unfinished>) {
      value.value *= divisor;
    }
    return value;
  };
  return std::visit(convert, outcome);
}

std::string value_text(const Outcome& outcome) {
  struct Visitor {
    std::string operator()(const Exact& exact) const { return to_decimal(exact.value); }
    std::string operator()(const Estimate& estimate) const {
      return fmt::format("{:.8Lg} +- {:.3Lg}", estimate.value, estimate.standard_error);
    }
    std::string operator()(const Approximation& approximation) const {
      return fmt::format("about {:.8Lg}", approximation.value);
    }
    std::string operator()(const LowerBound& bound) const { return "at least " + to_decimal(bound.value); }
    std::string operator()(const UpperBound& bound) const { return "at most " + to_decimal(bound.value); }
    std::string operator()(const Unfinished&) const { return "unfinished"; }
  };
  return std::visit(Visitor{}, outcome);
}

Measured measured_outcome(const Outcome& outcome) {
  if (const auto* exact = std::get_if<Exact>(&outcome)) return {.value = to_real(exact->value)};
  return measured(std::get<Estimate>(outcome));
}

/// The differences that count against the null hypothesis.
enum class Tails { both, upper };

/// Computes z and p from the halves of the intervals towards the other value (Zou and Donner 2008), with degrees of
/// freedom after Welch and Satterthwaite.
void test_difference(Comparison& comparison, const Measured& left, const Measured& right, Tails tails = Tails::both) {
  const Real difference = left.value - right.value;
  const Real left_error = difference > 0 ? left.below : left.above;
  const Real right_error = difference > 0 ? right.above : right.below;
  const Real error = std::hypot(left_error, right_error);
  if (error == 0) {
    // All samples were equal. A case that none of them met may be arbitrarily large, so this does not claim exactness.
    if (difference == 0) {
      comparison.p_value = 1;
    } else {
      comparison.verdict = Verdict::not_comparable;
      comparison.note = "the samples show no spread, so nothing is known of the error";
    }
    return;
  }
  const auto z = static_cast<double>(difference / error);
  const auto share = [&](Real part_of_error, double freedom) {
    const Real part = part_of_error / error;
    return part_of_error == 0 ? Real{0} : part * part * part * part / freedom;
  };
  const auto freedom = static_cast<double>(
      std::min<Real>(max_freedom, 1 / (share(left_error, left.freedom) + share(right_error, right.freedom))));
  const boost::math::students_t_distribution<double> student{freedom};
  const auto upper_tail = [&student](double value) {
    return std::isfinite(value) ? boost::math::cdf(boost::math::complement(student, value)) : (value > 0 ? 0.0 : 1.0);
  };
  comparison.z = z;
  comparison.p_value = tails == Tails::both ? 2 * upper_tail(std::fabs(z)) : upper_tail(z);
}

/// Records how far the approximation misses the other value, which may be an approximation, too.
void show_deviation(Comparison& comparison, const Side& approximation, Real value, const Side& other_side,
                    const Outcome& other) {
  const auto* as_rough = std::get_if<Approximation>(&other);
  const auto* estimate = std::get_if<Estimate>(&other);
  const Real truth = as_rough != nullptr ? as_rough->value : measured_outcome(other).value;
  const Real error = estimate != nullptr ? estimate->standard_error : 0;
  const Real relative = value / truth - 1;
  comparison.note = "an approximation has no error bar";
  if (!std::isfinite(relative)) return;
  comparison.note += fmt::format("; {} / {} - 1 = {:+.4Lg}", approximation.name, other_side.name, relative);
  if (as_rough != nullptr) return;
  comparison.relative_error = static_cast<double>(relative);
  comparison.relative_error_uncertainty = static_cast<double>(error / std::fabs(truth));
}

/// A bound, with the side on which the count is.
struct Bound {
  Integer value;
  bool is_lower = false;
};

std::optional<Bound> bound_of(const Outcome& outcome) {
  if (const auto* lower = std::get_if<LowerBound>(&outcome)) return Bound{lower->value, true};
  if (const auto* upper = std::get_if<UpperBound>(&outcome)) return Bound{upper->value, false};
  return std::nullopt;
}

/// Checks a bound against a value. It must hold within the error that an estimate claims, and a lower bound must not
/// exceed an upper one.
void compare_bound(Comparison& comparison, const Bound& bound, const Side& other_side, const Outcome& other) {
  const auto hold = [&comparison](bool holds) { comparison.verdict = holds ? Verdict::consistent : Verdict::disagree; };
  const std::string kind = bound.is_lower ? "a lower bound" : "an upper bound";
  comparison.note = kind;
  if (const auto other_bound = bound_of(other)) {
    if (bound.is_lower == other_bound->is_lower)
      comparison.note = "both are " + kind.substr(kind.find(' ') + 1) + "s";
    else
      hold(bound.is_lower ? bound.value <= other_bound->value : other_bound->value <= bound.value);
  } else if (const auto* exact = std::get_if<Exact>(&other)) {
    hold(bound.is_lower ? bound.value <= exact->value : exact->value <= bound.value);
  } else if (std::holds_alternative<Estimate>(other)) {
    // Positive if the bound is violated.
    const Measured estimate = measured_outcome(other);
    const Measured limit{.value = to_real(bound.value)};
    comparison.verdict = Verdict::consistent;
    if (bound.is_lower)
      test_difference(comparison, limit, estimate, Tails::upper);
    else
      test_difference(comparison, estimate, limit, Tails::upper);
  } else {
    comparison.note = fmt::format("{} has no error bar, so that {} tells nothing of it", other_side.name, kind);
  }
}

/// Returns why the values cannot be compared; empty if they can.
std::string obstacle(const Side& origin, const Outcome& outcome) {
  const auto* unfinished = std::get_if<Unfinished>(&outcome);
  if (unfinished == nullptr) return {};
  return fmt::format("{} on {} is unfinished: {}", origin.name, to_string(origin.problem), unfinished->reason);
}

void compare_values(Comparison& comparison, const Outcome& left, const Outcome& right) {
  for (const auto& reason : {obstacle(comparison.left, left), obstacle(comparison.right, right)}) {
    if (reason.empty()) continue;
    comparison.note = reason;
    return;
  }
  if (const auto bound = bound_of(left)) return compare_bound(comparison, *bound, comparison.right, right);
  if (const auto bound = bound_of(right)) return compare_bound(comparison, *bound, comparison.left, left);
  if (const auto* approximation = std::get_if<Approximation>(&left)) {
    return show_deviation(comparison, comparison.left, approximation->value, comparison.right, right);
  }
  if (const auto* approximation = std::get_if<Approximation>(&right)) {
    return show_deviation(comparison, comparison.right, approximation->value, comparison.left, left);
  }
  const auto* exact_left = std::get_if<Exact>(&left);
  const auto* exact_right = std::get_if<Exact>(&right);
  if (exact_left != nullptr && exact_right != nullptr) {
    comparison.verdict = exact_left->value == exact_right->value ? Verdict::equal : Verdict::disagree;
    return;
  }
  comparison.verdict = Verdict::consistent;
  test_difference(comparison, measured_outcome(left), measured_outcome(right));
}

/// An answer that the file expects is expected of every run, whatever its question.
bool is_same_question(const Side& left, const Side& right) {
  const auto is_expected = [](const Side& origin) { return origin.kind == OriginKind::expected; };
  return is_expected(left) || is_expected(right) || left.question == right.question;
}

void set_aside(Comparison& comparison) {
  comparison.verdict = Verdict::not_comparable;
  comparison.z.reset();
  comparison.p_value.reset();
}

/// Prevents a difference from a contested published value from being called a disagreement; it is only shown.
void set_contested_aside(Comparison& comparison) {
  if (comparison.verdict == Verdict::equal) return;
  for (const Side* side : {&comparison.left, &comparison.right}) {
    if (side->contested_by.empty()) continue;
    set_aside(comparison);
    comparison.relative_error.reset();
    comparison.relative_error_uncertainty.reset();
    comparison.note = fmt::format("{} is {}, but contested: {}", side->name, side->value, side->contested_by);
  }
}

std::string row_text(const std::vector<Integer>& values) {
  return join(values, [](const Integer& value) { return to_decimal(value); });
}

/// @param may_lack_rows  a row that only one table has is not a difference
void compare_tables(Comparison& comparison, const Table& left, const Table& right, bool may_lack_rows) {
  comparison.left.value = pluralise(left.rows.size(), "row");
  comparison.right.value = pluralise(right.rows.size(), "row");
  if (left.key != right.key || left.columns != right.columns) {
    comparison.note = "the tables have different columns";
    return;
  }
  comparison.verdict = Verdict::equal;
  std::size_t in_both = 0;
  const auto differ = [&](const std::string& row, const std::string& left_text, const std::string& right_text) {
    comparison.verdict = Verdict::disagree;
    comparison.note = fmt::format("first difference at {} \"{}\": {} against {}", left.key, row, left_text, right_text);
  };
  for (const auto& [row, values] : left.rows) {
    const auto other = right.rows.find(row);
    if (other == right.rows.end() && may_lack_rows) continue;
    if (other == right.rows.end()) return differ(row, row_text(values), "no such row");
    ++in_both;
    if (other->second != values) return differ(row, row_text(values), row_text(other->second));
  }
  for (const auto& [row, values] : right.rows) {
    if (!left.rows.contains(row) && !may_lack_rows) return differ(row, "no such row", row_text(values));
  }
  if (!may_lack_rows) return;
  comparison.note = "in both: " + pluralise(in_both, "row");
  if (in_both == 0) comparison.verdict = Verdict::not_comparable;
}

void compare_findings(Comparison& comparison, const AttributedFinding& left_origin,
                      const AttributedFinding& right_origin) {
  const FindingValue& left = left_origin.value;
  const FindingValue& right = right_origin.value;
  const auto* left_table = std::get_if<Table>(&left);
  const auto* right_table = std::get_if<Table>(&right);
  if (left_table != nullptr && right_table != nullptr) {
    return compare_tables(comparison, *left_table, *right_table, left_origin.lacks_rows || right_origin.lacks_rows);
  }
  if (left_table != nullptr || right_table != nullptr) {
    comparison.note = "one is a table, the other a number";
    return;
  }
  const Outcome left_number = as_outcome(left);
  const Outcome right_number = as_outcome(right);
  comparison.left.value = value_text(left_number);
  comparison.right.value = value_text(right_number);
  compare_values(comparison, left_number, right_number);
}

void add_remark(Comparison& comparison, const std::string& remark) {
  if (!remark.empty()) comparison.note += (comparison.note.empty() ? "" : "; ") + remark;
}

/// Records what two sides share: sides that depend on the same thing are not independent witnesses.
void note_shared(Comparison& comparison) {
  const Side& left = comparison.left;
  const Side& right = comparison.right;
  comparison.shared = shared_by(left.witness, left.name, right.witness, right.name);
  for (const auto& shared : comparison.shared) add_remark(comparison, shared.text);
}

/// Marks a value as not comparable that follows from the other side's number.
void exclude_dependent(Comparison& comparison) {
  if (comparison.verdict == Verdict::disagree) return;
  for (const auto& [consumer, source] :
       {std::pair{&comparison.left, &comparison.right}, std::pair{&comparison.right, &comparison.left}}) {
    const auto input = input_from(consumer->witness, source->witness);
    if (!input || reduction(*source->quantity, source->problem).base != reduction(*input, consumer->problem).base)
      continue;
    set_aside(comparison);
    comparison.note = fmt::format("{} takes {} {}", consumer->name, name_of(*input),
                                  source->kind == OriginKind::given ? "as given" : "from " + source->name);
  }
}

/// Returns an origin as the side of a comparison.
Side side_of(const Side& origin, std::optional<Quantity> quantity = {}, std::string value = {}) {
  Side side = origin;
  side.quantity = quantity;
  side.value = std::move(value);
  if (!side.list.empty()) side.witness = {};  // that of a total has its names only
  return side;
}

constexpr std::string_view transposed_prefix = "transposed_";

}  // namespace

Outcome as_outcome(const FindingValue& number) {
  struct Visitor {
    Outcome operator()(const Exact& exact) const { return exact; }
    Outcome operator()(const Estimate& estimate) const { return estimate; }
    Outcome operator()(const LowerBound& bound) const { return bound; }
    Outcome operator()(const UpperBound& bound) const { return bound; }
    Outcome operator()(const Table&) const { throw std::invalid_argument{"a table is no number"}; }
  };
  return std::visit(Visitor{}, number);
}

FindingSubject subject_of(const std::string& name, const Problem& problem, bool same_when_transposed) {
  if (!problem.rules.are_classic()) return {name, problem};
  const Problem transposed{problem.shape.transposed(), {}};
  if (same_when_transposed) return {name, std::min(problem, transposed)};
  if (!name.starts_with(transposed_prefix)) return {name, problem};
  return {name.substr(transposed_prefix.size()), transposed};
}

std::string to_string(const FindingSubject& subject) {
  return fmt::format("finding {} of {}", subject.name, to_string(subject.problem));
}

bool are_comparable(const AttributedOutcome& left, const AttributedOutcome& right) {
  if (reduction(left.quantity, left.origin.problem).base != reduction(right.quantity, right.origin.problem).base) {
    return false;
  }
  return left.origin.list == right.origin.list && is_same_question(left.origin, right.origin) &&
         is_carried_over(left.quantity, left.origin.problem, right.origin.problem);
}

bool are_comparable(const AttributedFinding& left, const AttributedFinding& right) {
  const bool is_same_when_transposed = left.same_when_transposed || right.same_when_transposed;
  return subject_of(left.name, left.origin.problem, is_same_when_transposed) ==
             subject_of(right.name, right.origin.problem, is_same_when_transposed) &&
         is_same_question(left.origin, right.origin);
}

Comparison compare(const AttributedOutcome& left, const AttributedOutcome& right) {
  const auto left_base = reduction(left.quantity, left.origin.problem);
  const auto right_base = reduction(right.quantity, right.origin.problem);
  // If both sides have the same quantity, no conversion is needed, and none is shown.
  const bool convert = left.quantity != right.quantity;
  const Outcome left_outcome = convert ? to_base(left.outcome, left_base.divisor) : left.outcome;
  const Outcome right_outcome = convert ? to_base(right.outcome, right_base.divisor) : right.outcome;
  const auto compared = convert ? left_base.base : left.quantity;
  const std::string& list = left.origin.list;
  Comparison comparison{.subject = list.empty()
                                       ? fmt::format("{} of {}", name_of(compared), to_string(left.origin.problem))
                                       : fmt::format("total {} of {}", name_of(right.quantity), list),
                        .left = side_of(left.origin, left.quantity, value_text(left_outcome)),
                        .right = side_of(right.origin, right.quantity, value_text(right_outcome))};
  compare_values(comparison, left_outcome, right_outcome);
  set_contested_aside(comparison);
  add_remark(comparison, conversion_note(left, right));
  note_shared(comparison);
  exclude_dependent(comparison);
  return comparison;
}

Comparison compare(const AttributedFinding& left, const AttributedFinding& right) {
  const bool is_same_when_transposed = left.same_when_transposed || right.same_when_transposed;
  const auto subject = subject_of(left.name, left.origin.problem, is_same_when_transposed);
  Comparison comparison{.subject = to_string(subject), .left = left.origin, .right = right.origin};
  compare_findings(comparison, left, right);
  note_shared(comparison);
  return comparison;
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

}  // namespace gridcensus::host
