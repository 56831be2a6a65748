#include "host/publish/marks.hpp"

#include "host/publish/html.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

using OutcomeEntry = ResultsDocument::OutcomeEntry;

bool is_disputed(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  return outcome.standing == Standing::disputed ||
         std::ranges::any_of(analysis.document.verdicts_on(outcome),
                             [](const auto& view) { return is_contradiction(*view.verdict); });
}

bool is_confirmed(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  return std::ranges::any_of(analysis.document.verdicts_on(outcome), [](const auto& view) {
    return is_agreement(*view.verdict) && view.other->kind != OriginKind::invariant;
  });
}

/// Returns the outcome, or the one that it follows from if that has a better standing.
const OutcomeEntry& best_supported(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  const OutcomeEntry& source = source_of(analysis.document, outcome);
  return source.standing > outcome.standing ? source : outcome;
}

}  // namespace

std::string Mark::html(bool has_words) const {
  return fmt::format(R"(<span class="mark {}"><span aria-hidden="true">{}</span>{}{}</span>)", kind, sign,
                     has_words ? " " : "", has_words ? escaped(text) : "");
}

Mark mark_of(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  const OutcomeEntry& source = source_of(analysis.document, outcome);
  if (is_disputed(analysis, outcome) || is_disputed(analysis, source)) return {"✗", "disputed", "bad"};
  const Kind kind = kind_of(outcome.outcome);
  if (kind == Kind::unfinished) return {"…", "unfinished", "open"};
  if (kind == Kind::approximation) return {"~", "approximated", "open"};
  if (kind == Kind::estimate) {
    const Score* const own = analysis.score_of(outcome);
    const Score* const score = own != nullptr ? own : analysis.score_of(source);
    if (score != nullptr)
      return {"≈", fmt::format("{} s.e.", std::fabs(score->z) < 0.05 ? "0.0" : fmt::format("{:+.1f}", score->z)),
              "near"};
    const bool has_company = is_confirmed(analysis, outcome) || is_confirmed(analysis, source);
    return {"≈", has_company ? "consistent" : "alone", has_company ? "near" : "open"};
  }
  const Standing standing = best_supported(analysis, outcome).standing;
  const bool is_alone = standing == Standing::computed || standing == Standing::recounted;
  return {is_alone ? "○" : "✓", standing_words(analysis, outcome), is_alone ? "open" : "good"};
}

std::string outcome_id(const DocumentAnalysis& analysis, const OutcomeEntry& outcome, const std::string& prefix) {
  return fmt::format("{}outcome-{}", prefix, &outcome - analysis.document.outcomes.data());
}

std::string standing_words(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  std::string words = standing_text(best_supported(analysis, outcome));
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace gridcensus::host::publish
