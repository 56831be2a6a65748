#include "host/report/evidence.hpp"

#include "host/base/text.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// Returns "2 of 45 runs failed", or "the only run failed" if there is only one.
std::string share(std::size_t number, std::size_t all, const std::string& one) {
  return all == 1 ? "the only " + one : fmt::format("{} of {}", number, counted(all, one));
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
std::string counts_text(const Overview& overview) {
  const std::size_t runs = overview.document.runs.size();
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
  add(overview.unfinished,
      fmt::format("{} {} unfinished", share(overview.unfinished, runs, "run"), is(overview.unfinished)));
  add(overview.without_value, fmt::format("{} {} a value", share(overview.without_value, runs, "run"),
                                          overview.without_value == 1 ? "lacks" : "lack"));
  if (!overview.unanswered.empty()) {
    std::vector<std::string> names;
    for (const auto& problem : overview.unanswered) names.push_back(to_string(problem));
    parts.push_back(fmt::format("{} {} no answer ({})",
                                share(names.size(), overview.document.problems.size(), "problem"),
                                names.size() == 1 ? "has" : "have", first_names(names)));
  }
  const std::size_t in_parts = overview.in_state(RunState::part_done) + overview.in_state(RunState::deferred);
  add(in_parts, fmt::format("{} {} counted in parts", share(in_parts, runs, "run"), is(in_parts)));
  if (overview.disagreeing == 0) {
    add(overview.agreements.size(), counted(overview.agreements.size(), "comparison agrees", "comparisons agree"));
    if (overview.agreements.empty() && runs > 0) parts.push_back(why_not_compared(overview.document));
  }
  if (overview.broken == 0) add(overview.holding, counted(overview.holding, "invariant holds", "invariants hold"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The evidence for a value, from the weakest; `enough` is not a weak point.
enum class SupportLevel { one_strategy, shared, one_estimate, given, one_and_known, shared_and_known, enough };

std::string_view text_of(SupportLevel ground) {
  switch (ground) {
    case SupportLevel::one_strategy: return "one strategy alone, not published";
    case SupportLevel::shared: return "strategies that share something, not published";
    case SupportLevel::one_estimate: return "an estimate by one strategy alone";
    case SupportLevel::given: return "a given value";
    case SupportLevel::one_and_known: return "one strategy and the literature";
    case SupportLevel::shared_and_known: return "strategies that share something, and the literature";
    case SupportLevel::enough: break;
  }
  return "";
}

SupportLevel support_of(const ValueLine& line) {
  const Kind kind = kind_of(line.best->outcome);
  const bool is_known = line.known == ReferenceStatus::published || line.known == ReferenceStatus::agrees ||
                        line.known == ReferenceStatus::expected;
  if (kind == Kind::estimate) {
    if (line.strategies.size() > 1) return SupportLevel::enough;
    return is_known ? SupportLevel::one_and_known : SupportLevel::one_estimate;
  }
  if (kind != Kind::exact) return SupportLevel::enough;
  if (line.witnesses < 2) {
    const bool is_one = line.strategies.size() == 1;
    if (is_known) return is_one ? SupportLevel::one_and_known : SupportLevel::shared_and_known;
    return is_one ? SupportLevel::one_strategy : SupportLevel::shared;
  }
  return line.given.empty() || is_known ? SupportLevel::enough : SupportLevel::given;
}

/// Returns "grids of 2x5 1x6; bands, signature_classes of 1x5".
std::string subjects_of(const std::vector<const ValueLine*>& values) {
  std::map<Quantity, std::vector<std::string>> by_quantity;
  for (const auto* line : values) {
    std::vector<std::string> problems;
    for (const auto& problem : line->problems) problems.push_back(to_string(problem));
    std::string name = fmt::format("{}", fmt::join(problems, "="));
    auto& names = by_quantity[line->quantity];
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

/// Returns the values by their evidence, without those that follow from another value or are disputed.
std::map<SupportLevel, std::vector<const ValueLine*>> values_by_support(const Overview& overview) {
  std::map<SupportLevel, std::vector<const ValueLine*>> by_ground;
  for (const auto& line : overview.values) {
    if (!line.follows && !line.is_disputed) by_ground[support_of(line)].push_back(&line);
  }
  return by_ground;
}

/// Returns whether values were compared: an assembled document does not record which of them are by one strategy only.
bool was_compared(const Overview& overview) { return overview.document.assembled.empty(); }

/// Returns "Values: 25 exact (18 by independent strategies, 7 by one strategy and the literature), 9 approximated".
/// Empty if there are fewer than two.
std::string values_line(const Overview& overview) {
  std::map<Kind, std::size_t> kinds;
  std::map<std::string_view, std::size_t> exact;
  std::size_t alone = 0;
  std::size_t all = 0;
  for (const auto& [ground, values] : values_by_support(overview)) {
    for (const auto* line : values) {
      const Kind kind = kind_of(line->best->outcome);
      ++kinds[kind];
      ++all;
      if (kind == Kind::exact) ++exact[ground == SupportLevel::enough ? "independent strategies" : text_of(ground)];
      if (kind == Kind::estimate && ground == SupportLevel::one_estimate) ++alone;
    }
  }
  if (all < 2) return {};
  std::vector<std::string> parts;
  if (kinds[Kind::exact] > 0) {
    std::vector<std::string> grounds;
    for (const auto& [ground, number] : exact) grounds.push_back(fmt::format("{} by {}", number, ground));
    // Puts the strongest evidence first, because the words are ordered differently.
    std::stable_partition(grounds.begin(), grounds.end(),
                          [](const std::string& text) { return text.ends_with("strategies"); });
    parts.push_back(fmt::format("{} exact ({})", kinds[Kind::exact], fmt::join(grounds, "; ")));
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
std::string weakest_line(const Overview& overview) {
  const auto by_ground = values_by_support(overview);
  const auto is_value = [](const ValueLine* line) {
    const Kind kind = kind_of(line->best->outcome);
    return kind == Kind::exact || kind == Kind::estimate;
  };
  const bool has_values =
      std::ranges::any_of(by_ground, [&](const auto& entry) { return std::ranges::any_of(entry.second, is_value); });
  if (!has_values) return {};
  const auto& [ground, values] = *by_ground.begin();
  if (ground == SupportLevel::enough) return "Weakest: nothing rests on one strategy alone";
  std::set<std::string> strategies;
  for (const auto* line : values) strategies.insert(line->strategies.begin(), line->strategies.end());
  std::set<std::string_view> given;
  for (const auto* line : values) {
    for (const auto quantity : line->given) given.insert(name_of(quantity));
  }
  std::string why{text_of(ground)};
  std::vector<std::string> names;
  if (strategies.size() == 1) names.push_back(*strategies.begin());
  if (!given.empty()) names.push_back(fmt::format("{} as given", fmt::join(given, ", ")));
  if (!names.empty()) why += fmt::format(" ({})", fmt::join(names, ", "));
  return fmt::format("Weakest: {}: {}", subjects_of(values), why);
}

/// Returns "Shared: 6 agreements count as one strategy each (4: both take grids from band_classes)"; empty if every
/// agreement of two strategies is independent.
std::string shared_line(const Overview& overview) {
  std::map<std::string, std::size_t> reasons;
  std::size_t all = 0;
  for (const auto* agreement : overview.agreements) {
    const auto& verdict = *agreement;
    const bool is_of_strategies = verdict.left.kind == OriginKind::run && verdict.right.kind == OriginKind::run &&
                                  verdict.left.strategy != verdict.right.strategy;
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
  return fmt::format("Shared: {} not independent ({}{})", counted(all, "agreement is", "agreements are"),
                     fmt::join(named, "; "), by_number.size() > max_named ? "; ..." : "");
}

std::string findings_line(const Overview& overview) {
  const auto groups = finding_groups(overview.document);
  if (groups.empty()) return {};
  return "Findings: " + (was_compared(overview) ? findings_summary(groups) : std::to_string(groups.size()));
}

}  // namespace

std::string Judgement::text() const { return fmt::format("{}. {}", word, reason); }

Judgement judgement_of(const Overview& overview) {
  if (overview.document.runs.empty()) return {"NOT YET", "No strategy takes any of these problems.", Mood::open};
  const std::string reason = counts_text(overview) + ".";
  const auto sentence = [&reason] { return reason.starts_with("the ") ? "T" + reason.substr(1) : reason; };
  if (overview.disagreeing + overview.broken + overview.in_state(RunState::broken) > 0)
    return {"NO", sentence(), Mood::bad};
  const std::size_t failed = overview.in_state(RunState::failed);
  const std::size_t open = failed + overview.unfinished + overview.without_value + overview.unanswered.size() +
                           overview.in_state(RunState::part_done) + overview.in_state(RunState::deferred);
  if (open > 0 || !was_compared(overview)) return {"NOT YET", sentence(), failed > 0 ? Mood::bad : Mood::open};
  if (!overview.agreements.empty()) return {"YES", sentence(), Mood::good};
  std::set<std::string> strategies;
  for (const auto& run : overview.document.runs) strategies.insert(run.who.strategy);
  const std::string_view alone = strategies.size() == 1 ? "By one strategy alone" : "Each value by one strategy alone";
  return {uncompared_answer(overview.document), fmt::format("{}: {}", alone, reason), Mood::open};
}

std::vector<std::string> evidence_of(const Overview& overview) {
  std::vector<std::string> lines{judgement_of(overview).text()};
  const auto add = [&lines](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  if (was_compared(overview)) {
    add(values_line(overview));
    add(weakest_line(overview));
    add(shared_line(overview));
  }
  add(findings_line(overview));
  return lines;
}

std::vector<std::string> evidence_of(const ResultsDocument& document) { return evidence_of(overview_of(document)); }

std::string findings_summary(const std::vector<FindingGroup>& groups) {
  std::size_t confirmed = 0;
  std::size_t disputed = 0;
  for (const auto& group : groups) {
    if (group.is_disputed)
      ++disputed;
    else if (group.is_confirmed)
      ++confirmed;
  }
  const std::size_t alone = groups.size() - confirmed - disputed;
  std::vector<std::string> parts;
  if (disputed > 0) parts.push_back(fmt::format("{} DISPUTED", disputed));
  if (confirmed > 0) parts.push_back(fmt::format("{} confirmed", confirmed));
  if (alone > 0) parts.push_back(fmt::format("{} by one strategy alone", alone));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace gridcensus::host
