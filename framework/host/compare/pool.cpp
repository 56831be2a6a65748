#include "host/compare/pool.hpp"

#include "host/compare/measured.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

/// Returns the mean of independent estimates. Unweighted, because errors are estimated, too: an estimate that is too
/// low often claims too small an error.
Estimate mean_of(const std::vector<const Estimate*>& estimates) {
  std::vector<std::pair<Real, const Estimate*>> shares;
  for (const auto* each : estimates) shares.emplace_back(1 / static_cast<Real>(estimates.size()), each);
  return sum_of(shares);
}

/// Returns all values of one kind, and ignores those of other kinds.
template <class Kind, class Value>
std::vector<const Kind*> all_of(const std::vector<const Value*>& values) {
  std::vector<const Kind*> found;
  for (const auto* value : values) {
    if (const auto* const one = std::get_if<Kind>(value)) found.push_back(one);
  }
  return found;
}

/// Returns the pooled value: the exact one, which must be equal in all; the mean of estimates; the sharpest bound.
/// Returns nullopt if there is nothing to compare with.
template <class Value>
std::optional<Value> together(const std::vector<const Value*>& values) {
  const auto value_of = [](const auto* one) -> const Integer& { return one->value; };
  if (const auto exact = all_of<Exact>(values); !exact.empty()) return *exact.front();
  if (const auto estimates = all_of<Estimate>(values); !estimates.empty()) return mean_of(estimates);
  if (const auto low = all_of<LowerBound>(values); !low.empty()) return **std::ranges::max_element(low, {}, value_of);
  if (const auto high = all_of<UpperBound>(values); !high.empty())
    return **std::ranges::min_element(high, {}, value_of);
  if constexpr (std::is_same_v<Value, FindingValue>) {
    if (const auto tables = all_of<Table>(values); !tables.empty()) return *tables.front();
  } else {
    if (const auto rough = all_of<Approximation>(values); !rough.empty()) return *rough.front();
  }
  return std::nullopt;
}

/// Groups values by subject, in the order in which each subject first occurs.
template <class Attributed, class Key>
std::vector<std::vector<const Attributed*>> by_subject(const std::vector<const RunValues*>& runs,
                                                       std::vector<Attributed> RunValues::*list, const Key& key_of) {
  std::vector<std::vector<const Attributed*>> groups;
  std::map<decltype(key_of(std::declval<const Attributed&>())), std::size_t> places;
  for (const auto* run : runs) {
    for (const Attributed& attributed : run->*list) {
      const auto [place, is_new] = places.try_emplace(key_of(attributed), groups.size());
      if (is_new) groups.emplace_back();
      groups[place->second].push_back(&attributed);
    }
  }
  return groups;
}

template <class Attributed, class Value, class Key>
std::vector<Attributed> pooled(const Repeats& repeats, std::vector<Attributed> RunValues::*list,
                               Value Attributed::*value, const Key& key_of) {
  std::vector<Attributed> pool;
  for (const auto& group : by_subject(repeats.runs, list, key_of)) {
    std::vector<const Value*> values;
    for (const Attributed* attributed : group) values.push_back(&(attributed->*value));
    auto all = together(values);
    if (!all) continue;
    Attributed& attributed = pool.emplace_back(*group.front());
    attributed.*value = *std::move(all);
    attributed.origin.name = repeats.name;
  }
  return pool;
}

}  // namespace

Estimate sum_of(const std::vector<std::pair<Real, const Estimate*>>& estimates) {
  Estimate sum{.confidence = 0.95};
  Real largest = 0;
  for (const auto& [weight, each] : estimates) {
    sum.value += weight * each->value;
    sum.samples += each->samples;
    largest = std::max(largest, weight * each->standard_error);
  }
  sum.low = sum.high = sum.value;
  if (!(largest > 0)) return sum;
  // In units of the largest error, so no power leaves the range of the numbers.
  Real squares = 0;
  Real squares_below = 0;
  Real squares_above = 0;
  Real unsure = 0;
  for (const auto& [weight, each] : estimates) {
    if (!(each->standard_error > 0)) continue;
    const Measured own = measured(*each);
    const Real square = std::pow(weight * each->standard_error / largest, 2);
    squares += square;
    squares_below += std::pow(weight * own.below / largest, 2);
    squares_above += std::pow(weight * own.above / largest, 2);
    unsure += square * square / own.freedom;
  }
  sum.standard_error = largest * std::sqrt(squares);
  sum.degrees_of_freedom = static_cast<double>(squares * squares / unsure);
  const Real width = student_quantile(*sum.degrees_of_freedom, sum.confidence) * largest;
  sum.low = sum.value - width * std::sqrt(squares_below);
  sum.high = sum.value + width * std::sqrt(squares_above);
  return sum;
}

Outcome sum_of(const std::vector<std::pair<std::uint64_t, const Outcome*>>& terms) {
  std::set<Kind> kinds;  // of terms that are not exact
  Integer whole = 0;     // of exact values and bounds
  Real rough = 0;
  std::vector<std::pair<Real, const Estimate*>> estimates;
  for (const auto& [weight, outcome] : terms) {
    if (kind_of(*outcome) != Kind::exact) kinds.insert(kind_of(*outcome));
    if (const auto* const estimate = std::get_if<Estimate>(outcome)) estimates.emplace_back(weight, estimate);
    if (const auto* const approximation = std::get_if<Approximation>(outcome))
      rough += static_cast<Real>(weight) * approximation->value;
    if (const auto* const exact = std::get_if<Exact>(outcome)) whole += exact->value * weight;
    if (const auto* const low = std::get_if<LowerBound>(outcome)) whole += low->value * weight;
    if (const auto* const high = std::get_if<UpperBound>(outcome)) whole += high->value * weight;
  }
  if (kinds.empty()) return Exact{whole};
  if (kinds == std::set{Kind::lower_bound}) return LowerBound{whole};
  if (kinds == std::set{Kind::upper_bound}) return UpperBound{whole};
  if (kinds.contains(Kind::lower_bound) || kinds.contains(Kind::upper_bound))
    return Unfinished{"bounds do not add up with values of another kind"};
  const Estimate without_error{.value = to_real(whole)};
  estimates.emplace_back(1, &without_error);
  Estimate sum = sum_of(estimates);
  if (kinds.contains(Kind::approximation)) return Approximation{sum.value + rough};
  return sum;
}

RunValues pool_of(const Repeats& repeats) {
  const auto by_quantity = [](const AttributedOutcome& attributed) { return attributed.quantity; };
  const auto by_name = [](const AttributedFinding& attributed) { return attributed.name; };
  return {.outcomes = pooled(repeats, &RunValues::outcomes, &AttributedOutcome::outcome, by_quantity),
          .findings = pooled(repeats, &RunValues::findings, &AttributedFinding::value, by_name)};
}

}  // namespace gridcensus::host
