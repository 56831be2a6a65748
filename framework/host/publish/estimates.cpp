#include "host/publish/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gridcensus::host::publish {

namespace {

using Answer = ResultsDocument::OutcomeEntry;

/// Returns whether two outcomes are answers to one question.
bool have_one_question(const Answer& one, const Answer& other) {
  return one.quantity == other.quantity && is_carried_over(one.quantity, one.who.problem, other.who.problem);
}

/// Returns whether two outcomes were compared. With several seeds, all of a configuration are compared together.
bool were_compared(const ResultsDocument& document, const Answer& one, const Answer& other) {
  const auto* const run = document.run_of(other.who);
  const std::string& repeats = run == nullptr ? other.who.configuration : run->base_configuration;
  return std::ranges::any_of(document.verdicts_on(one), [&](const ResultsDocument::VerdictView& view) {
    return view.verdict->z && view.other->kind == OriginKind::run && view.other->problem == other.who.problem &&
           (view.other->name == other.who.configuration || view.other->name == repeats);
  });
}

/// Returns whether two outcomes differ only in the seed: these are tested all at once, not in pairs.
bool are_repeats(const ResultsDocument& document, const Answer& one, const Answer& other) {
  const auto* const run = document.run_of(one.who);
  const auto* const another = document.run_of(other.who);
  return run != nullptr && another != nullptr && !run->base_configuration.empty() &&
         run->base_configuration == another->base_configuration;
}

Real relative_error(const Answer& outcome) {
  const auto& estimate = std::get<Estimate>(outcome.outcome);
  return estimate.value == 0 ? 0 : estimate.standard_error / estimate.value;
}

/// Returns whether the groups contain another quantity of the same run of which this one is a multiple.
bool shows_the_same(const std::vector<EstimateGroup>& groups, const Answer& outcome) {
  const auto is_multiple = [&](const Answer* one) {
    return one->who == outcome.who && one->quantity != outcome.quantity &&
           is_constant_multiple(std::get<Estimate>(one->outcome), std::get<Estimate>(outcome.outcome));
  };
  return std::ranges::any_of(
      groups, [&](const EstimateGroup& group) { return std::ranges::any_of(group.estimates, is_multiple); });
}

std::vector<EstimateGroup> find_groups(const ResultsDocument& document, const std::vector<Score>& scores) {
  std::map<const Answer*, Score> truths;
  for (const Score& score : scores) truths.emplace(score.outcome, score);
  std::vector<EstimateGroup> groups;
  for (const Answer& outcome : document.outcomes) {
    const auto* const estimate = std::get_if<Estimate>(&outcome.outcome);
    if (estimate == nullptr || estimate->value <= 0 || shows_the_same(groups, outcome)) continue;
    const auto truth = truths.find(&outcome);
    const auto fits = [&](const EstimateGroup& group) {
      if (!have_one_question(*group.estimates.front(), outcome)) return false;
      if (group.truth.has_value() != (truth != truths.end())) return false;
      if (group.truth) return group.truth->truth == truth->second.truth;
      return std::ranges::any_of(group.estimates, [&](const Answer* one) {
        return were_compared(document, *one, outcome) || are_repeats(document, *one, outcome);
      });
    };
    auto group = std::ranges::find_if(groups, fits);
    if (group == groups.end()) {
      groups.emplace_back();
      group = std::prev(groups.end());
      if (truth != truths.end()) group->truth = truth->second;
    }
    group->estimates.push_back(&outcome);
  }
  for (const Answer& outcome : document.outcomes) {
    if (!std::holds_alternative<Approximation>(outcome.outcome) || outcome.follows_from) continue;
    for (EstimateGroup& group : groups) {
      if (have_one_question(*group.estimates.front(), outcome)) group.approximations.push_back(&outcome);
    }
  }
  return groups;
}

}  // namespace

bool EstimateGroup::has_one_problem() const {
  return std::ranges::all_of(estimates, [&](const Answer* one) { return one->who.problem == problem(); });
}

const Answer& EstimateGroup::most_precise() const {
  return **std::ranges::min_element(estimates, {}, [](const Answer* one) { return relative_error(*one); });
}

Real EstimateGroup::reference() const {
  return truth ? to_real(truth->truth) : std::get<Estimate>(most_precise().outcome).value;
}

DocumentAnalysis::DocumentAnalysis(const ResultsDocument& of_document)
    : document{of_document}, scores{scores_of(document)}, groups{find_groups(document, scores)} {}

std::vector<Score> DocumentAnalysis::own_scores() const {
  std::vector<Score> own;
  for (const Score& score : scores) {
    const Answer& source = source_of(document, *score.outcome);
    if (&source == score.outcome || score_of(source) == nullptr) own.push_back(score);
  }
  return own;
}

const Answer& source_of(const ResultsDocument& document, const Answer& outcome) {
  const Quantity base = outcome.follows_from.value_or(reduction(outcome.quantity, outcome.who.problem).base);
  const auto* const source = document.outcome_of(outcome.who, base);
  const bool is_source = source != nullptr && kind_of(source->outcome) == kind_of(outcome.outcome);
  return is_source ? *source : outcome;
}

const Score* DocumentAnalysis::score_of(const Answer& outcome) const {
  const auto found = std::ranges::find(scores, &outcome, &Score::outcome);
  return found == scores.end() ? nullptr : &*found;
}

std::string without_seed(const std::string& configuration) {
  return configuration.substr(0, configuration.find("@seed="));
}

std::string name_in_group(const Answer& estimate, const EstimateGroup& group) {
  if (group.has_one_problem()) return estimate.who.configuration;
  return estimate.who.configuration + " " + to_string(estimate.who.problem);
}

}  // namespace gridcensus::host::publish
