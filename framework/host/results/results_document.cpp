#include "host/results/results_document.hpp"

#include "host/base/text.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

namespace {

void collect_given(const Witness& witness, std::set<Quantity>& given) {
  for (const auto& [quantity, source] : witness.inputs) {
    if (source.given) given.insert(quantity);
    collect_given(source, given);
  }
}

/// Returns a name of the runs whose outcomes are as strong as the best of a value.
std::set<std::string> names_in(const ResultsDocument& document, const ResultsDocument::Value& value,
                               std::string ResultsDocument::RunId::*name) {
  std::set<std::string> names;
  for (const auto place : value.outcomes) {
    const auto& entry = document.outcomes[place];
    if (rank_of(entry.outcome) == rank_of(document.best_of(value).outcome)) names.insert(entry.run_id.*name);
  }
  return names;
}

}  // namespace

std::vector<Problem> ResultsDocument::asked() const {
  std::vector<Problem> asked;
  for (const auto& each : problems) asked.push_back(each.problem);
  return asked;
}

std::map<Problem, std::string> ResultsDocument::words() const {
  std::map<Problem, std::string> words;
  for (const auto& each : problems) {
    if (!each.asked.empty()) words.emplace(each.problem, each.asked);
  }
  return words;
}

std::map<std::string, std::string> ResultsDocument::programs() const {
  std::map<std::string, std::string> programs;
  for (const Run& run : runs) {
    if (!run.program.empty()) programs.emplace(run.run_id.strategy + " " + run.version, run.program);
  }
  return programs;
}

void ResultsDocument::build_index() {
  if (seeds.empty()) seeds = {seed};
  std::set<Problem> known;
  for (const auto& each : problems) known.insert(each.problem);
  const auto add = [&](const Problem& problem) {
    if (known.insert(problem).second) problems.push_back({problem, ""});
  };
  for (const auto& run : runs) add(run.run_id.problem);
  for (const auto& refusal : not_applicable) add(refusal.run_id.problem);
  places_.clear();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto& place = places_[runs[i].run_id].run;
    if (!place) place = i;
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) places_[outcomes[i].run_id].outcomes.push_back(i);
  problem_places_.clear();
  for (const auto& each : problems) problem_places_.emplace(each.problem, problem_places_.size());
  verdict_places_.clear();
  const auto add_side = [&](std::size_t place, const Side& side, bool is_left) {
    if (side.kind != OriginKind::run) return;
    const std::string subject{side.quantity ? name_of(*side.quantity) : verdicts[place].subject};
    verdict_places_[{subject, side.name, side.problem}].emplace_back(place, is_left);
  };
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    add_side(i, verdicts[i].left, true);
    add_side(i, verdicts[i].right, false);
  }
}

const ResultsDocument::Run* ResultsDocument::run_of(const RunId& run_id) const {
  const auto found = places_.find(run_id);
  return found == places_.end() || !found->second.run ? nullptr : &runs[*found->second.run];
}

std::vector<const ResultsDocument::OutcomeEntry*> ResultsDocument::outcomes_of(const RunId& run_id) const {
  std::vector<const OutcomeEntry*> entries;
  if (const auto found = places_.find(run_id); found != places_.end()) {
    for (const auto place : found->second.outcomes) entries.push_back(&outcomes[place]);
  }
  return entries;
}

const ResultsDocument::OutcomeEntry* ResultsDocument::outcome_of(const RunId& run_id, Quantity quantity) const {
  const auto own = outcomes_of(run_id);
  const auto found = std::ranges::find(own, quantity, &OutcomeEntry::quantity);
  return found == own.end() ? nullptr : *found;
}

const std::map<std::string, std::string>& ResultsDocument::question_of(const RunId& run_id) const {
  static const std::map<std::string, std::string> none;
  const Run* const run = run_of(run_id);
  return run == nullptr || !run->question ? none : *run->question;
}

std::vector<Problem> ResultsDocument::problems_of(const Value& value) const {
  std::vector<Problem> found;
  for (const auto place : value.problems) found.push_back(problems[place].problem);
  return found;
}

std::set<std::string> ResultsDocument::configurations_of(const Value& value) const {
  return names_in(*this, value, &RunId::configuration);
}

std::set<std::string> ResultsDocument::strategies_of(const Value& value) const {
  return names_in(*this, value, &RunId::strategy);
}

std::size_t ResultsDocument::index_of(const Problem& problem) const {
  const auto found = problem_places_.find(problem);
  return found == problem_places_.end() ? problem_places_.size() : found->second;
}

std::vector<ResultsDocument::VerdictView> ResultsDocument::verdicts_on(std::string_view subject,
                                                                       const std::string& name,
                                                                       const Problem& problem) const {
  std::vector<VerdictView> views;
  if (const auto found = verdict_places_.find({std::string{subject}, name, problem}); found != verdict_places_.end()) {
    for (const auto& [place, is_left] : found->second) {
      const VerdictEntry& verdict = verdicts[place];
      views.push_back({&verdict, is_left ? &verdict.left : &verdict.right, is_left ? &verdict.right : &verdict.left});
    }
  }
  return views;
}

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

bool is_agreement(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == Verdict::equal || verdict.verdict == Verdict::consistent ||
         verdict.verdict == Verdict::holds;
}

bool is_contradiction(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == Verdict::disagree || verdict.verdict == Verdict::broken;
}

bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == Verdict::holds || verdict.verdict == Verdict::broken;
}

std::optional<double> largest_z(const std::vector<ResultsDocument::VerdictView>& views) {
  std::optional<double> largest;
  for (const auto& view : views) {
    if (view.verdict->z) largest = std::max(largest.value_or(0), std::fabs(*view.verdict->z));
  }
  return largest;
}

std::string shared_text(const ResultsDocument::VerdictEntry& verdict) { return join(verdict.shared, &Shared::text); }

std::set<Quantity> given_inputs(const Witness& witness) {
  std::set<Quantity> given;
  collect_given(witness, given);
  return given;
}

}  // namespace gridcensus::host
