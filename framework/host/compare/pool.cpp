#include "host/compare/pool.hpp"

#include "host/compare/measured.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

/// Returns the mean of estimates that are independent of each other, with each half of its interval from those halves
/// of theirs. Not weighted: if errors are estimated too, an estimate that is too low often claims too small an error.
///
/// @source  Welch-Satterthwaite, for the degrees of freedom; Zou and Donner 2008, for the halves.
Estimate mean_of(const std::vector<const Estimate*>& estimates) {
  const auto count = static_cast<Real>(estimates.size());
  Real sum = 0;
  Real largest = 0;
  for (const auto* each : estimates) {
    sum += each->value / count;
    largest = std::max(largest, each->standard_error);
  }
  Estimate mean{.value = sum, .standard_error = 0, .low = sum, .high = sum, .confidence = 0.95, .samples = 0};
  for (const auto* each : estimates) mean.samples += each->samples;
  if (!(largest > 0)) return mean;
  // In units of the largest error, so that no power leaves the range of the numbers.
  Real squares = 0;
  Real squares_below = 0;
  Real squares_above = 0;
  Real unsure = 0;
  for (const auto* each : estimates) {
    const Measured own = measured(*each);
    const Real square = std::pow(each->standard_error / largest, 2);
    squares += square;
    squares_below += std::pow(own.below / largest, 2);
    squares_above += std::pow(own.above / largest, 2);
    unsure += square * square / own.freedom;
  }
  mean.standard_error = largest * std::sqrt(squares) / count;
  mean.degrees_of_freedom = static_cast<double>(squares * squares / unsure);
  const Real width = student_quantile(*mean.degrees_of_freedom, mean.confidence) * largest / count;
  mean.low = mean.value - width * std::sqrt(squares_below);
  mean.high = mean.value + width * std::sqrt(squares_above);
  return mean;
}

/// All values of one kind; those of other kinds are passed over.
template <class Kind, class Value>
std::vector<const Kind*> all_of(const std::vector<const Value*>& values) {
  std::vector<const Kind*> found;
  for (const auto* value : values) {
    if (const auto* const one = std::get_if<Kind>(value)) found.push_back(one);
  }
  return found;
}

/// What several values of one thing say together: an exact one what all must say, estimates their mean, bounds the
/// sharpest. nullopt where there is nothing to compare with.
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

/// The voices that speak of one thing, in the order in which the first of each came.
template <class Said, class Key>
std::vector<std::vector<const Said*>> by_subject(const std::vector<const Answers*>& runs,
                                                 std::vector<Said> Answers::*list, const Key& key_of) {
  std::vector<std::vector<const Said*>> groups;
  std::map<decltype(key_of(std::declval<const Said&>())), std::size_t> places;
  for (const auto* run : runs) {
    for (const Said& said : run->*list) {
      const auto [place, is_new] = places.try_emplace(key_of(said), groups.size());
      if (is_new) groups.emplace_back();
      groups[place->second].push_back(&said);
    }
  }
  return groups;
}

template <class Said, class Value, class Key>
std::vector<Said> pooled(const Repeats& repeats, std::vector<Said> Answers::*list, Value Said::*value,
                         const Key& key_of) {
  std::vector<Said> pool;
  for (const auto& group : by_subject(repeats.runs, list, key_of)) {
    std::vector<const Value*> values;
    for (const Said* said : group) values.push_back(&(said->*value));
    auto all = together(values);
    if (!all) continue;
    Said& said = pool.emplace_back(*group.front());
    said.*value = *std::move(all);
    said.voice.name = repeats.name;
  }
  return pool;
}

}  // namespace

Answers pool_of(const Repeats& repeats) {
  const auto by_quantity = [](const OutcomeVoice& said) { return said.quantity; };
  const auto by_name = [](const FindingVoice& said) { return said.name; };
  return {.outcomes = pooled(repeats, &Answers::outcomes, &OutcomeVoice::outcome, by_quantity),
          .findings = pooled(repeats, &Answers::findings, &FindingVoice::value, by_name)};
}

}  // namespace gridcensus::host
