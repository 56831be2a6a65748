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

/// The shapes on which a configuration refuses the same quantities, and the reasons.
struct RefusedShapes {
  std::string configuration;
  std::string quantities;  ///< empty if it refuses all requested quantities
  std::vector<std::string> shapes;
  std::vector<std::string> reasons;
};

void add_refusals(Lines& lines, const Document& document) {
  std::vector<RefusedShapes> all;
  for (const auto& refusal : document.not_applicable) {
    if (!refusal.counted_as.empty()) continue;
    // If the configuration has an answer, a refused quantity must be named.
    const bool has_run =
        std::ranges::any_of(document.runs, [&](const auto& run) { return run.run_id == refusal.run_id; });
    // The strategy has answered, and the refused quantity was not requested. --full shows it.
    if (has_run && !refusal.is_by_name) continue;
    std::vector<std::string_view> names;
    for (const auto quantity : refusal.quantities) names.push_back(name_of(quantity));
    std::string quantities = has_run ? fmt::format("{}", fmt::join(names, ", ")) : "";
    auto found = std::ranges::find_if(all, [&](const RefusedShapes& each) {
      return each.configuration == refusal.run_id.configuration && each.quantities == quantities;
    });
    if (found == all.end())
      found = all.insert(all.end(), {refusal.run_id.configuration, std::move(quantities), {}, {}});
    const auto add = [](std::vector<std::string>& texts, const std::string& text) {
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
    };
    add(found->shapes, to_string(refusal.run_id.problem));
    // The text after a comma or a bracket explains the reason.
    add(found->reasons, refusal.reason.substr(0, refusal.reason.find_first_of(",;(")));
  }
  if (all.empty()) return;
  std::vector<std::string> parts;
  for (const auto& refused : all) {
    const auto& [configuration, quantities, shapes, reasons] = refused;
    const auto is_its_own = [&refused](const auto& run) { return run.run_id.configuration == refused.configuration; };
    // A program that is not installed refuses everything.
    constexpr std::size_t few = 4;
    const std::string where = shapes.size() <= few || std::ranges::any_of(document.runs, is_its_own)
                                  ? fmt::format("{}", fmt::join(shapes, " "))
                                  : "everything";
    parts.push_back(fmt::format("{} on {}{}{} ({}{})", configuration, where, quantities.empty() ? "" : ": ", quantities,
                                reasons.front(), reasons.size() > 1 ? ", ..." : ""));
  }
  std::string text = fmt::format("Refused: {}", fmt::join(parts, "; "));
  constexpr std::string_view more = " (--full)";
  if (display_width(text) > lines.width()) text = shortened(text, lines.width() - more.size()).append(more);
  lines.add(text);
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
  for (const auto& [index, verdict, own, other] : views) {
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
    if (!text.empty() && ++found <= max_named) lines.add_wrapped(shortened(text, max_length), 2);
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
  lines.add("Programs:");
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
