#include "gridcensus/symmetries.hpp"
#include "host/compare/comparison.hpp"
#include "host/compare/witness.hpp"
#include "host/judge/evidence.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using Entry = Document::OutcomeEntry;
using Value = Document::Value;

/// The indexes of the outcomes of one quantity of one question: of one problem, or of problems with the same number.
using SameQuestion = std::vector<std::size_t>;

/// Returns the outcomes by question, in the order of the quantities and then of the problems.
std::vector<SameQuestion> outcomes_by_question(const Document& document) {
  using Key = std::tuple<Quantity, std::string, std::map<std::string, std::string>>;
  std::map<Key, std::size_t> index_of;
  std::vector<SameQuestion> questions;
  std::vector<std::tuple<Quantity, std::size_t, std::size_t>> order;  // quantity, position of the problem, question
  for (std::size_t index = 0; index < document.outcomes.size(); ++index) {
    const Entry& entry = document.outcomes[index];
    const Key key{entry.quantity, class_under_maps(entry.run_id.problem, entry.quantity.info().under_maps),
                  document.question_of(entry.run_id)};
    const std::size_t place = document.index_of(entry.run_id.problem);
    const auto [found, is_new] = index_of.try_emplace(key, questions.size());
    if (is_new) {
      questions.emplace_back();
      order.emplace_back(entry.quantity, place, found->second);
    }
    questions[found->second].push_back(index);
    auto& first = std::get<1>(order[found->second]);
    first = std::min(first, place);
  }
  std::ranges::sort(order);
  std::vector<SameQuestion> sorted;
  sorted.reserve(order.size());
  for (const auto& [quantity, place, question] : order) sorted.push_back(std::move(questions[question]));
  return sorted;
}

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

/// Returns the outcome of the same run from which this one follows, even if the strategy yielded both itself; nullptr
/// if there is none.
const Entry* base_of(const Document& document, const Entry& entry) {
  const Quantity base = entry.follows_from.value_or(reduction(entry.quantity, entry.run_id.problem).base);
  const auto* const found = base == entry.quantity ? nullptr : document.outcome_of(entry.run_id, base);
  return found != nullptr && kind_of(found->outcome) == kind_of(entry.outcome) ? found : nullptr;
}

/// The evidence for an outcome.
struct Support {
  Standing standing{};
  std::uint64_t witnesses = 0;  ///< number of independent strategies that reached the value; 0 if there is none

  void include(const Support& other) {
    standing = std::max(standing, other.standing);
    witnesses = std::max(witnesses, other.witnesses);
  }
};

/// Returns the evidence by the verdicts on an outcome and on those that it follows from. Only exact values can be
/// equal, so any other value has only its own strategy as a witness.
Support support_of(const Document& document, const Entry& entry) {
  Support support{standing_alone(kind_of(entry.outcome), entry.recounted_units > 0), 0};
  if (support.standing == Standing::unfinished) return support;
  std::vector<Witness> others;
  for (const auto& view : document.verdicts_on(entry)) {
    if (view.verdict->verdict != Verdict::equal) continue;
    support.standing = std::max(support.standing, standing_from(view));
    if (view.other->kind == OriginKind::run && view.verdict->shared.empty()) others.push_back(view.other->witness);
  }
  support.witnesses = 1 + max_independent_witnesses(std::move(others));
  if (const auto* const base = base_of(document, entry)) support.include(support_of(document, *base));
  return support;
}

/// Checks whether a comparison contradicts the outcome or a constant multiple of it: if a value is wrong, so are its
/// multiples, even if the strategy yielded both itself.
bool is_disputed(const Document& document, const Entry& entry) {
  const auto base = [&](const Entry& of) { return reduction(of.quantity, entry.run_id.problem).base; };
  return std::ranges::any_of(document.outcomes_of(entry.run_id), [&](const Entry* other) {
    return base(*other) == base(entry) && std::ranges::any_of(document.verdicts_on(*other), [](const auto& view) {
             return is_contradiction(*view.verdict);
           });
  });
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
      Support best;
      for (const auto* entry : entries) best.include({entry->standing, entry->witnesses});
      for (auto* entry : entries) {
        // Units that another run recounted are not evidence for this run.
        if (best.standing != Standing::recounted) entry->standing = best.standing;
        entry->witnesses = best.witnesses;
      }
    }
  }
}

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

/// Adds the problems of the outcomes, and those that were counted as one of them and so have the same value.
void add_problems(Value& value, const SameQuestion& entries, const Document& document) {
  std::set<Problem> problems;
  for (const auto index : entries) problems.insert(document.outcomes[index].run_id.problem);
  const Quantity quantity = document.outcomes[entries.front()].quantity;
  for (const auto& refused : document.not_applicable) {
    if (refused.counted_as.empty() || std::ranges::find(refused.quantities, quantity) == refused.quantities.end())
      continue;
    const auto is_it = [&](const Problem& problem) { return to_string(problem) == refused.counted_as; };
    if (std::ranges::any_of(problems, is_it)) problems.insert(refused.run_id.problem);
  }
  for (const auto& problem : problems) value.problems.push_back(document.index_of(problem));
  std::ranges::sort(value.problems);
}

/// Adds what outcomes as strong as the best one are known to be equal to, and what all of them rest on.
void add_evidence_of(const Entry& entry, Value& value, const Document& document) {
  for (const auto& view : document.verdicts_on(entry)) value.known = std::max(value.known, known_by(view));
  if (rank_of(entry.outcome) == rank_of(Exact{})) value.witnesses = std::max(value.witnesses, entry.witnesses);
  const Quantity base = reduction(entry.quantity, entry.run_id.problem).base;
  if (base != entry.quantity && document.outcome_of(entry.run_id, base) != nullptr) value.follows_from = base;
}

Value value_of(SameQuestion entries, const Document& document) {
  std::ranges::stable_sort(entries, [&](std::size_t one, std::size_t other) {
    return is_more_informative(document.outcomes[one], document.outcomes[other]);
  });
  const int best = rank_of(document.outcomes[entries.front()].outcome);
  Value value;
  add_problems(value, entries, document);
  std::set<Quantity> given;
  bool all_rest_on_given = true;
  for (const auto index : entries) {
    const Entry& entry = document.outcomes[index];
    value.outcomes.push_back(index);
    const auto views = document.verdicts_on(entry);
    for (const auto& view : views) value.is_disputed = value.is_disputed || is_contradiction(*view.verdict);
    value.largest_z = std::max(value.largest_z, largest_z(views));  // without one is less than with any
    if (rank_of(entry.outcome) != best) continue;
    add_evidence_of(entry, value, document);
    const auto own = given_inputs(entry.rests_on);
    all_rest_on_given = all_rest_on_given && !own.empty();
    given.insert(own.begin(), own.end());
  }
  if (all_rest_on_given) value.given.assign(given.begin(), given.end());
  return value;
}

/// Adds one value if all exact ones are equal, otherwise one for each of them.
void add_values(std::vector<Value>& values, const SameQuestion& question, const Document& document) {
  std::vector<Integer> numbers;  // in the order of their first appearance
  for (const auto index : question) {
    const auto* const exact = std::get_if<Exact>(&document.outcomes[index].outcome);
    if (exact != nullptr && std::ranges::find(numbers, exact->value) == numbers.end()) numbers.push_back(exact->value);
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(1, numbers.size()); ++i) {
    SameQuestion entries;
    for (const auto index : question) {
      const auto* const exact = std::get_if<Exact>(&document.outcomes[index].outcome);
      // Values that are not exact join the first value, where they are compared with all of them.
      if (exact == nullptr ? i == 0 : exact->value == numbers[i]) entries.push_back(index);
    }
    values.push_back(value_of(std::move(entries), document));
  }
}

/// Copies the evidence of a value to the values that follow from it.
void inherit(std::vector<Value>& values, const Document& document) {
  std::map<std::pair<Quantity, std::vector<std::uint64_t>>, std::vector<const Value*>> of_problems;
  for (const auto& value : values) of_problems[{document.best_of(value).quantity, value.problems}].push_back(&value);
  for (auto& value : values) {
    if (!value.follows_from) continue;
    const Entry& best = document.best_of(value);
    const auto configurations = document.configurations_of(value);
    const auto has = [&](const std::string& configuration) { return configurations.contains(configuration); };
    for (const Value* const other : of_problems[{*value.follows_from, value.problems}]) {
      const Entry& base = document.best_of(*other);
      if (kind_of(base.outcome) != kind_of(best.outcome) ||
          document.question_of(base.run_id) != document.question_of(best.run_id) ||
          std::ranges::none_of(document.configurations_of(*other), has))
        continue;
      value.known = std::max(value.known, other->known);
      value.witnesses = std::max(value.witnesses, other->witnesses);
      if (other->largest_z) value.largest_z = std::max(value.largest_z.value_or(0), *other->largest_z);
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
    const Support support = support_of(document, entry);
    entry.standing = support.standing;
    entry.witnesses = support.witnesses;
    // If a table and a total contradict each other, either may be wrong.
    const bool is_value = kind_of(entry.outcome) != Kind::unfinished && kind_of(entry.outcome) != Kind::approximation;
    const bool breaks_theorem = contradicting.contains({entry.run_id.configuration, entry.run_id.problem});
    if (is_value && (breaks_theorem || is_disputed(document, entry))) entry.standing = Standing::disputed;
  }
  share_standings(document);
}

std::vector<ResultsDocument::Value> values_of(const ResultsDocument& document) {
  std::vector<Value> values;
  for (const auto& question : outcomes_by_question(document)) add_values(values, question, document);
  inherit(values, document);
  return values;
}

}  // namespace gridcensus::host
