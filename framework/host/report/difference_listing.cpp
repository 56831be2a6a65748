#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/report/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace gridcensus::host {

namespace {

constexpr std::size_t screen_width = 80;
constexpr std::size_t max_listed = 8;
constexpr double level_of_times = 0.05;

/// Returns the words after a label, in lines of at most 80 columns. Continuation lines are aligned with the first word,
/// plus `hanging` columns.
std::string after_label(const std::string& label, const std::string& text, std::size_t hanging = 0) {
  std::string lines;
  for (const auto& line : wrapped(text, screen_width - label.size(), hanging)) {
    lines += (lines.empty() ? label : std::string(label.size(), ' ')) + line + "\n";
  }
  return lines;
}

/// Returns "A  old.ledger: cross_validation.yaml, seed 1, 2026-11-22T23:10:00Z on node7".
std::string document_line(char letter, const ResultsDocument& document) {
  const std::string host = document.produced.host;
  return after_label(fmt::format("{}  ", letter),
                     fmt::format("{}: {}, seed {}, {}{}", printable(document.origin), printable(document.file),
                                 document.seed, document.produced.date, host.empty() ? "" : " on " + printable(host)));
}

std::string side_line(char letter, const Side& side) {
  // Omits " in A", because the letter shows it.
  const std::string value = parse_integer(side.value) ? group_digits(side.value) : printable(side.value);
  return fmt::format("    {} {}: {}\n", letter, side.origin.name.substr(0, side.origin.name.size() - 5), value);
}

std::string disagreements(const Difference& difference) {
  constexpr std::size_t most = 20;
  std::string text;
  std::size_t shown = 0;
  for (const Comparison& comparison : difference.comparisons) {
    if (comparison.verdict != Verdict::disagree) continue;
    if (shown++ == most) return text + "  ... (--json lists all)\n";
    text += fmt::format("  {}", comparison.subject);
    if (comparison.z) text += fmt::format(": {:.1f} standard errors apart", std::fabs(*comparison.z));
    text += "\n" + side_line('A', comparison.left) + side_line('B', comparison.right);
    if (!comparison.note.empty()) text += after_label("    ", printable(comparison.note));
  }
  return text;
}

std::string verdict_line(const Difference& difference) {
  const std::size_t disagreements = difference.count(Verdict::disagree);
  const std::size_t equal = difference.count(Verdict::equal);
  const std::size_t consistent = difference.count(Verdict::consistent);
  std::string headline = disagreements > 0
                             ? fmt::format("DISAGREE: {}", counted(disagreements, "value differs", "values differ"))
                             : "AGREE";
  std::string counts;
  const auto add = [&](std::size_t number, const std::string& what) {
    if (number > 0) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", number, what);
  };
  add(equal, "exact and equal");
  add(difference.identical,
      difference.identical == 1 ? "estimate or bound identical" : "estimates or bounds identical");
  add(consistent, "within their errors");
  double farthest = 0;
  for (const auto& comparison : difference.comparisons) {
    if (comparison.verdict == Verdict::consistent) farthest = std::max(farthest, std::fabs(comparison.z.value_or(0)));
  }
  if (farthest > 0) counts += fmt::format(" (at most {:.1f} standard errors)", farthest);
  const std::size_t open = difference.count(Verdict::not_comparable);
  add(open, "not comparable");
  return after_label("", headline + (counts.empty() ? "." : ". " + counts + "."));
}

std::string times_text(const Difference& difference) {
  const PairedTimes& times = difference.times;
  const std::string label = "Times    ";
  if (times.pairs == 0) {
    const std::string why = difference.same_times > 0 ? "; one has copies of the other's times" : "";
    return after_label(label, "no run was timed in both" + why);
  }
  std::string text = fmt::format("B takes {:.3g} of A's time ({}{}", times.ratio,
                                 times.pairs == 1 ? "" : "geometric mean of ", counted(times.pairs, "run", "runs"));
  if (times.interval) text += fmt::format("; 95 %: {:.3g} to {:.3g}", times.interval->first, times.interval->second);
  text += "): ";
  if (!times.p_value)
    text += "too few for a test";
  else
    text += fmt::format("{}, signed ranks p = {:.2g}",
                        *times.p_value >= level_of_times ? "no difference shown"
                        : times.ratio < 1                ? "B is faster"
                                                         : "B is slower",
                        *times.p_value);
  return after_label(label, text);
}

std::string list(const std::string& label, const std::vector<std::string>& names, const std::string& what = "") {
  if (names.empty()) return "";
  std::string text = fmt::format("{}{}: ", what, names.size());
  for (std::size_t i = 0; i < names.size() && i < max_listed; ++i) text += (i == 0 ? "" : "; ") + printable(names[i]);
  if (names.size() > max_listed) text += "; ... (--json lists all)";
  return after_label(label, text);
}

Json difference_json(const Difference& difference) {
  Json json{{"exit", static_cast<int>(difference.exit_code())},
            {"confidence", difference.confidence},
            {"identical", difference.identical},
            {"comparisons", Json::array()},
            {"not_repeated", difference.not_repeated},
            {"changes", Json::array()},
            {"only_a", difference.only_left},
            {"only_b", difference.only_right}};
  for (const Comparison& comparison : difference.comparisons) {
    Json entry{{"subject", comparison.subject},
               {"verdict", name_of(comparison.verdict)},
               {"a", {{"name", comparison.left.origin.name}, {"value", comparison.left.value}}},
               {"b", {{"name", comparison.right.origin.name}, {"value", comparison.right.value}}}};
    if (comparison.z) entry["z"] = *comparison.z;
    if (comparison.p_value) entry["p_value"] = *comparison.p_value;
    if (!comparison.note.empty()) entry["note"] = printable(comparison.note);
    json["comparisons"].push_back(std::move(entry));
  }
  for (const auto& [what, left, right] : difference.changes) {
    json["changes"].push_back({{"what", what}, {"a", left}, {"b", right}});
  }
  Json times{{"runs", difference.times.pairs}, {"copies", difference.same_times}};
  if (difference.times.pairs > 0) times["ratio"] = difference.times.ratio;
  if (difference.times.interval)
    times["interval"] = {difference.times.interval->first, difference.times.interval->second};
  if (difference.times.p_value) times["p_value"] = *difference.times.p_value;
  json["times"] = std::move(times);
  return json;
}

}  // namespace

Listing describe_difference(const ResultsDocument& left, const ResultsDocument& right, const Difference& difference) {
  std::string text = verdict_line(difference) + disagreements(difference) + "\n";
  text += document_line('A', left) + document_line('B', right) + "\n" + times_text(difference);
  // A limit in seconds causes this, and another processor can.
  text += list("Redrawn  ", difference.not_repeated, "different values from the same seed, parameters and plugin, ");
  if (difference.changes.empty()) text += "Changed  nothing but the date\n";
  std::string label = "Changed  ";
  for (const auto& [what, before, after] : difference.changes) {
    text += after_label(label, fmt::format("{}: {} -> {}", printable(what), printable(before), printable(after)), 2);
    label.assign(label.size(), ' ');
  }
  text += list("Only in A  ", difference.only_left) + list("Only in B  ", difference.only_right);
  return {text, difference_json(difference)};
}

}  // namespace gridcensus::host
