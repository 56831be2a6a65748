#include "host/judge/evidence.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/judge/finding_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using Value = Document::Value;

/// The sums over the verdicts and the runs of a document.
struct Overview {
  /// Comparisons that agree, without repetitions of the same comparison for a constant multiple.
  std::vector<const Document::VerdictEntry*> agreements;
  std::size_t disagreeing = 0;
  std::size_t holding = 0;  ///< number of invariants
  std::size_t broken = 0;
  std::map<RunState, std::size_t> runs;  ///< number of runs, by state
  std::size_t without_value = 0;         ///< runs that ended and lack the value of a quantity
  std::vector<Problem> unanswered;       ///< problems without a run

  std::size_t in_state(RunState state) const {
    const auto found = runs.find(state);
    return found == runs.end() ? 0 : found->second;
  }
};

/// Checks whether an agreement is not yet known by its distance in standard errors. If two samplers yield the number of
/// grids and a constant multiple of it, both are compared with the same distance, which is one piece of evidence.
///
/// @param distances  those of the pairs of runs so far
bool is_new_agreement(const Document::VerdictEntry& verdict, std::map<std::string, std::vector<double>>& distances) {
  if (!verdict.z || verdict.left.kind != OriginKind::run || verdict.right.kind != OriginKind::run) return true;
  const auto name = [](const Document::Side& side) { return side.name + " on " + to_string(side.problem) + "\n"; };
  auto& known = distances[name(verdict.left) + name(verdict.right)];
  constexpr double rounding = 1e-9;
  const auto is_same = [&](double z) { return std::fabs(z - *verdict.z) <= rounding * std::fabs(z); };
  if (std::ranges::any_of(known, is_same)) return false;
  known.push_back(*verdict.z);
  return true;
}

Overview overview_of(const Document& document) {
  Overview overview;
  std::map<std::string, std::vector<double>> distances;
  for (const auto& verdict : document.verdicts) {
    if (is_agreement(verdict)) {
      if (is_on_invariant(verdict))
        ++overview.holding;
      else if (is_new_agreement(verdict, distances))
        overview.agreements.push_back(&verdict);
    }
    if (is_contradiction(verdict)) ++(is_on_invariant(verdict) ? overview.broken : overview.disagreeing);
  }
  std::set<Problem> answered;
  for (const auto& run : document.runs) {
    ++overview.runs[run.state];
    if (lacks_value(document, run)) ++overview.without_value;
    answered.insert(run.run_id.problem);
  }
  for (const auto& refused : document.not_applicable) {
    if (!refused.counted_as.empty()) answered.insert(refused.run_id.problem);
  }
  // The rows of a ledger do not record what was asked.
  if (document.assembled.empty()) {
    overview.unanswered = document.asked();
    std::erase_if(overview.unanswered, [&](const Problem& problem) { return answered.contains(problem); });
  }
  return overview;
}

/// Returns "2 of 45 runs failed", or "the only run failed" if there is only one.
std::string share(std::size_t number, std::size_t all, const std::string& one) {
  return all == 1 ? "the only " + one : fmt::format("{} of {}", number, pluralise(all, one));
}

/// Returns the answer of a document without comparisons: what was done.
std::string uncompared_answer(const Document& document) {
  std::set<Kind> kinds;
  for (const auto& entry : document.outcomes) kinds.insert(kind_of(entry.outcome));
  if (kinds.contains(Kind::exact)) return "COUNTED";
  if (kinds.contains(Kind::estimate)) return "ESTIMATED";
  if (kinds.contains(Kind::approximation)) return "APPROXIMATED";
  return "BOUNDED";
}

std::string why_not_compared(const Document& document) {
  const bool has_ended = std::ranges::all_of(document.runs, [](const Document::Run& run) {
    return run.state == RunState::concluded || run.state == RunState::failed;
  });
  if (!document.assembled.empty() || !has_ended) return "nothing was compared yet";
  const bool is_rough = std::ranges::all_of(document.outcomes, [](const Document::OutcomeEntry& entry) {
    return std::holds_alternative<Approximation>(entry.outcome);
  });
  return is_rough ? "no error bar to judge by" : "nothing to compare with";
}

/// Returns the reason of the answer, the worst first.
std::string counts_text(const Document& document, const Overview& overview) {
  const std::size_t runs = document.runs.size();
  std::vector<std::string> parts;
  const auto add = [&](std::size_t number, const std::string& part) {
    if (number > 0) parts.push_back(part);
  };
  const auto is = [](std::size_t number) { return number == 1 ? "is" : "are"; };
  add(overview.disagreeing,
      share(overview.disagreeing, overview.disagreeing + overview.agreements.size(), "comparison") +
          (overview.disagreeing == 1 ? " disagrees" : " disagree"));
  add(overview.broken,
      fmt::format("{} {} broken", share(overview.broken, overview.broken + overview.holding, "invariant"),
                  is(overview.broken)));
  const std::size_t broken = overview.in_state(RunState::broken);
  add(broken, share(broken, runs, "run") + " broke a theorem");
  const std::size_t failed = overview.in_state(RunState::failed);
  add(failed, share(failed, runs, "run") + " failed");
  const std::size_t unfinished = overview.in_state(RunState::stopped);
  add(unfinished, fmt::format("{} {} unfinished", share(unfinished, runs, "run"), is(unfinished)));
  add(overview.without_value, fmt::format("{} {} a value", share(overview.without_value, runs, "run"),
                                          overview.without_value == 1 ? "lacks" : "lack"));
  if (!overview.unanswered.empty()) {
    std::vector<std::string> names;
    for (const auto& problem : overview.unanswered) names.push_back(to_string(problem));
    parts.push_back(fmt::format("{} {} no answer ({})", share(names.size(), document.problems.size(), "problem"),
                                names.size() == 1 ? "has" : "have", first_names(names)));
  }
  const std::size_t in_parts = overview.in_state(RunState::part_done) + overview.in_state(RunState::deferred);
  add(in_parts, fmt::format("{} {} counted in parts", share(in_parts, runs, "run"), is(in_parts)));
  if (overview.disagreeing == 0) {
    add(overview.agreements.size(), pluralise(overview.agreements.size(), "comparison agrees", "comparisons agree"));
    if (overview.agreements.empty() && runs > 0) parts.push_back(why_not_compared(document));
  }
  if (overview.broken == 0) add(overview.holding, pluralise(overview.holding, "invariant holds", "invariants hold"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The evidence for a value, from the weakest; `enough` is not a weak point.
enum class SupportLevel { one_strategy, related, one_estimate, given, one_and_known, related_and_known, enough };

std::string_view text_of(SupportLevel ground) {
  switch (ground) {
    case SupportLevel::one_strategy: return "one strategy alone, not published";
    case SupportLevel::related: return "related strategies, not published";
    case SupportLevel::one_estimate: return "an estimate by one strategy alone";
    case SupportLevel::given: return "a given value";
    case SupportLevel::one_and_known: return "one strategy and the literature";
    case SupportLevel::related_and_known: return "related strategies and the literature";
    case SupportLevel::enough: break;
  }
  return "";
}

SupportLevel support_of(const Document& document, const Value& value) {
  const Kind kind = kind_of(document.best_of(value).outcome);
  const bool is_known = value.known == ReferenceStatus::published || value.known == ReferenceStatus::agrees ||
                        value.known == ReferenceStatus::expected;
  const bool is_one = document.strategies_of(value).size() == 1;
  if (kind == Kind::estimate) {
    if (!is_one) return SupportLevel::enough;
    return is_known ? SupportLevel::one_and_known : SupportLevel::one_estimate;
  }
  if (kind != Kind::exact) return SupportLevel::enough;
  if (value.witnesses < 2) {
    if (is_known) return is_one ? SupportLevel::one_and_known : SupportLevel::related_and_known;
    return is_one ? SupportLevel::one_strategy : SupportLevel::related;
  }
  return value.given.empty() || is_known ? SupportLevel::enough : SupportLevel::given;
}

/// Returns "grids of 2x5 1x6; bands, signature_classes of 1x5".
std::string subjects_of(const Document& document, const std::vector<const Value*>& values) {
  std::map<Quantity, std::vector<std::string>> by_quantity;
  for (const auto* value : values) {
    std::vector<std::string> problems;
    for (const auto& problem : document.problems_of(*value)) problems.push_back(to_string(problem));
    std::string name = fmt::format("{}", fmt::join(problems, "="));
    auto& names = by_quantity[document.best_of(*value).quantity];
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  std::vector<std::pair<std::string, std::string>> parts;  // quantities, and the shapes of all of them
  for (const auto& [quantity, names] : by_quantity) {
    const std::string shapes = first_names(names);
    const auto same = std::ranges::find(parts, shapes, &std::pair<std::string, std::string>::second);
    if (same == parts.end())
      parts.emplace_back(name_of(quantity), shapes);
    else
      same->first.append(", ").append(name_of(quantity));
  }
  std::string text;
  for (const auto& [quantities, shapes] : parts) {
    text += fmt::format("{}{} of {}", text.empty() ? "" : "; ", quantities, shapes);
  }
  return text;
}

/// The values by their evidence, without those that follow from another value or are disputed.
using BySupport = std::map<SupportLevel, std::vector<const Value*>>;

BySupport values_by_support(const Document& document) {
  BySupport by_support;
  for (const auto& value : document.values) {
    if (!value.follows_from && !value.is_disputed) by_support[support_of(document, value)].push_back(&value);
  }
  return by_support;
}

/// Returns "Values: 25 exact (18 by independent strategies, 7 by one strategy and the literature), 9 approximated".
/// Empty if there are fewer than two.
std::string values_line(const Document& document, const BySupport& by_support) {
  std::map<Kind, std::size_t> kinds;
  std::map<std::string_view, std::size_t> exact;
  std::size_t alone = 0;
  std::size_t all = 0;
  for (const auto& [ground, values] : by_support) {
    for (const auto* value : values) {
      const Kind kind = kind_of(document.best_of(*value).outcome);
      ++kinds[kind];
      ++all;
      if (kind == Kind::exact) ++exact[ground == SupportLevel::enough ? "independent strategies" : text_of(ground)];
      if (kind == Kind::estimate && ground == SupportLevel::one_estimate) ++alone;
    }
  }
  if (all < 2) return {};
  std::vector<std::string> parts;
  if (kinds[Kind::exact] > 0) {
    std::vector<std::string> dependencies;
    for (const auto& [ground, number] : exact) dependencies.push_back(fmt::format("{} by {}", number, ground));
    // Puts the strongest evidence first, because the words are ordered differently.
    std::stable_partition(dependencies.begin(), dependencies.end(),
                          [](const std::string& text) { return text.ends_with("strategies"); });
    parts.push_back(fmt::format("{} exact ({})", kinds[Kind::exact], fmt::join(dependencies, "; ")));
  }
  if (kinds[Kind::estimate] > 0) {
    std::string text = fmt::format("{} estimated", kinds[Kind::estimate]);
    if (alone > 0) text += fmt::format(" ({} by one strategy alone)", alone);
    parts.push_back(std::move(text));
  }
  const auto add = [&](std::size_t number, std::string_view what) {
    if (number > 0) parts.push_back(fmt::format("{} {}", number, what));
  };
  add(kinds[Kind::lower_bound] + kinds[Kind::upper_bound], "bounded");
  add(kinds[Kind::approximation], "approximated");
  add(kinds[Kind::unfinished], "unfinished");
  return fmt::format("Values: {}", fmt::join(parts, ", "));
}

/// Returns "Weakest: grids of 2x5: one strategy and the literature (band_classes)"; empty if no value was compared.
std::string weakest_line(const Document& document, const BySupport& by_support) {
  const auto is_value = [&](const Value* value) {
    const Kind kind = kind_of(document.best_of(*value).outcome);
    return kind == Kind::exact || kind == Kind::estimate;
  };
  const bool has_values =
      std::ranges::any_of(by_support, [&](const auto& entry) { return std::ranges::any_of(entry.second, is_value); });
  if (!has_values) return {};
  const auto& [ground, values] = *by_support.begin();
  if (ground == SupportLevel::enough) return "Weakest: no value rests on one strategy alone";
  std::set<std::string> strategies;
  std::set<std::string_view> given;
  for (const auto* value : values) {
    strategies.merge(document.strategies_of(*value));
    for (const auto quantity : value->given) given.insert(name_of(quantity));
  }
  std::string why{text_of(ground)};
  std::vector<std::string> names;
  if (strategies.size() == 1) names.push_back(*strategies.begin());
  if (!given.empty()) names.push_back(fmt::format("{} as given", fmt::join(given, ", ")));
  if (!names.empty()) why += fmt::format(" ({})", fmt::join(names, ", "));
  return fmt::format("Weakest: {}: {}", subjects_of(document, values), why);
}

/// Returns "Related strategies: 6 agreements are not independent (4: both take grids from band_classes)"; empty if
/// every agreement of two strategies is independent.
std::string related_line(const Overview& overview) {
  std::map<std::string, std::size_t> reasons;
  std::size_t all = 0;
  for (const auto* agreement : overview.agreements) {
    const auto& verdict = *agreement;
    const bool is_of_strategies = verdict.left.kind == OriginKind::run && verdict.right.kind == OriginKind::run &&
                                  verdict.left.witness.strategy != verdict.right.witness.strategy;
    if (!is_of_strategies || verdict.shared.empty()) continue;
    ++all;
    ++reasons[shared_text(verdict)];
  }
  if (all == 0) return {};
  std::vector<std::pair<std::size_t, std::string>> by_number;
  for (const auto& [reason, number] : reasons) by_number.emplace_back(number, reason);
  std::ranges::stable_sort(by_number, [](const auto& one, const auto& other) { return one.first > other.first; });
  constexpr std::size_t max_named = 2;
  std::vector<std::string> named;
  for (const auto& [number, reason] : by_number) {
    if (named.size() < max_named) named.push_back(fmt::format("{}: {}", number, reason));
  }
  return fmt::format("Related strategies: {} not independent ({}{})", pluralise(all, "agreement is", "agreements are"),
                     fmt::join(named, "; "), by_number.size() > max_named ? "; ..." : "");
}

std::set<std::string> strategies_of(const Document& document) {
  std::set<std::string> strategies;
  for (const auto& run : document.runs) strategies.insert(run.run_id.strategy);
  return strategies;
}

std::string problems_text(const Document& document) {
  constexpr std::size_t max_named = 3;
  std::set<Problem> counted_here;
  for (const auto& run : document.runs) counted_here.insert(run.run_id.problem);
  if (counted_here.size() > max_named) return pluralise(counted_here.size(), "shape");
  std::vector<std::string> names;
  for (const auto& problem : document.asked()) {
    if (counted_here.contains(problem)) names.push_back(to_string(problem));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Returns "a, b and c".
std::string enumerated(const std::set<std::string>& names) {
  if (names.size() < 2) return join(names);
  const std::set<std::string> all_but_last{names.begin(), std::prev(names.end())};
  return join(all_but_last) + " and " + *names.rbegin();
}

/// Returns the question of a count that has no title.
std::string implied_question(const Document& document) {
  const auto strategies = strategies_of(document);
  const std::string names = enumerated(strategies);
  const std::string problems = problems_text(document);
  if (strategies.size() > 1) return fmt::format("Do {} agree on {}?", names, problems);
  const auto is_comparison = [](const auto& verdict) {
    return (is_agreement(verdict) || is_contradiction(verdict)) && !is_on_invariant(verdict);
  };
  if (std::ranges::any_of(document.verdicts, is_comparison)) {
    return fmt::format("Does {} on {} agree with what is known?", names, problems);
  }
  return fmt::format("What does {} find for {}?", names, problems);
}

/// Returns the title of the experiment or, if it has none, what its runs ask; empty if it has neither.
std::string question_of(const Document& document) {
  // The title of an experiment without one is the name of its file.
  const bool has_title = !document.title.empty() && !document.file.ends_with(document.title);
  if (has_title) return document.title;
  return document.runs.empty() ? "" : implied_question(document);
}

Document::Answer answer_of(const Document& document, const Overview& overview) {
  if (document.runs.empty()) return {"NOT YET", "No strategy takes any of these problems.", Severity::open};
  const std::string reason = counts_text(document, overview) + ".";
  const auto sentence = [&reason] { return reason.starts_with("the ") ? "T" + reason.substr(1) : reason; };
  if (overview.disagreeing + overview.broken + overview.in_state(RunState::broken) > 0)
    return {"NO", sentence(), Severity::bad};
  if (overview.in_state(RunState::failed) > 0) return {"FAILED", sentence(), Severity::bad};
  const std::size_t open = overview.in_state(RunState::stopped) + overview.without_value + overview.unanswered.size() +
                           overview.in_state(RunState::part_done) + overview.in_state(RunState::deferred);
  if (open > 0 || !document.assembled.empty()) return {"NOT YET", sentence(), Severity::open};
  if (!overview.agreements.empty()) return {"YES", sentence(), Severity::good};
  const std::string_view alone =
      strategies_of(document).size() == 1 ? "By one strategy alone" : "Each value by one strategy alone";
  return {uncompared_answer(document), fmt::format("{}: {}", alone, reason), Severity::open};
}

/// Returns the answer and what it rests on.
std::vector<std::string> evidence_of(const Document& document, const Overview& overview,
                                     const std::vector<FindingGroup>& groups) {
  std::vector<std::string> lines{fmt::format("{}. {}", document.answer.word, document.answer.reason)};
  const auto add = [&lines](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  // An assembled document does not record which values are by one strategy only.
  const bool was_compared = document.assembled.empty();
  if (was_compared) {
    const auto by_support = values_by_support(document);
    add(values_line(document, by_support));
    add(weakest_line(document, by_support));
    add(related_line(overview));
  }
  const auto shown = std::ranges::count(groups, false, &FindingGroup::is_internal);
  if (shown > 0) {
    add("Findings beside the values: " + (was_compared ? findings_summary(groups) : std::to_string(shown)));
  }
  return lines;
}

/// Adds what equates problems whose rules list cells: a hash, because the text would list the cells again.
void add_classes(Document& document) {
  constexpr std::size_t digits = 16;
  std::set<Preserved> needed;
  for (const auto& entry : document.outcomes) needed.insert(entry.quantity.info().under_maps);
  needed.erase(Preserved::nothing);
  for (auto& asked : document.problems) {
    if (asked.problem.rules.text().find(':') == std::string::npos) continue;
    for (const auto kept : needed)
      asked.classes[std::string{name_of(kept)}] = sha256_of(class_under_maps(asked.problem, kept)).substr(0, digits);
  }
}

}  // namespace

bool lacks_value(const ResultsDocument& document, const ResultsDocument::Run& run) {
  return run.state == RunState::concluded &&
         std::ranges::any_of(document.outcomes_of(run.run_id), [](const Document::OutcomeEntry* entry) {
           return std::holds_alternative<Unfinished>(entry->outcome);
         });
}

void add_evidence(ResultsDocument& document) {
  add_classes(document);
  document.values = values_of(document);
  const auto groups = finding_groups(document);
  for (const FindingGroup& group : groups) {
    for (const auto place : group.entries) document.findings[place].confirmation = group.confirmation;
  }
  const Overview overview = overview_of(document);
  document.answer = answer_of(document, overview);
  document.answer.question = question_of(document);
  document.evidence = evidence_of(document, overview, groups);
}

ExitCode exit_of(const ResultsDocument& document, const ExecutedRuns& executed) {
  const Overview overview = overview_of(document);
  if (!executed.storage_error.empty()) return ExitCode::storage;
  if (overview.disagreeing + overview.broken + overview.in_state(RunState::broken) > 0) return ExitCode::disagreement;
  if (overview.in_state(RunState::failed) > 0) return ExitCode::run_failed;
  if (std::ranges::any_of(executed.runs, &RunResult::can_resume)) return ExitCode::incomplete;
  // The problems without a run are not those of a part.
  const std::size_t unanswered = executed.part.is_whole() ? overview.unanswered.size() : 0;
  const bool lacks_value = overview.without_value + overview.in_state(RunState::stopped) + unanswered > 0;
  return lacks_value ? ExitCode::run_failed : ExitCode::all_agree;
}

void add_missing_evidence(ResultsDocument& document) {
  if (document.answer.word.empty()) add_evidence(document);
}

std::string findings_summary(const std::vector<FindingGroup>& groups) {
  std::map<Confirmation, std::size_t> numbers;
  for (const auto& group : groups) {
    if (!group.is_internal) ++numbers[group.confirmation];
  }
  std::vector<std::string> parts;
  const auto add = [&](Confirmation confirmation, std::string_view text) {
    if (numbers[confirmation] > 0) parts.push_back(fmt::format("{} {}", numbers[confirmation], text));
  };
  add(Confirmation::disputed, "DISPUTED");
  add(Confirmation::confirmed, "confirmed");
  add(Confirmation::alone, "by one strategy alone");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace gridcensus::host
