#include "host/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::host {

std::vector<Comparison> check_invariants(const OutcomeVoice& voice) {
  const auto* exact = std::get_if<Exact>(&voice.outcome);
  if (exact == nullptr) return {};
  std::vector<Comparison> checks;
  const auto check = [&](std::string invariant, std::string bound, bool holds, std::string note) {
    const Voice rule{.kind = VoiceKind::invariant, .name = std::move(invariant), .problem = voice.voice.problem};
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
      const Quantity base = reduction(here.quantity, here.voice.problem).base;
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
    if (base == derived.quantity || derived.follows || given == outcomes.end()) continue;
    const bool are_exact =
        std::holds_alternative<Exact>(derived.outcome) && std::holds_alternative<Exact>(given->outcome);
    if (!are_exact) continue;
    Comparison check = compare(derived, *given);
    check.shared.clear();
    check.right.voice = {.kind = VoiceKind::invariant, .name = {}, .problem = derived.voice.problem};
    check.right.voice.name = fmt::format("{} = {}", name_of(derived.quantity), relation(derived.quantity));
    check.verdict = check.verdict == Verdict::equal ? Verdict::holds : Verdict::broken;
    check.note.clear();
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace gridcensus::host
