#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"
#include "host/judge/evidence.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

constexpr std::size_t max_subjects = 5;
constexpr std::size_t max_runs = 8;
constexpr std::size_t max_lines_of_a_value = 3;

/// Returns the origin of a value, with all that is needed to repeat the count: "by counts_wrong 1.0.0 on 2x2 (offset
/// 1)".
std::string origin_text(const Document::Side& side, const Document& document) {
  std::string text = side.name;
  if (!side.source.empty()) text += fmt::format(" [{}]", side.source);
  const auto* const run =
      side.kind == OriginKind::run ? document.run_of({side.problem, side.witness.strategy, side.name}) : nullptr;
  if (run == nullptr) return text;
  text = "by " + side.name;
  if (run->run_id.configuration != run->run_id.strategy) text += ": " + side.witness.strategy;
  text += fmt::format(" {} on {}", run->version, to_string(side.problem));
  std::vector<std::string> settings;
  for (const auto& [name, value] : run->parameters) {
    if (value != "unset") settings.push_back(name + " " + value);
  }
  for (const auto& [quantity, from] : run->inputs) settings.push_back(quantity + " from " + from);
  return settings.empty() ? text : fmt::format("{} ({})", text, fmt::join(settings, ", "));
}

/// The contradicting values for one subject.
struct Contradiction {
  std::string subject;
  bool is_invariant = false;
  std::vector<std::pair<std::string, std::vector<std::string>>> origins;  ///< by value, in the order of appearance
  std::vector<std::string> notes;
  std::optional<double> largest_z;
};

void add_origin(Contradiction& contradiction, const Document::Side& side, const Document& document) {
  const std::string value = parse_integer(side.value) ? group_digits(side.value) : side.value;
  const std::string origin = origin_text(side, document);
  // Two tables that differ may have the same number of rows.
  const auto same = std::ranges::find_if(contradiction.origins, [&](const auto& entry) {
    return entry.first == value && (side.quantity || entry.second.front() == origin);
  });
  if (same == contradiction.origins.end()) {
    contradiction.origins.push_back({value, {origin}});
  } else if (std::ranges::find(same->second, origin) == same->second.end()) {
    same->second.push_back(origin);
  }
}

std::vector<Contradiction> contradictions(const Document& document) {
  std::vector<Contradiction> found;
  std::map<std::pair<std::string, bool>, std::size_t> index_of;
  for (const auto& verdict : document.verdicts) {
    if (!is_contradiction(verdict)) continue;
    const bool is_invariant = verdict.verdict == Verdict::broken;
    const auto [place, is_new] = index_of.try_emplace({verdict.subject, is_invariant}, found.size());
    if (is_new) {
      auto& added = found.emplace_back();
      added.subject = verdict.subject;
      added.is_invariant = is_invariant;
    }
    auto& contradiction = found[place->second];
    add_origin(contradiction, verdict.left, document);
    add_origin(contradiction, verdict.right, document);
    if (verdict.z) contradiction.largest_z = std::max(contradiction.largest_z.value_or(0), std::abs(*verdict.z));
    if (!verdict.note.empty() && std::ranges::find(contradiction.notes, verdict.note) == contradiction.notes.end()) {
      contradiction.notes.push_back(verdict.note);
    }
  }
  std::ranges::stable_sort(found, {}, &Contradiction::is_invariant);
  return found;
}

void add_contradiction(Lines& lines, const Contradiction& contradiction) {
  const std::string z = contradiction.largest_z ? fmt::format(", |z| = {:.2f}", *contradiction.largest_z) : "";
  lines.add_wrapped(contradiction.is_invariant ? "BROKEN" : "DISAGREE", shade::red, ": " + contradiction.subject + z,
                    2);
  for (const auto& [value, origins] : contradiction.origins) {
    // All digits, unless they would fill the screen.
    const std::string shown = "  " + digits_within(value, max_lines_of_a_value * lines.width());
    const std::string by = fmt::format("{}", fmt::join(origins, "; "));
    const std::string together = shown + "  " + by;
    if (display_width(together) <= lines.width()) {
      lines.add_wrapped(together, 0);
    } else {
      lines.add_wrapped(shown, 2);
      lines.add_wrapped("    " + by, 7);
    }
  }
  for (const auto& note : contradiction.notes) lines.add_wrapped("    " + note, 4);
}

std::string reason_of(const Document& document, const Document::Run& run) {
  if (!run.message.empty()) return run.message;
  for (const auto* entry : document.outcomes_of(run.run_id)) {
    if (const auto* const unfinished = std::get_if<Unfinished>(&entry->outcome)) return unfinished->reason;
  }
  return {};
}

/// Adds one entry for the runs of a configuration that ended for one reason.
void add_ended(Lines& lines, const Document& document, std::size_t most, const std::string& head,
               std::string_view shade, const std::function<bool(const Document::Run&)>& is_one) {
  std::vector<std::pair<std::string, std::string>> order;  // configuration, reason
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> problems;
  for (const auto& run : document.runs) {
    if (!is_one(run)) continue;
    std::string reason = reason_of(document, run);
    if (!reason.empty()) reason.insert(0, ": ");
    auto& of_the_reason = problems[{run.run_id.configuration, reason}];
    if (of_the_reason.empty()) order.emplace_back(run.run_id.configuration, reason);
    of_the_reason.push_back(to_string(run.run_id.problem));
  }
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    const auto& [configuration, reason] = order[i];
    lines.add_wrapped(head, shade, fmt::format(": {} on {}{}", configuration, first_names(problems[order[i]]), reason),
                      2);
  }
  if (order.size() > most) {
    lines.add_wrapped(head, shade, fmt::format(": and {} more (--full)", order.size() - most), 2);
  }
}

}  // namespace

void add_failures(Lines& lines, const Document& document, Extent extent) {
  const std::size_t most_subjects = extent == Extent::full ? document.verdicts.size() : max_subjects;
  const std::size_t most_runs = extent == Extent::full ? document.runs.size() : max_runs;
  const auto found = contradictions(document);
  for (std::size_t i = 0; i < std::min(most_subjects, found.size()); ++i) {
    lines.add();
    add_contradiction(lines, found[i]);
  }
  if (found.size() > most_subjects) {
    lines.add();
    lines.add_wrapped("DISAGREE", shade::red, fmt::format(": and {} more (--full)", found.size() - most_subjects), 2);
  }
  const auto in_state = [](RunState state) { return [=](const Document::Run& run) { return run.state == state; }; };
  const auto is_empty = [&](const Document::Run& run) { return lacks_value(document, run); };
  const auto has_not_ended = [&](const Document::Run& run) {
    return run.state == RunState::failed || run.state == RunState::broken || run.state == RunState::stopped;
  };
  if (std::ranges::any_of(document.runs, [&](const auto& run) { return has_not_ended(run) || is_empty(run); }))
    lines.add();
  add_ended(lines, document, most_runs, "BROKEN", shade::red, in_state(RunState::broken));
  add_ended(lines, document, most_runs, "FAILED", shade::red, in_state(RunState::failed));
  add_ended(lines, document, most_runs, "UNFINISHED", shade::yellow, in_state(RunState::stopped));
  add_ended(lines, document, most_runs, "NO VALUE", shade::yellow, is_empty);
  if (!document.assembled.empty()) {
    lines.add();
    lines.add_wrapped("Assembled", shade::yellow, " " + document.assembled, 2);
  }
  if (!document.storage_error.empty()) {
    lines.add();
    lines.add_wrapped("STORAGE FAILED", shade::red,
                      ": " + document.storage_error + "; results that are not in the ledger are lost", 2);
  }
}

}  // namespace gridcensus::host
