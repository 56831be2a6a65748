#include "host/report/overview.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gridcensus::host {

int rank_of(const Outcome& outcome) {
  switch (kind_of(outcome)) {
    case Kind::exact: return 4;
    case Kind::estimate: return 3;
    case Kind::lower_bound:
    case Kind::upper_bound: return 2;
    case Kind::approximation: return 1;
    case Kind::unfinished: break;
  }
  return 0;
}

namespace {

using Document = ResultsDocument;
using Entry = Document::OutcomeEntry;

bool is_more_informative(const Entry& entry, const Entry& other) {
  if (rank_of(entry.outcome) != rank_of(other.outcome)) return rank_of(entry.outcome) > rank_of(other.outcome);
  const auto* const own = std::get_if<Estimate>(&entry.outcome);
  const auto* const others = std::get_if<Estimate>(&other.outcome);
  if (own != nullptr && others != nullptr) return own->standard_error < others->standard_error;
  return entry.interim.has_value() && !other.interim.has_value();
}

ReferenceStatus known_by(const Document::VerdictView& view) {
  const Verdict verdict = view.verdict->verdict;
  if (view.other->kind == OriginKind::expected) {
    if (verdict == Verdict::disagree) return ReferenceStatus::differs;
    const bool agrees = verdict == Verdict::equal || verdict == Verdict::consistent;
    return agrees ? ReferenceStatus::expected : ReferenceStatus::nothing;
  }
  if (view.other->kind != OriginKind::published) return ReferenceStatus::nothing;
  if (verdict == Verdict::equal) return ReferenceStatus::published;
  if (verdict == Verdict::consistent) return ReferenceStatus::agrees;
  if (verdict == Verdict::disagree) return ReferenceStatus::differs;
  return view.other->contested_by.empty() ? ReferenceStatus::nothing : ReferenceStatus::contested;
}

/// Sets the members of a line that depend on all its entries together.
void complete(ValueLine& line, const std::vector<const Entry*>& entries, const Document& document) {
  std::set<Problem> problems;
  bool all_rest_on_given = true;
  for (const auto* entry : entries) {
    problems.insert(entry->who.problem);
    for (const auto& view : document.verdicts_on(*entry)) {
      line.is_disputed = line.is_disputed || is_contradiction(*view.verdict);
      if (view.verdict->z) line.largest_z = std::max(line.largest_z.value_or(0), std::fabs(*view.verdict->z));
    }
    if (line.best == nullptr || is_more_informative(*entry, *line.best)) line.best = entry;
  }
  for (const auto* entry : entries) {
    if (rank_of(entry->outcome) != rank_of(line.best->outcome)) continue;
    line.configurations.insert(entry->who.configuration);
    line.strategies.insert(entry->who.strategy);
    for (const auto& view : document.verdicts_on(*entry)) line.known = std::max(line.known, known_by(view));
    const auto given = given_inputs(entry->rests_on);
    all_rest_on_given = all_rest_on_given && !given.empty();
    line.given.insert(given.begin(), given.end());
    if (rank_of(entry->outcome) == 4) line.witnesses = std::max(line.witnesses, entry->witnesses);
    const Quantity base = reduction(entry->quantity, entry->who.problem).base;
    line.follows = line.follows || (base != entry->quantity && document.outcome_of(entry->who, base) != nullptr);
  }
  if (!all_rest_on_given) line.given.clear();
  // A problem that was counted as another has the same value.
  for (const auto& refused : document.not_applicable) {
    if (refused.counted_as.empty() || std::ranges::find(refused.quantities, line.quantity) == refused.quantities.end())
      continue;
    const auto is_it = [&](const Problem& problem) { return to_string(problem) == refused.counted_as; };
    if (std::ranges::any_of(problems, is_it)) problems.insert(refused.who.problem);
  }
  line.problems.assign(problems.begin(), problems.end());
  std::ranges::sort(line.problems, {}, [&](const Problem& problem) { return document.place_of(problem); });
}

/// Adds one line if all exact values are equal, otherwise one for each of them.
void add_lines(std::vector<ValueLine>& lines, const SameQuestion& question, const Document& document) {
  std::vector<Integer> values;  // in the order of their first appearance
  for (const auto* entry : question) {
    const auto* const exact = std::get_if<Exact>(&entry->outcome);
    if (exact != nullptr && std::ranges::find(values, exact->value) == values.end()) values.push_back(exact->value);
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(1, values.size()); ++i) {
    std::vector<const Entry*> entries;
    for (const auto* entry : question) {
      const auto* const exact = std::get_if<Exact>(&entry->outcome);
      // Values that are not exact join the first value, where they are compared with all of them.
      if (exact == nullptr ? i == 0 : exact->value == values[i]) entries.push_back(entry);
    }
    ValueLine line;
    line.quantity = entries.front()->quantity;
    line.question = document.question_of(entries.front()->who);
    complete(line, entries, document);
    lines.push_back(std::move(line));
  }
}

/// Copies the evidence of a value to the values that follow from it.
void inherit(std::vector<ValueLine>& lines) {
  for (auto& line : lines) {
    if (!line.follows) continue;
    const Quantity base = reduction(line.quantity, line.problems.front()).base;
    for (const auto& other : lines) {
      if (other.quantity != base || other.problems != line.problems || other.question != line.question) continue;
      const auto has = [&](const std::string& configuration) { return other.configurations.contains(configuration); };
      const bool is_its_base = std::ranges::any_of(line.configurations, has);
      if (!is_its_base || kind_of(other.best->outcome) != kind_of(line.best->outcome)) continue;
      line.known = std::max(line.known, other.known);
      line.witnesses = std::max(line.witnesses, other.witnesses);
      if (other.largest_z) line.largest_z = std::max(line.largest_z.value_or(0), *other.largest_z);
    }
  }
}

std::vector<ValueLine> value_lines(const Document& document) {
  std::vector<ValueLine> lines;
  for (const auto& question : outcomes_by_question(document)) add_lines(lines, question, document);
  inherit(lines);
  return lines;
}

/// The comparisons of estimates so far. If two samplers yield the number of grids and a constant multiple of it, both
/// are compared with the same distance in standard errors, which is one piece of evidence.
class ComparedEstimates {
 public:
  /// Returns whether the agreement is new.
  bool add(const Document::VerdictEntry& verdict) {
    if (!verdict.z || verdict.left.kind != OriginKind::run || verdict.right.kind != OriginKind::run) return true;
    auto& distances = of_[{{verdict.left.name, verdict.left.problem}, {verdict.right.name, verdict.right.problem}}];
    constexpr double rounding = 1e-9;
    const auto is_known = [&](double z) { return std::fabs(z - *verdict.z) <= rounding * std::fabs(z); };
    if (std::ranges::any_of(distances, is_known)) return false;
    distances.push_back(*verdict.z);
    return true;
  }

 private:
  using Side = std::pair<std::string, Problem>;
  std::map<std::pair<Side, Side>, std::vector<double>> of_;
};

}  // namespace

bool lacks_value(const ResultsDocument& document, const ResultsDocument::Run& run) {
  return run.state == RunState::concluded && std::ranges::any_of(document.outcomes_of(run.who), [](const Entry* entry) {
           return std::holds_alternative<Unfinished>(entry->outcome);
         });
}

std::size_t Overview::in_state(RunState state) const {
  const auto found = runs.find(state);
  return found == runs.end() ? 0 : found->second;
}

std::vector<SameQuestion> outcomes_by_question(const ResultsDocument& document) {
  using Key = std::tuple<Quantity, std::string, std::map<std::string, std::string>>;
  std::map<Key, std::size_t> place_of;
  std::vector<SameQuestion> questions;
  std::vector<std::tuple<Quantity, std::size_t, std::size_t>> order;  // quantity, position of the problem, question
  for (const auto& entry : document.outcomes) {
    const Key key{entry.quantity, class_under_maps(entry.who.problem, entry.quantity.info().under_maps),
                  document.question_of(entry.who)};
    const std::size_t place = document.place_of(entry.who.problem);
    const auto [found, is_new] = place_of.try_emplace(key, questions.size());
    if (is_new) {
      questions.emplace_back();
      order.emplace_back(entry.quantity, place, found->second);
    }
    questions[found->second].push_back(&entry);
    auto& first = std::get<1>(order[found->second]);
    first = std::min(first, place);
  }
  std::ranges::sort(order);
  std::vector<SameQuestion> sorted;
  sorted.reserve(order.size());
  for (const auto& [quantity, place, question] : order) sorted.push_back(std::move(questions[question]));
  return sorted;
}

Overview overview_of(const ResultsDocument& document) {
  Overview overview{.document = document};
  ComparedEstimates compared;
  for (const auto& verdict : document.verdicts) {
    if (is_agreement(verdict)) {
      if (is_on_invariant(verdict))
        ++overview.holding;
      else if (compared.add(verdict))
        overview.agreements.push_back(&verdict);
    }
    if (is_contradiction(verdict)) ++(is_on_invariant(verdict) ? overview.broken : overview.disagreeing);
  }
  std::set<Problem> answered;
  for (const auto& run : document.runs) {
    ++overview.runs[run.state];
    overview.seconds += run.seconds;
    if (lacks_value(document, run)) ++overview.without_value;
    answered.insert(run.who.problem);
  }
  for (const auto& refused : document.not_applicable) {
    if (!refused.counted_as.empty()) answered.insert(refused.who.problem);
  }
  overview.unfinished = overview.in_state(RunState::stopped);
  // The rows of a ledger do not record what was asked.
  if (document.assembled.empty()) {
    overview.unanswered = document.asked();
    std::erase_if(overview.unanswered, [&](const Problem& problem) { return answered.contains(problem); });
  }
  overview.values = value_lines(document);
  return overview;
}

}  // namespace gridcensus::host
