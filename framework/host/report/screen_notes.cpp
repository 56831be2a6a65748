#include "host/base/text.hpp"
#include "host/experiment/rules_reader.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// What a value rests on, from least to most; `enough` is no weak point.
enum class Ground { one_strategy, shared, one_estimate, given, one_and_known, shared_and_known, enough };

std::string_view text_of(Ground ground) {
  switch (ground) {
    case Ground::one_strategy: return "one strategy alone, not published";
    case Ground::shared: return "strategies that share something, not published";
    case Ground::one_estimate: return "an estimate by one strategy alone";
    case Ground::given: return "a given value";
    case Ground::one_and_known: return "one strategy and the literature";
    case Ground::shared_and_known: return "strategies that share something, and the literature";
    case Ground::enough: break;
  }
  return "";
}

Ground ground_of(const ValueLine& line) {
  const Kind kind = kind_of(line.best->outcome);
  const bool is_known = line.known == Known::published || line.known == Known::expected;
  if (kind == Kind::estimate) {
    const bool is_alone = line.strategies.size() == 1 && line.known == Known::nothing;
    return is_alone ? Ground::one_estimate : Ground::enough;
  }
  if (kind != Kind::exact) return Ground::enough;
  if (line.witnesses < 2) {
    const bool is_one = line.strategies.size() == 1;
    if (is_known) return is_one ? Ground::one_and_known : Ground::shared_and_known;
    return is_one ? Ground::one_strategy : Ground::shared;
  }
  return line.given.empty() || is_known ? Ground::enough : Ground::given;
}

/// "2x5 1x6"; of many the first ones.
std::string names_of(const std::vector<std::string>& names) {
  constexpr std::size_t most_names = 6;
  if (names.size() <= most_names) return fmt::format("{}", fmt::join(names, " "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + most_names, " "),
                     names.size() - most_names);
}

/// "grids of 2x5 1x6; bands, signature_classes of 1x5".
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
    const std::string shapes = names_of(names);
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

/// The shapes that a configuration refuses, and the reasons.
struct Refused {
  std::vector<std::string> shapes;
  std::vector<std::string> reasons;
};

void add_refusals(Lines& lines, const Document& document) {
  std::map<std::string, Refused> by_configuration;
  std::vector<std::string> order;
  for (const auto& refusal : document.not_applicable) {
    const auto [found, is_new] = by_configuration.try_emplace(refusal.who.configuration);
    if (is_new) order.push_back(refusal.who.configuration);
    const auto add = [](std::vector<std::string>& texts, const std::string& text) {
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
    };
    add(found->second.shapes, to_string(refusal.who.problem));
    // What follows a comma or a bracket explains the reason.
    add(found->second.reasons, refusal.reason.substr(0, refusal.reason.find_first_of(",;(")));
  }
  if (order.empty()) return;
  std::vector<std::string> parts;
  for (const auto& configuration : order) {
    const auto& [shapes, reasons] = by_configuration.at(configuration);
    const auto is_its_own = [&](const auto& run) { return run.who.configuration == configuration; };
    // A program that is not installed refuses everything.
    constexpr std::size_t few = 4;
    const std::string where = shapes.size() <= few || std::ranges::any_of(document.runs, is_its_own)
                                  ? fmt::format("{}", fmt::join(shapes, " "))
                                  : "everything";
    parts.push_back(
        fmt::format("{} on {} ({}{})", configuration, where, reasons.front(), reasons.size() > 1 ? ", ..." : ""));
  }
  std::string text = fmt::format("Refused: {}", fmt::join(parts, "; "));
  constexpr std::string_view more = " (--full)";
  if (display_width(text) > lines.width()) text = shortened(text, lines.width() - more.size()).append(more);
  lines.add(text);
}

std::string percent(double relative) { return relative == 0 ? "0 %" : fmt::format("{:+.3g} %", 100 * relative); }

/// Of the verdicts on an approximation, the one that says best how far it is off; nullptr where nothing better is
/// known.
const Document::VerdictEntry* sharpest(const std::vector<Document::VerdictView>& views) {
  const Document::VerdictEntry* best = nullptr;
  for (const auto& [verdict, own, other] : views) {
    if (!verdict->relative_error || !other->contested_by.empty()) continue;
    const auto uncertainty = [](const auto& of) { return of.relative_error_uncertainty.value_or(0); };
    if (best == nullptr || uncertainty(*verdict) < uncertainty(*best)) best = verdict;
  }
  return best;
}

/// By how much approximations miss what is known better.
void add_deviations(Lines& lines, const Overview& overview) {
  std::map<std::string, std::map<double, std::string>> by_configuration;
  for (const auto& entry : overview.document.outcomes) {
    if (!std::holds_alternative<Approximation>(entry.outcome) || entry.follows_from) continue;
    if (const auto* const verdict = sharpest(overview.document.verdicts_on(entry))) {
      by_configuration[entry.who.configuration].emplace(*verdict->relative_error, to_string(entry.who.problem));
    }
  }
  std::vector<std::string> parts;
  for (const auto& [configuration, deviations] : by_configuration) {
    const auto& [low, low_at] = *deviations.begin();
    const auto& [high, high_at] = *deviations.rbegin();
    std::string text = fmt::format("{} is off by {} ({})", configuration, percent(low), low_at);
    if (deviations.size() > 1) text += fmt::format(" to {} ({})", percent(high), high_at);
    parts.push_back(text);
  }
  if (parts.empty()) return;
  lines.add_wrapped(fmt::format("Approximation: {}", fmt::join(parts, "; ")), 2);
}

/// What the user asked for, where a problem goes by another name.
void add_other_names(Lines& lines, const Document& document) {
  constexpr std::size_t most_named = 3;
  constexpr std::size_t longest = 300;
  std::size_t found = 0;
  const auto words = document.words();
  for (const auto& asked : document.problems) {
    if (!asked.layouts.empty()) continue;  // nobody gave it a name
    const std::string text = other_name(asked.problem, words);
    if (!text.empty() && ++found <= most_named) lines.add_wrapped(shortened(text, longest), 2);
  }
  if (found > most_named) {
    lines.add_wrapped(
        fmt::format("and {} more under another name (`asked` in --json FILE)", counted(found - most_named, "problem")),
        2);
  }
}

/// Whose programs have counted.
void add_programs(Lines& lines, const Document& document) {
  const auto programs = document.programs();
  if (programs.empty()) return;
  lines.add("Programs:");
  for (const auto& [name, whose] : programs) lines.add_wrapped(fmt::format("  {}: {}", name, whose), 4);
}

void add_repetitions(Lines& lines, const Document& document) {
  const auto reused = static_cast<std::size_t>(std::ranges::count(document.runs, true, &Document::Run::reused));
  if (reused > 0) {
    lines.add_wrapped(fmt::format("Reused from the ledger: {} of {} (--fresh counts again)", reused,
                                  counted(document.runs.size(), "run")),
                      2);
  }
  std::map<Document::Who, std::uint64_t> recounted;
  for (const auto& entry : document.outcomes) {
    if (entry.recounted_units > 0) recounted[entry.who] = entry.recounted_units;
  }
  if (recounted.empty()) return;
  std::uint64_t units = 0;
  for (const auto& [who, own] : recounted) units += own;
  lines.add_wrapped(fmt::format("Counted again, with the same result: {} of {}", counted(units, "unit"),
                                counted(recounted.size(), "run")),
                    2);
}

}  // namespace

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

void add_weakest(Lines& lines, const Overview& overview) {
  std::map<Ground, std::vector<const ValueLine*>> by_ground;
  bool has_values = false;
  for (const auto& line : overview.values) {
    if (line.follows || line.is_disputed) continue;
    const Kind kind = kind_of(line.best->outcome);
    has_values = has_values || kind == Kind::exact || kind == Kind::estimate;
    by_ground[ground_of(line)].push_back(&line);
  }
  lines.add();
  // Where nothing was compared yet, it is not known what stands alone.
  if (!has_values || !overview.document.assembled.empty()) return;
  const auto& [ground, values] = *by_ground.begin();
  if (ground == Ground::enough) {
    lines.add("Weakest: nothing rests on one strategy alone");
    return;
  }
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
  lines.add_wrapped(fmt::format("Weakest: {}: {}", subjects_of(values), why), 2);
}

void add_notes(Lines& lines, const Overview& overview) {
  const auto groups = finding_groups(overview.document);
  add_deviations(lines, overview);
  add_refusals(lines, overview.document);
  add_other_names(lines, overview.document);
  add_programs(lines, overview.document);
  add_repetitions(lines, overview.document);
  if (!groups.empty()) {
    const bool was_compared = overview.document.assembled.empty();
    const std::string summary = was_compared ? findings_summary(groups) : std::to_string(groups.size());
    lines.add_wrapped("Findings: " + summary, 2);
  }
  lines.add_wrapped("More: --full (every outcome), --findings; gridcensus show, gridcensus report", 2);
}

}  // namespace gridcensus::host
