#include "host/report/standing.hpp"

#include <algorithm>
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
  const Kind kind = kind_of(own_result.outcomes.at(quantity));
  auto standing = standing_alone(kind, own_result.recounted_units > 0);
  if (kind == Kind::unfinished || kind == Kind::approximation) return standing;
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

std::uint64_t witnesses_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run,
                           Quantity quantity) {
  const Outcome& outcome = result.runs[run.number].outcomes.at(quantity);
  if (kind_of(outcome) == Kind::unfinished) return 0;
  if (kind_of(outcome) != Kind::exact) return 1;
  std::vector<Witness> others;
  for (const auto& [comparison, own, other] : index.of(run, quantity)) {
    const bool is_independent = other->voice.kind == VoiceKind::run && comparison->shared.empty();
    if (comparison->verdict == Verdict::equal && is_independent) others.push_back(other->voice.witness);
  }
  std::uint64_t witnesses = 1 + most_that_share_nothing(std::move(others));
  const auto base = run.follows_from(quantity);
  if (base && run.quantities.contains(*base)) witnesses = std::max(witnesses, witnesses_of(result, index, run, *base));
  return witnesses;
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

Evidence evidence_for(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity) {
  return {standing_of(result, index, run, quantity), witnesses_of(result, index, run, quantity)};
}

}  // namespace gridcensus::host
