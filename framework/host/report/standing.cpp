#include "host/report/standing.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

std::string_view name_of(Standing standing) {
  static constexpr std::array<std::string_view, 8> names{"unfinished", "approximated",  "estimated", "computed",
                                                         "replicated", "cross_checked", "published", "disputed"};
  return names.at(static_cast<std::size_t>(standing));
}

Standing standing_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity) {
  const Outcome& outcome = result.runs[run.number].outcomes.at(quantity);
  auto standing = Standing::computed;
  switch (kind_of(outcome)) {
    case Kind::unfinished: return Standing::unfinished;
    case Kind::approximation: return Standing::approximated;
    case Kind::estimate: standing = Standing::estimated; break;
    case Kind::exact:
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

}  // namespace gridcensus::host
