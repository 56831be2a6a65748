#include "host/compare/compare.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gridcensus::host {

namespace {

/// What was done to make the two sides speak of the same thing.
std::string conversion_note(const OutcomeVoice& left, const OutcomeVoice& right) {
  std::string note;
  if (left.voice.problem != right.voice.problem) {
    note = fmt::format("{} = {} by transposition", to_string(left.voice.problem), to_string(right.voice.problem));
  }
  if (left.quantity != right.quantity) {
    const auto& derived = info(info(left.quantity).relation.empty() ? right.quantity : left.quantity);
    note += fmt::format("{}{} = {}", note.empty() ? "" : "; ", derived.name, derived.relation);
  }
  return note;
}

/// Two runs of one strategy are no independent witnesses.
std::string dependence_note(const Voice& left, const Voice& right) {
  const bool is_same = left.kind == VoiceKind::run && right.kind == VoiceKind::run && left.strategy == right.strategy;
  return is_same ? "same strategy" : "";
}

/// The value in units of the base quantity.
Outcome to_base(const Outcome& outcome, const Integer& divisor) {
  struct Visitor {
    const Integer& divisor;
    Outcome operator()(const Exact& exact) const { return Exact{exact.value * divisor}; }
    Outcome operator()(Estimate estimate) const {
      const Real factor = to_real(divisor);
      estimate.value *= factor;
      estimate.standard_error *= factor;
      estimate.low *= factor;
      estimate.high *= factor;
      return estimate;
    }
    Outcome operator()(const Approximation& approximation) const {
      return Approximation{approximation.value * to_real(divisor)};
    }
    Outcome operator()(const Unfinished& unfinished) const { return unfinished; }
  };
  return std::visit(Visitor{divisor}, outcome);
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
    std::string operator()(const Unfinished&) const { return "unfinished"; }
  };
  return std::visit(Visitor{}, outcome);
}

/// A value and its error, whatever its kind. An exact value has none.
struct Measured {
  Real value = 0;
  Real error = 0;
  double freedom = std::numeric_limits<double>::infinity();
};

Measured measured(const Outcome& outcome) {
  if (const auto* exact = std::get_if<Exact>(&outcome)) return {.value = to_real(exact->value)};
  const auto& estimate = std::get<Estimate>(outcome);
  return {estimate.value, estimate.standard_error, static_cast<double>(estimate.samples) - 1};
}

/// Fills in z and p. Degrees of freedom after Welch and Satterthwaite.
void test_difference(Comparison& comparison, const Measured& left, const Measured& right) {
  const Real error = std::hypot(left.error, right.error);
  const Real difference = left.value - right.value;
  if (error == 0) {
    // All samples were the same. What none of them met may be as large as you like: this is no claim to be exact.
    if (difference == 0) {
      comparison.p_value = 1;
    } else {
      comparison.verdict = Verdict::not_comparable;
      comparison.note = "the samples show no spread, so nothing is known of the error";
    }
    return;
  }
  const auto z = static_cast<double>(difference / error);
  const auto share = [&](const Measured& side) {
    const Real part = side.error / error;
    return side.error == 0 ? Real{0} : part * part * part * part / std::max<Real>(1, side.freedom);
  };
  // Capped where Student's t is the normal distribution to about twelve digits.
  const auto freedom = static_cast<double>(std::min<Real>(1e12L, 1 / (share(left) + share(right))));
  const boost::math::students_t_distribution<double> student{freedom};
  comparison.z = z;
  comparison.p_value = std::isfinite(z) ? 2 * boost::math::cdf(boost::math::complement(student, std::fabs(z))) : 0.0;
}

/// Fills in by how much the approximation misses the other value, which may be an approximation too.
void show_deviation(Comparison& comparison, const Side& approximation, Real value, const Side& other_side,
                    const Outcome& other) {
  const auto* as_rough = std::get_if<Approximation>(&other);
  const Measured truth = as_rough != nullptr ? Measured{.value = as_rough->value} : measured(other);
  const Real relative = value / truth.value - 1;
  if (as_rough == nullptr && std::isfinite(relative)) {
    comparison.deviation = {static_cast<double>(relative), static_cast<double>(truth.error / std::fabs(truth.value))};
  }
  comparison.note = fmt::format("an approximation has no error bar; {} / {} - 1 = {:+.4Lg}", approximation.voice.name,
                                other_side.voice.name, relative);
}

/// Why the values cannot be compared, or empty.
std::string obstacle(const Voice& voice, const Outcome& outcome) {
  const auto* unfinished = std::get_if<Unfinished>(&outcome);
  if (unfinished == nullptr) return {};
  return fmt::format("{} on {} is unfinished: {}", voice.name, to_string(voice.problem), unfinished->reason);
}

void compare_values(Comparison& comparison, const Outcome& left, const Outcome& right) {
  for (const auto& reason : {obstacle(comparison.left.voice, left), obstacle(comparison.right.voice, right)}) {
    if (reason.empty()) continue;
    comparison.note = reason;
    return;
  }
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
  test_difference(comparison, measured(left), measured(right));
}

/// What the file expects it expects of every answer that is given.
bool is_same_question(const Voice& left, const Voice& right) {
  const auto is_expected = [](const Voice& voice) { return voice.kind == VoiceKind::expected; };
  return is_expected(left) || is_expected(right) || left.question == right.question;
}

/// A published value that is known to be contested is shown where it differs, and no cause for alarm.
void set_contested_aside(Comparison& comparison) {
  if (comparison.verdict == Verdict::equal) return;
  for (const Side* side : {&comparison.left, &comparison.right}) {
    if (side->voice.contested_by.empty()) continue;
    comparison.verdict = Verdict::not_comparable;
    comparison.z.reset();
    comparison.p_value.reset();
    comparison.deviation.reset();
    comparison.note =
        fmt::format("{} is {}, but contested: {}", side->voice.name, side->value, side->voice.contested_by);
  }
}

std::string row_text(const std::vector<Integer>& values) {
  std::string text;
  for (const auto& value : values) text.append(text.empty() ? "" : ", ").append(to_decimal(value));
  return text;
}

void compare_tables(Comparison& comparison, const Table& left, const Table& right) {
  comparison.left.value = fmt::format("{} rows", left.rows.size());
  comparison.right.value = fmt::format("{} rows", right.rows.size());
  if (left.key != right.key || left.columns != right.columns) {
    comparison.note = "the tables have different columns";
    return;
  }
  comparison.verdict = Verdict::equal;
  const auto differ = [&](const std::string& row, const std::string& left_text, const std::string& right_text) {
    comparison.verdict = Verdict::disagree;
    comparison.note = fmt::format("first difference at {} \"{}\": {} against {}", left.key, row, left_text, right_text);
  };
  for (const auto& [row, values] : left.rows) {
    const auto other = right.rows.find(row);
    if (other == right.rows.end()) return differ(row, row_text(values), "no such row");
    if (other->second != values) return differ(row, row_text(values), row_text(other->second));
  }
  for (const auto& [row, values] : right.rows) {
    if (!left.rows.contains(row)) return differ(row, "no such row", row_text(values));
  }
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"equal",          "consistent", "disagree",
                                                         "not comparable", "holds",      "broken"};
  return names.at(static_cast<std::size_t>(verdict));
}

bool are_comparable(const OutcomeVoice& left, const OutcomeVoice& right) {
  if (reduction(left.quantity, left.voice.problem).base != reduction(right.quantity, right.voice.problem).base) {
    return false;
  }
  if (!is_same_question(left.voice, right.voice)) return false;
  const Problem& here = left.voice.problem;
  const Problem& there = right.voice.problem;
  if (here == there) return true;
  return info(left.quantity).same_when_transposed && is_transposable(here) && transposed(here) == there;
}

bool are_comparable(const FindingVoice& left, const FindingVoice& right) {
  return left.name == right.name && left.voice.problem == right.voice.problem &&
         is_same_question(left.voice, right.voice);
}

Comparison compare(const OutcomeVoice& left, const OutcomeVoice& right) {
  const auto left_base = reduction(left.quantity, left.voice.problem);
  const auto right_base = reduction(right.quantity, right.voice.problem);
  // Where both sides say the same quantity no conversion is needed, and none is shown.
  const bool convert = left.quantity != right.quantity;
  const Outcome left_outcome = convert ? to_base(left.outcome, left_base.divisor) : left.outcome;
  const Outcome right_outcome = convert ? to_base(right.outcome, right_base.divisor) : right.outcome;
  const auto compared = convert ? left_base.base : left.quantity;
  Comparison comparison{.subject = fmt::format("{} of {}", name_of(compared), to_string(left.voice.problem)),
                        .left = {left.voice, left.quantity, value_text(left_outcome)},
                        .right = {right.voice, right.quantity, value_text(right_outcome)}};
  compare_values(comparison, left_outcome, right_outcome);
  set_contested_aside(comparison);
  for (const auto& remark : {conversion_note(left, right), dependence_note(left.voice, right.voice)}) {
    if (!remark.empty()) comparison.note += (comparison.note.empty() ? "" : "; ") + remark;
  }
  return comparison;
}

Comparison compare(const FindingVoice& left, const FindingVoice& right) {
  Comparison comparison{.subject = fmt::format("finding {} of {}", left.name, to_string(left.voice.problem)),
                        .left = {left.voice},
                        .right = {right.voice}};
  const auto* left_table = std::get_if<Table>(&left.value);
  const auto* right_table = std::get_if<Table>(&right.value);
  if (left_table != nullptr && right_table != nullptr) {
    compare_tables(comparison, *left_table, *right_table);
    return comparison;
  }
  if (left_table != nullptr || right_table != nullptr) {
    comparison.note = "one is a table, the other a number";
    return comparison;
  }
  const auto outcome = [](const FindingValue& value) -> Outcome {
    if (const auto* exact = std::get_if<Exact>(&value)) return *exact;
    return std::get<Estimate>(value);
  };
  comparison.left.value = value_text(outcome(left.value));
  comparison.right.value = value_text(outcome(right.value));
  compare_values(comparison, outcome(left.value), outcome(right.value));
  return comparison;
}

std::vector<Comparison> check_invariants(const OutcomeVoice& voice) {
  const auto* exact = std::get_if<Exact>(&voice.outcome);
  if (exact == nullptr) return {};
  std::vector<Comparison> checks;
  const auto check = [&](std::string invariant, std::string bound, bool holds, std::string note) {
    const Voice rule{.kind = VoiceKind::invariant,
                     .name = std::move(invariant),
                     .strategy = {},
                     .source = {},
                     .problem = voice.voice.problem};
    checks.push_back({.subject = fmt::format("{} of {}", name_of(voice.quantity), to_string(voice.voice.problem)),
                      .left = {voice.voice, voice.quantity, to_decimal(exact->value)},
                      .right = {rule, voice.quantity, std::move(bound)},
                      .verdict = holds ? Verdict::holds : Verdict::broken,
                      .note = std::move(note)});
  };
  if (exact->value < 0) check("not negative", "0", false, "a count below zero");
  const Integer divisor = known_divisor(voice.quantity, voice.voice.problem);
  if (divisor > 1) {
    const Integer remainder = exact->value % divisor;
    check("divisor theorem", to_decimal(divisor), remainder == 0,
          remainder == 0 ? "" : fmt::format("{} leaves the remainder {}", to_decimal(divisor), to_decimal(remainder)));
  }
  return checks;
}

std::vector<Comparison> compare_all(const std::vector<OutcomeVoice>& left, const std::vector<OutcomeVoice>& right) {
  const auto has = [](const std::vector<OutcomeVoice>& side, const OutcomeVoice& like, Quantity quantity) {
    return std::ranges::any_of(side, [&](const OutcomeVoice& voice) {
      return voice.quantity == quantity && voice.voice.name == like.voice.name &&
             voice.voice.problem == like.voice.problem;
    });
  };
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (!are_comparable(here, there)) continue;
      // A conversion adds nothing where one side has the other's quantity itself.
      if (here.quantity != there.quantity && (has(left, here, there.quantity) || has(right, there, here.quantity))) {
        continue;
      }
      found.push_back(compare(here, there));
    }
  }
  return found;
}

std::vector<Comparison> compare_all(const std::vector<FindingVoice>& left, const std::vector<FindingVoice>& right) {
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (are_comparable(here, there)) found.push_back(compare(here, there));
    }
  }
  return found;
}

std::vector<Comparison> check_relations(const std::vector<OutcomeVoice>& outcomes) {
  std::vector<Comparison> checks;
  for (const auto& derived : outcomes) {
    const Quantity base = reduction(derived.quantity, derived.voice.problem).base;
    const auto given = std::ranges::find(outcomes, base, &OutcomeVoice::quantity);
    if (base == derived.quantity || given == outcomes.end()) continue;
    const bool are_exact =
        std::holds_alternative<Exact>(derived.outcome) && std::holds_alternative<Exact>(given->outcome);
    if (!are_exact) continue;
    Comparison check = compare(derived, *given);
    check.right.voice.kind = VoiceKind::invariant;
    check.right.voice.name = fmt::format("{} = {}", name_of(derived.quantity), info(derived.quantity).relation);
    check.verdict = check.verdict == Verdict::equal ? Verdict::holds : Verdict::broken;
    check.note.clear();
    checks.push_back(std::move(check));
  }
  return checks;
}

void judge(std::vector<Comparison>& comparisons, double confidence) {
  const auto tests = std::ranges::count_if(comparisons, [](const Comparison& c) { return c.p_value.has_value(); });
  if (tests == 0) return;
  const double threshold = (1 - confidence) / static_cast<double>(tests);
  for (auto& comparison : comparisons) {
    if (!comparison.p_value) continue;
    comparison.verdict = *comparison.p_value >= threshold ? Verdict::consistent : Verdict::disagree;
  }
}

}  // namespace gridcensus::host
