#include "host/report/scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the rank of an exact value among several: the first is the value that a reader expects.
std::size_t precedence_of(OriginKind kind) {
  constexpr std::array best{OriginKind::published, OriginKind::expected, OriginKind::given, OriginKind::run};
  return static_cast<std::size_t>(std::ranges::find(best, kind) - best.begin());
}

/// Returns the score of an estimate in a comparison, or nullopt if the other side is not an exact value of the same
/// quantity.
std::optional<Score> score_by(const ResultsDocument::OutcomeEntry& outcome, const ResultsDocument::VerdictView& view) {
  const auto& [index, verdict, own, other] = view;
  const auto truth = parse_integer(other->value);
  if (!verdict->z || !truth || *truth <= 0 || other->quantity != outcome.quantity) return std::nullopt;
  return Score{.outcome = &outcome,
               .truth = *truth,
               .from = other->name,
               .from_kind = other->kind,
               .z = own == &verdict->left ? *verdict->z : -*verdict->z,
               .p_value = verdict->p_value,
               .agrees = !is_contradiction(*verdict)};
}

}  // namespace

std::vector<Score> scores_of(const ResultsDocument& document) {
  std::vector<Score> scores;
  // An agreement never hides a disagreement, even if its value takes precedence.
  const auto key = [](const Score& score) { return std::pair{score.agrees, precedence_of(score.from_kind)}; };
  for (const auto& outcome : document.outcomes) {
    if (!std::holds_alternative<Estimate>(outcome.outcome)) continue;
    std::optional<Score> best;
    for (const auto& view : document.verdicts_on(outcome)) {
      auto score = score_by(outcome, view);
      if (score && (!best || key(*score) < key(*best))) best = std::move(score);
    }
    if (best) scores.push_back(*std::move(best));
  }
  return scores;
}

bool is_constant_multiple(const Estimate& one, const Estimate& other) {
  if (one.value == 0 || other.value == 0 || other.standard_error == 0) return false;
  constexpr Real rounding = 1e-9L;
  const Real relative = other.standard_error / other.value;
  return std::fabs(one.standard_error / one.value - relative) <= rounding * std::fabs(relative);
}

}  // namespace gridcensus::host
