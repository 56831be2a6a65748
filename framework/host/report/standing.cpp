#include "host/report/standing.hpp"

#include "host/compare/witness.hpp"
#include "host/report/overview.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using Entry = Document::OutcomeEntry;

/// Returns the standing that agreement with this side justifies.
Standing standing_from(const Document::VerdictView& view) {
  switch (view.other->kind) {
    case OriginKind::published: return Standing::published;
    case OriginKind::run: return view.verdict->shared.empty() ? Standing::cross_checked : Standing::replicated;
    case OriginKind::given:  // a given or expected value is not evidence
    case OriginKind::expected:
    case OriginKind::invariant: break;
  }
  return Standing::computed;
}

bool is_disputed(const Document& document, const Entry& entry) {
  return std::ranges::any_of(document.verdicts_on(entry),
                             [](const auto& view) { return is_contradiction(*view.verdict); });
}

/// Returns the outcome of the same run from which this one follows, even if the strategy yielded both itself; nullptr
/// if there is none.
const Entry* base_of(const Document& document, const Entry& entry) {
  const Quantity base = entry.follows_from.value_or(reduction(entry.quantity, entry.run_id.problem).base);
  const auto* const found = base == entry.quantity ? nullptr : document.outcome_of(entry.run_id, base);
  return found != nullptr && kind_of(found->outcome) == kind_of(entry.outcome) ? found : nullptr;
}

Standing standing_of(const Document& document, const Entry& entry) {
  const Kind kind = kind_of(entry.outcome);
  auto standing = standing_alone(kind, entry.recounted_units > 0);
  if (kind == Kind::unfinished || kind == Kind::approximation) return standing;
  // If a value is wrong, so are its constant multiples, even if the strategy yielded both itself.
  const auto reduced = [&](const Entry& of) { return reduction(of.quantity, entry.run_id.problem).base; };
  for (const auto* other : document.outcomes_of(entry.run_id)) {
    if (reduced(*other) == reduced(entry) && is_disputed(document, *other)) return Standing::disputed;
  }
  for (const auto& view : document.verdicts_on(entry)) {
    if (view.verdict->verdict == Verdict::equal) standing = std::max(standing, standing_from(view));
  }
  if (const auto* const base = base_of(document, entry)) standing = std::max(standing, standing_of(document, *base));
  return standing;
}

/// Returns the number of independent strategies that reached the value, the run's own included; 0 if there is no value.
/// Only exact values can be equal, so any other value counts only its own strategy.
std::uint64_t witnesses_of(const Document& document, const Entry& entry) {
  const Kind kind = kind_of(entry.outcome);
  if (kind != Kind::exact) return kind == Kind::unfinished ? 0 : 1;
  std::vector<Witness> others;
  for (const auto& [verdict, own, other] : document.verdicts_on(entry)) {
    const bool is_independent = other->kind == OriginKind::run && verdict->shared.empty();
    if (verdict->verdict == Verdict::equal && is_independent) others.push_back(other->witness);
  }
  std::uint64_t witnesses = 1 + max_independent_witnesses(std::move(others));
  if (const auto* const base = base_of(document, entry)) {
    witnesses = std::max(witnesses, witnesses_of(document, *base));
  }
  return witnesses;
}

/// Gives equal exact values of one question the same standing and number of witnesses, those with the strongest
/// evidence, because the evidence for a number does not depend on who found it.
void share_standings(Document& document) {
  for (const auto& question : outcomes_by_question(document)) {
    std::map<Integer, std::vector<Entry*>> equal;
    for (const auto index : question) {
      Entry& entry = document.outcomes[index];
      const auto* const exact = std::get_if<Exact>(&entry.outcome);
      if (exact != nullptr && entry.standing != Standing::disputed) equal[exact->value].push_back(&entry);
    }
    for (const auto& [value, entries] : equal) {
      Standing standing = Standing::unfinished;
      std::uint64_t witnesses = 0;
      for (const auto* entry : entries) {
        standing = std::max(standing, entry->standing);
        witnesses = std::max(witnesses, entry->witnesses);
      }
      for (auto* entry : entries) {
        // Units that another run recounted are not evidence for this run.
        if (standing != Standing::recounted) entry->standing = standing;
        entry->witnesses = witnesses;
      }
    }
  }
}

}  // namespace

Standing standing_alone(Kind kind, bool is_recounted) {
  switch (kind) {
    case Kind::unfinished: return Standing::unfinished;
    case Kind::approximation: return Standing::approximated;
    case Kind::estimate: return Standing::estimated;
    case Kind::exact: return is_recounted ? Standing::recounted : Standing::computed;
    case Kind::lower_bound:
    case Kind::upper_bound: break;
  }
  return Standing::computed;
}

void add_standings(ResultsDocument& document) {
  std::set<std::pair<std::string, Problem>> contradicting;  // runs with a finding that breaks a theorem
  for (const auto& verdict : document.verdicts) {
    if (verdict.verdict == Verdict::broken && !verdict.left.quantity)
      contradicting.emplace(verdict.left.name, verdict.left.problem);
  }
  for (auto& entry : document.outcomes) {
    entry.standing = standing_of(document, entry);
    // If a table and a total contradict each other, either may be wrong.
    const bool is_value = kind_of(entry.outcome) != Kind::unfinished && kind_of(entry.outcome) != Kind::approximation;
    if (is_value && contradicting.contains({entry.run_id.configuration, entry.run_id.problem})) {
      entry.standing = Standing::disputed;
    }
    entry.witnesses = witnesses_of(document, entry);
  }
  share_standings(document);
}

}  // namespace gridcensus::host
