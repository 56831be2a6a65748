#include "host/compare/comparer.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/text.hpp"
#include "host/compare/pool.hpp"
#include "host/compare/theorems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

void append(std::vector<Comparison>& all, std::vector<Comparison> more) {
  std::ranges::move(more, std::back_inserter(all));
}

/// Checks whether the run has its own outcome for the quantity and problem of one of its findings.
bool has_outcome_for(const RunValues& run, const AttributedOutcome& finding) {
  return std::ranges::any_of(run.outcomes, [&](const AttributedOutcome& own) { return are_comparable(own, finding); });
}

/// Checks whether every seed must yield the same value.
bool must_be_equal(const Outcome& outcome) { return std::holds_alternative<Exact>(outcome); }
bool must_be_equal(const FindingValue& value) {
  return std::holds_alternative<Exact>(value) || std::holds_alternative<Table>(value);
}

/// Nothing is published.
const PublishedValues none{};

}  // namespace

Comparer::Comparer(std::vector<AttributedOutcome> known, const PublishedValues* published)
    : known_{std::move(known)}, published_{published == nullptr ? none : *published} {
  for (std::size_t i = 0; i < known_.size(); ++i) places_[question_of(known_[i])].push_back(i);
}

std::vector<Comparison> Comparer::compare_with_known(const RunValues& run) const {
  std::vector<Comparison> found = check_theorems(run);
  append(found, compare_all(run.outcomes, known_for(run.outcomes)));
  append(found, compare_all(run.outcomes, published_.outcomes));
  append(found, compare_all(run.quantities_found, published_.outcomes));
  append(found, compare_all(run.findings, published_.findings));
  return found;
}

std::vector<Comparison> Comparer::compare_runs(const RunValues& left, const RunValues& right) {
  std::vector<Comparison> found = compare_all(left.outcomes, right.outcomes);
  append(found, compare_all(left.findings, right.findings));
  for (const auto& [finder, other] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
    for (const auto& finding : finder->quantities_found) {
      if (!has_outcome_for(*finder, finding)) append(found, compare_all({finding}, other->outcomes));
    }
  }
  return found;
}

std::vector<Comparison> Comparer::compare_repeats(const Repeats& left, const Repeats& right) {
  std::vector<Comparison> found;
  for (const auto& [some, others] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
    const RunValues pool = pool_of(*others);
    for (const auto* run : some->runs) {
      for (auto& comparison : compare_runs(*run, pool)) {
        // An exact value is the same with every seed and needs no note.
        if (comparison.p_value) {
          comparison.note += fmt::format("{}{} is the mean over {}", comparison.note.empty() ? "" : "; ", others->name,
                                         pluralise(others->runs.size(), "seed"));
        }
        found.push_back(std::move(comparison));
      }
    }
  }
  return found;
}

std::vector<Comparison> Comparer::compare_seeds(const Repeats& repeats) {
  std::map<std::string, std::pair<Side, std::vector<const Estimate*>>> estimated;  // by the estimated value
  std::map<std::string, const AttributedOutcome*> exact;
  std::map<std::string, const AttributedFinding*> exact_finding;
  std::vector<Comparison> found;
  const auto add = [&](const std::string& what, const auto& origin, std::optional<Quantity> quantity, const auto& value,
                       auto& first_of) {
    if (const auto* const estimate = std::get_if<Estimate>(&value)) {
      auto& [first, estimates] = estimated[what];
      if (estimates.empty()) {
        first = origin.origin;
        first.quantity = quantity;
      }
      estimates.push_back(estimate);
    } else if (must_be_equal(value)) {
      const auto& [first, is_new] = first_of.try_emplace(what, &origin);
      if (!is_new) found.push_back(compare(*first->second, origin));
    }
  };
  for (const auto* run : repeats.runs) {
    for (const auto& outcome : run->outcomes) {
      // The outcome from which it follows is compared already.
      if (outcome.follows) continue;
      add(fmt::format("{} of {}", name_of(outcome.quantity), to_string(outcome.origin.problem)), outcome,
          outcome.quantity, outcome.outcome, exact);
    }
    for (const auto& finding : run->findings) {
      add(to_string(subject_of(finding.name, finding.origin.problem, false)), finding, {}, finding.value,
          exact_finding);
    }
  }
  for (const auto& [what, estimates] : estimated) {
    if (estimates.second.size() > 1)
      found.push_back(compare_spread(what, repeats.name, estimates.first, estimates.second));
  }
  return found;
}

std::vector<Comparison> Comparer::compare_known(const std::vector<AttributedOutcome>& totals) const {
  std::vector<Comparison> found;
  const auto is_given = [this](std::size_t place) { return known_[place].origin.kind == OriginKind::given; };
  for (std::size_t left = 0; left < known_.size(); ++left) {
    if (is_given(left)) append(found, check_invariants(known_[left]));
    const auto& related = places_.at(question_of(known_[left]));
    const auto first_given = std::ranges::find_if(related, is_given);
    if (first_given == related.end()) continue;
    for (auto right = std::ranges::upper_bound(related, left); right != related.end(); ++right) {
      // The reader of the file compares two expectations with each other; a given value is treated like an answer.
      const bool is_compared = related.size() <= max_in_all_pairs ? is_given(left) || is_given(*right)
                                                                  : left == *first_given || *right == *first_given;
      if (is_compared && are_comparable(known_[left], known_[*right]))
        found.push_back(compare(known_[left], known_[*right]));
    }
  }
  append(found, compare_all(known_, published_.outcomes));
  for (const auto& known : known_) append(found, compare_all(totals, {known}));
  return found;
}

/// Returns the base quantity and the class of the problem: comparable outcomes have the same.
Comparer::Question Comparer::question_of(const AttributedOutcome& value) {
  const Quantity base = reduction(value.quantity, value.origin.problem).base;
  return {base, class_under_maps(value.origin.problem, base.info().under_maps)};
}

/// Returns the known values that are comparable with one of the values of a run. If there are too many, those on its
/// problem and the first of each quantity, because every further one is compared with the runs on its own problem.
std::vector<AttributedOutcome> Comparer::known_for(const std::vector<AttributedOutcome>& origins) const {
  std::set<std::size_t> places;
  for (const auto& origin : origins) {
    const auto related = places_.find(question_of(origin));
    if (related == places_.end()) continue;
    std::ranges::copy_if(related->second, std::inserter(places, places.end()),
                         [&](std::size_t place) { return are_comparable(origin, known_[place]); });
  }
  std::vector<AttributedOutcome> known;
  std::set<Quantity> met;
  for (const auto place : places) {
    const AttributedOutcome& value = known_[place];
    const bool is_first = met.insert(value.quantity).second;
    if (places.size() <= max_in_all_pairs || is_first || value.origin.problem == origins.front().origin.problem)
      known.push_back(value);
  }
  return known;
}

void Comparer::judge(std::vector<Comparison>& comparisons, double confidence) {
  const auto tests = std::ranges::count_if(comparisons, [](const Comparison& c) { return c.p_value.has_value(); });
  if (tests == 0) return;
  const double threshold = (1 - confidence) / static_cast<double>(tests);
  for (auto& comparison : comparisons) {
    if (!comparison.p_value) continue;
    comparison.verdict = *comparison.p_value >= threshold ? Verdict::consistent : Verdict::disagree;
  }
}

}  // namespace gridcensus::host
