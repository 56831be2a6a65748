#include "host/report/standing.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

/// What an equal value founds.
Standing founded_by(const Comparison& comparison, const Side& other) {
  switch (other.voice.kind) {
    case VoiceKind::published: return Standing::published;
    case VoiceKind::run: return comparison.shared.empty() ? Standing::cross_checked : Standing::replicated;
    case VoiceKind::given:  // what a user hands in or expects founds nothing
    case VoiceKind::expected:
    case VoiceKind::invariant: break;
  }
  return Standing::computed;
}

bool is_disputed(const ComparisonIndex& index, const Run& run, Quantity quantity) {
  return std::ranges::any_of(index.of(run, quantity), [](const ComparisonView& view) {
    return view.comparison->verdict == Verdict::disagree || view.comparison->verdict == Verdict::broken;
  });
}

Standing standing_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity) {
  const RunResult& own_result = result.runs[run.number];
  auto standing = Standing::computed;
  switch (kind_of(own_result.outcomes.at(quantity))) {
    case Kind::unfinished: return Standing::unfinished;
    case Kind::approximation: return Standing::approximated;
    case Kind::estimate: standing = Standing::estimated; break;
    case Kind::exact:
      if (own_result.recounted_units > 0) standing = Standing::recounted;
      break;
    case Kind::lower_bound:
    case Kind::upper_bound: break;
  }
  // What differs from another by a factor is wrong where that is, even if the strategy gave both itself.
  for (const auto other : run.quantities) {
    const bool is_same = reduction(other, run.problem).base == reduction(quantity, run.problem).base;
    if (is_same && is_disputed(index, run, other)) return Standing::disputed;
  }
  for (const auto& [comparison, own, other] : index.of(run, quantity)) {
    if (comparison->verdict == Verdict::equal) standing = std::max(standing, founded_by(*comparison, *other));
  }
  const auto base = run.follows_from(quantity);
  if (base && run.quantities.contains(*base)) standing = std::max(standing, standing_of(result, index, run, *base));
  return standing;
}

std::size_t witnesses_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run,
                         Quantity quantity) {
  const Outcome& outcome = result.runs[run.number].outcomes.at(quantity);
  if (kind_of(outcome) == Kind::unfinished) return 0;
  if (kind_of(outcome) != Kind::exact) return 1;
  std::vector<Witness> others;
  for (const auto& [comparison, own, other] : index.of(run, quantity)) {
    const bool is_independent = other->voice.kind == VoiceKind::run && comparison->shared.empty();
    if (comparison->verdict == Verdict::equal && is_independent) others.push_back(other->voice.witness);
  }
  std::size_t witnesses = 1 + most_that_share_nothing(std::move(others));
  const auto base = run.follows_from(quantity);
  if (base && run.quantities.contains(*base)) witnesses = std::max(witnesses, witnesses_of(result, index, run, *base));
  return witnesses;
}

}  // namespace

std::string_view name_of(Standing standing) {
  static constexpr std::array<std::string_view, 9> names{"unfinished",    "approximated", "estimated",
                                                         "computed",      "recounted",    "replicated",
                                                         "cross_checked", "published",    "disputed"};
  return names.at(static_cast<std::size_t>(standing));
}

Evidence evidence_for(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity) {
  return {standing_of(result, index, run, quantity), witnesses_of(result, index, run, quantity)};
}

}  // namespace gridcensus::host
