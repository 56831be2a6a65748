#include "host/base/text.hpp"
#include "host/experiment/rules_reader.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// Adds the refusals of what was asked for, by configuration, each with the first of its reasons.
void add_refusals(Lines& lines, const Document& document) {
  struct Refused {
    std::string configuration;
    std::string quantities;  ///< empty if it has no answer at all
    std::vector<std::string> problems = {};
    std::string reason = {};
    bool has_more = false;
  };
  std::vector<Refused> all;
  for (const auto& refusal : document.not_applicable) {
    const bool has_run = document.run_of(refusal.run_id) != nullptr;
    // If the strategy has answered, and the refused quantity was not requested, --full shows it.
    if (!refusal.counted_as.empty() || (has_run && !refusal.is_by_name)) continue;
    const Refused wanted{refusal.run_id.configuration, has_run ? ": " + join(names_of(refusal.quantities)) : ""};
    auto found = std::ranges::find_if(all, [&](const Refused& each) {
      return each.configuration == wanted.configuration && each.quantities == wanted.quantities;
    });
    if (found == all.end()) found = all.insert(all.end(), wanted);
    found->problems.push_back(to_string(refusal.run_id.problem));
    std::string reason = short_reason(refusal.reason);
    found->has_more = found->has_more || (!found->reason.empty() && found->reason != reason);
    if (found->reason.empty()) found->reason = std::move(reason);
  }
  if (all.empty()) return;
  constexpr std::size_t max_named = 3;
  std::string text = "Refused: ";
  for (std::size_t i = 0; i < std::min(max_named, all.size()); ++i) {
    const auto& [configuration, quantities, problems, reason, has_more] = all[i];
    text += fmt::format("{}{} on {}{} ({}{})", i == 0 ? "" : "; ", configuration, first_names(problems), quantities,
                        reason, has_more ? ", ..." : "");
  }
  if (all.size() > max_named) text += fmt::format("; and {} more (--full)", all.size() - max_named);
  lines.add_wrapped(text, 2);
}

void add_every_refusal(Lines& lines, const Document& document) {
  for (const auto& refused : document.not_applicable) {
    if (refused.counted_as.empty())
      lines.add_wrapped(
          refusal_text(refused.run_id.configuration, refused.run_id.problem, refused.quantities, refused.reason), 2);
  }
}

/// Adds the problems that were counted as classic ones.
void add_handed_over(Lines& lines, const Document& document) {
  std::map<std::pair<Problem, std::string>, std::set<std::string>> configurations;
  for (const auto& refusal : document.not_applicable) {
    if (!refusal.counted_as.empty())
      configurations[{refusal.run_id.problem, refusal.counted_as}].insert(refusal.run_id.configuration);
  }
  for (const auto& [which, names] : configurations) {
    const auto& [problem, classic] = which;
    lines.add_wrapped(fmt::format("{} was counted as {}, which is the same up to a permutation of the cells ({})",
                                  to_string(problem), classic, fmt::join(names, ", ")),
                      2);
  }
}

std::string percent(double relative) { return relative == 0 ? "0 %" : fmt::format("{:+.3g} %", 100 * relative); }

/// Returns the verdict that determines best how far an approximation is off; nullptr if there is no better known value.
const Document::VerdictEntry* most_precise(const std::vector<Document::VerdictView>& views) {
  const Document::VerdictEntry* best = nullptr;
  for (const auto& [verdict, own, other] : views) {
    if (!verdict->relative_error || !other->contested_by.empty()) continue;
    const auto uncertainty = [](const auto& of) { return of.relative_error_uncertainty.value_or(0); };
    if (best == nullptr || uncertainty(*verdict) < uncertainty(*best)) best = verdict;
  }
  return best;
}

/// Adds the distances of approximations from better known values.
void add_deviations(Lines& lines, const Document& document) {
  std::map<std::string, std::map<double, std::string>> by_configuration;
  for (const auto& entry : document.outcomes) {
    if (!std::holds_alternative<Approximation>(entry.outcome) || entry.follows_from) continue;
    if (const auto* const verdict = most_precise(document.verdicts_on(entry))) {
      by_configuration[entry.run_id.configuration].emplace(*verdict->relative_error, to_string(entry.run_id.problem));
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

/// Adds the requested names of problems that have another canonical name.
void add_other_names(Lines& lines, const Document& document) {
  constexpr std::size_t max_named = 3;
  constexpr std::size_t max_length = 300;
  std::size_t found = 0;
  const auto words = document.words();
  for (const auto& asked : document.problems) {
    if (!asked.layouts.empty()) continue;  // no user-given name
    const std::string text = other_name(asked.problem, words);
    if (text.empty() || ++found > max_named) continue;
    lines.add_wrapped(text.size() > max_length ? text.substr(0, max_length) + "..." : text, 2);
  }
  if (found > max_named) {
    lines.add_wrapped(
        fmt::format("and {} more under another name (`asked` in --json FILE)", pluralise(found - max_named, "problem")),
        2);
  }
}

/// Adds the origins of the programs that counted.
void add_programs(Lines& lines, const Document& document) {
  const auto programs = document.programs();
  if (programs.empty()) return;
  lines.add_wrapped("Programs:", 0);
  for (const auto& [name, whose] : programs) lines.add_wrapped(fmt::format("  {}: {}", name, whose), 4);
}

void add_repetitions(Lines& lines, const Document& document) {
  const auto reused = static_cast<std::size_t>(std::ranges::count(document.runs, true, &Document::Run::reused));
  if (reused > 0) {
    lines.add_wrapped(fmt::format("Reused from the ledger: {} of {} (--recount counts again)", reused,
                                  pluralise(document.runs.size(), "run")),
                      2);
  }
  std::map<Document::RunId, std::uint64_t> recounted;
  for (const auto& entry : document.outcomes) {
    if (entry.recounted_units > 0) recounted[entry.run_id] = entry.recounted_units;
  }
  if (recounted.empty()) return;
  std::uint64_t units = 0;
  for (const auto& [run_id, own] : recounted) units += own;
  lines.add_wrapped(fmt::format("Counted again, with the same result: {} of {}", pluralise(units, "unit"),
                                pluralise(recounted.size(), "run")),
                    2);
}

}  // namespace

void add_notes(Lines& lines, const Document& document, Extent extent) {
  add_deviations(lines, document);
  add_handed_over(lines, document);
  if (extent == Extent::full)
    add_every_refusal(lines, document);
  else
    add_refusals(lines, document);
  add_other_names(lines, document);
  add_programs(lines, document);
  add_repetitions(lines, document);
  const std::string shown = extent == Extent::full ? "" : "--full (every outcome), ";
  lines.add_wrapped(fmt::format("More: {}--findings; gridcensus show, gridcensus report", shown), 2);
}

}  // namespace gridcensus::host
