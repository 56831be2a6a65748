#include "host/graph/totals.hpp"

#include "host/base/text.hpp"
#include "host/compare/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace {

/// Adds up the outcomes of one configuration for one quantity.
class Sum {
 public:
  void add(const Outcome& outcome, std::uint64_t weight) {
    if (std::holds_alternative<Unfinished>(outcome)) return;
    ++problems_;
    layouts_ += weight;
    std::visit([&](const auto& value) { add_value(value, weight); }, outcome);
  }

  Outcome total(const LayoutList& list, Quantity quantity) const {
    if (!list.adds_up(quantity)) {
      return Unfinished{fmt::format(
          "{} may differ between layouts that are alike by a rotation or a reflection; give all layouts in a file",
          name_of(quantity))};
    }
    const auto missing = list.weights.size() - problems_;
    if (missing > 0) {
      return Unfinished{fmt::format("{} of {} missing, {} of {}", missing, pluralise(list.weights.size(), "problem"),
                                    list.layouts() - layouts_, pluralise(list.layouts(), "layout"))};
    }
    const bool is_estimate = !estimates_.empty();
    if (static_cast<int>(has_lower_) + static_cast<int>(has_upper_) + static_cast<int>(is_estimate || is_rough_) > 1)
      return Unfinished{"bounds do not add up with values of another kind"};
    if (has_lower_) return LowerBound{exact_sum_};
    if (has_upper_) return UpperBound{exact_sum_};
    if (!is_estimate && !is_rough_) return Exact{exact_sum_};
    std::vector<std::pair<Real, const Estimate*>> parts;
    for (const auto& [weight, estimate] : estimates_) parts.emplace_back(weight, &estimate);
    const Estimate without_error{.value = to_real(exact_sum_)};
    parts.emplace_back(1, &without_error);
    Estimate sum = sum_of(parts);
    if (is_rough_) return Approximation{sum.value + rough_};
    return sum;
  }

 private:
  void add_value(const Exact& exact, std::uint64_t weight) { exact_sum_ += exact.value * weight; }
  void add_value(const LowerBound& bound, std::uint64_t weight) {
    has_lower_ = true;
    exact_sum_ += bound.value * weight;
  }
  void add_value(const UpperBound& bound, std::uint64_t weight) {
    has_upper_ = true;
    exact_sum_ += bound.value * weight;
  }
  void add_value(const Estimate& estimate, std::uint64_t weight) {
    Estimate& own = estimates_.emplace_back(static_cast<Real>(weight), estimate).second;
    own.convergence.clear();
  }
  void add_value(const Approximation& approximation, std::uint64_t weight) {
    is_rough_ = true;
    rough_ += static_cast<Real>(weight) * approximation.value;
  }
  void add_value(const Unfinished& /*unfinished*/, std::uint64_t /*weight*/) {}

  std::size_t problems_ = 0;
  std::uint64_t layouts_ = 0;
  Integer exact_sum_ = 0;  ///< of exact values and bounds
  bool has_lower_ = false;
  bool has_upper_ = false;
  std::vector<std::pair<Real, Estimate>> estimates_;
  bool is_rough_ = false;
  Real rough_ = 0;
};

}  // namespace

std::vector<Total> totals_of(const Experiment& experiment, const Plan& plan, const std::vector<RunResult>& runs) {
  std::vector<Total> totals;
  for (const LayoutList& list : experiment.layout_lists) {
    std::map<std::pair<const Configuration*, Quantity>, Sum> sums;  // configurations are in one vector
    for (const Run& run : plan.runs) {
      const auto weight = list.weights.find(run.problem);
      if (weight == list.weights.end()) continue;
      for (const auto& [quantity, outcome] : runs[run.number].outcomes)
        sums[{run.configuration, quantity}].add(outcome, weight->second);
    }
    for (const auto& [key, sum] : sums) totals.push_back({&list, key.first, key.second, sum.total(list, key.second)});
  }
  return totals;
}

std::vector<Comparison> compare_totals(const Experiment& experiment, const std::vector<Total>& totals) {
  std::vector<Comparison> found;
  for (const auto& expected : experiment.expected_totals) {
    for (const Total& total : totals) {
      const Problem& problem = total.list->common;
      if (total.list->name != expected.list || !share_base(total.quantity, expected.quantity, problem)) continue;
      // A conversion adds nothing if the configuration has the quantity itself.
      const bool has_it = std::ranges::any_of(totals, [&](const Total& other) {
        return other.list == total.list && other.configuration == total.configuration &&
               other.quantity == expected.quantity;
      });
      if (has_it && total.quantity != expected.quantity) continue;
      const Side own{.name = ResultsDocument::name_of_total(total.configuration->name), .problem = problem};
      const Side said{.kind = OriginKind::expected, .name = "expected", .source = expected.source, .problem = problem};
      Comparison comparison = compare(AttributedOutcome{own, total.quantity, total.outcome},
                                      AttributedOutcome{said, expected.quantity, Exact{expected.value}});
      comparison.subject = fmt::format("total {} of {}", name_of(expected.quantity), expected.list);
      found.push_back(std::move(comparison));
    }
  }
  return found;
}

}  // namespace gridcensus::host
