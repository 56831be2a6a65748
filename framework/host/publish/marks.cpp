#include "host/publish/marks.hpp"

#include "host/publish/html.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

using OutcomeEntry = ResultsDocument::OutcomeEntry;

bool is_disputed(const Study& study, const OutcomeEntry& outcome) {
  return outcome.standing == Standing::disputed ||
         std::ranges::any_of(study.document.verdicts_on(outcome),
                             [](const auto& view) { return is_contradiction(*view.verdict); });
}

bool is_confirmed(const Study& study, const OutcomeEntry& outcome) {
  return std::ranges::any_of(study.document.verdicts_on(outcome), [](const auto& view) {
    return is_agreement(*view.verdict) && view.other->kind != OriginKind::invariant;
  });
}

/// Returns the outcome, or what it follows from: the one with the better standing.
const OutcomeEntry& best_founded(const Study& study, const OutcomeEntry& outcome) {
  const OutcomeEntry& source = source_of(study.document, outcome);
  return source.standing > outcome.standing ? source : outcome;
}

}  // namespace

std::string Mark::html(bool has_words) const {
  return fmt::format(R"(<span class="mark {}"><span aria-hidden="true">{}</span>{}{}</span>)", kind, sign,
                     has_words ? " " : "", has_words ? escaped(text) : "");
}

Mark mark_of(const Study& study, const OutcomeEntry& outcome) {
  const OutcomeEntry& source = source_of(study.document, outcome);
  if (is_disputed(study, outcome) || is_disputed(study, source)) return {"✗", "disputed", "bad"};
  const Kind kind = kind_of(outcome.outcome);
  if (kind == Kind::unfinished) return {"…", "unfinished", "open"};
  if (kind == Kind::approximation) return {"~", "approximated", "open"};
  if (kind == Kind::estimate) {
    const Score* const own = study.score_of(outcome);
    const Score* const score = own != nullptr ? own : study.score_of(source);
    if (score != nullptr)
      return {"≈", fmt::format("{} s.e.", std::fabs(score->z) < 0.05 ? "0.0" : fmt::format("{:+.1f}", score->z)),
              "near"};
    const bool has_company = is_confirmed(study, outcome) || is_confirmed(study, source);
    return {"≈", has_company ? "consistent" : "alone", has_company ? "near" : "open"};
  }
  const Standing standing = best_founded(study, outcome).standing;
  const bool is_alone = standing == Standing::computed || standing == Standing::recounted;
  return {is_alone ? "○" : "✓", standing_words(study, outcome), is_alone ? "open" : "good"};
}

std::string outcome_id(const Study& study, const OutcomeEntry& outcome, const std::string& prefix) {
  return fmt::format("{}outcome-{}", prefix, &outcome - study.document.outcomes.data());
}

std::string standing_words(const Study& study, const OutcomeEntry& outcome) {
  std::string words = standing_text(best_founded(study, outcome));
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace gridcensus::host::publish
