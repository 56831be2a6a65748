#include "host/base/text.hpp"
#include "host/publish/html.hpp"
#include "host/publish/marks.hpp"
#include "host/publish/sections.hpp"
#include "host/report/evidence.hpp"
#include "host/report/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gridcensus::host::publish {

namespace {

/// With more values, those of the first quantity are shown, and the others folded.
constexpr std::size_t max_values = 12;
constexpr std::size_t max_values_shown = 24;

/// Returns the sign of an answer, and its class of CSS.
std::pair<std::string_view, std::string_view> sign_of(Mood mood) {
  switch (mood) {
    case Mood::good: return {"✓", "good"};
    case Mood::bad: return {"✗", "bad"};
    case Mood::open: break;
  }
  return {"…", "open"};
}

/// Returns the lines of the evidence as terms and their texts, without the answer, which is the first line.
std::string evidence_html(const std::vector<std::string>& lines) {
  std::string html;
  for (std::size_t line = 1; line < lines.size(); ++line) {
    const auto colon = lines[line].find(": ");
    const bool has_term = colon != std::string::npos;
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", has_term ? escaped(lines[line].substr(0, colon)) : "",
                        escaped(has_term ? lines[line].substr(colon + 2) : lines[line]));
  }
  return html.empty() ? "" : "<dl class=\"evidence\">\n" + html + "</dl>\n";
}

/// Returns which strategies found a value, with the same words as the evidence.
std::string finders_html(const ValueLine& line) {
  const Kind kind = kind_of(line.best->outcome);
  const std::string names = escaped(line.strategies.size() == 1 ? *line.strategies.begin() : "");
  if (kind == Kind::unfinished) return "–";
  if (kind != Kind::exact) {
    const std::string by = names.empty() ? counted(line.strategies.size(), "strategy", "strategies") : names;
    return fmt::format("{} by {}",
                       kind == Kind::estimate        ? "estimated"
                       : kind == Kind::approximation ? "approximated"
                                                     : "bounded",
                       by);
  }
  if (line.witnesses > 1) return fmt::format("{} independent strategies", line.witnesses);
  if (names.empty()) return fmt::format("{} strategies that share something", line.strategies.size());
  return "one strategy alone (" + names + ")";
}

std::string published_html(const ValueLine& line) {
  const auto with = [](std::string_view kind, std::string_view text) {
    return fmt::format("<span class=\"mark {}\">{}</span>", kind, text);
  };
  switch (line.known) {
    case ReferenceStatus::published: return with("good", "✓ equal");
    case ReferenceStatus::agrees: return with("good", "✓ agrees");
    case ReferenceStatus::expected: return with("good", "✓ as expected");
    case ReferenceStatus::contested: return with("open", "contested");
    case ReferenceStatus::differs: return with("bad", "✗ differs");
    case ReferenceStatus::nothing: break;
  }
  return line.follows ? "<span class=\"none\">follows</span>" : "<span class=\"none\">–</span>";
}

std::vector<Cell> value_row(const DocumentAnalysis& analysis, const ValueLine& line, bool has_estimates) {
  std::vector<std::string> problems;
  for (const Problem& problem : line.problems) problems.push_back(problem_html(problem));
  const Mark mark = line.is_disputed ? Mark{"✗", "disputed", "bad"} : mark_of(analysis, *line.best);
  const std::string off = line.largest_z ? fmt::format("{:.1f} s.e.", std::fabs(*line.largest_z)) : "";
  std::vector<Cell> row{{.html = fmt::format("{}", fmt::join(problems, " = ")), .kind = "head"},
                        {.html = name_html(name_of(line.quantity))},
                        {.html = mark.html(false) + " " + value_html(line.best->outcome), .kind = "number wide value"},
                        {.html = finders_html(line)}};
  if (has_estimates) row.push_back({.html = off, .kind = "number"});
  row.push_back({.html = published_html(line)});
  return row;
}

std::string values_table(const DocumentAnalysis& analysis, const std::vector<const ValueLine*>& lines) {
  const bool has_estimates = std::ranges::any_of(lines, [](const ValueLine* line) {
    return line->largest_z || std::holds_alternative<Estimate>(line->best->outcome);
  });
  std::vector<std::string> heads{"shape", "quantity", has_estimates ? "value (± 1 s.e.)" : "value", "found by"};
  if (has_estimates) heads.emplace_back("estimate off by");
  heads.emplace_back("published");
  HtmlTable table{heads, true};
  for (const ValueLine* const line : lines) table.add(value_row(analysis, *line, has_estimates));
  return table.is_empty() ? "" : table.html("stacked");
}

std::string values_html(const DocumentAnalysis& analysis, const Overview& overview) {
  std::vector<const ValueLine*> shown;
  std::vector<const ValueLine*> folded;
  const bool are_many = overview.values.size() > max_values;
  for (const ValueLine& line : overview.values) {
    const bool is_first = line.quantity == overview.values.front().quantity && shown.size() < max_values_shown;
    (!are_many || is_first || line.is_disputed ? shown : folded).push_back(&line);
  }
  std::string html = values_table(analysis, shown);
  if (!folded.empty()) {
    std::vector<std::string_view> names;
    for (const ValueLine* const line : folded) {
      if (std::ranges::find(names, name_of(line->quantity)) == names.end()) names.push_back(name_of(line->quantity));
    }
    html += details_html(fmt::format("{}: {}", counted(folded.size(), "more value"), fmt::join(names, ", ")),
                         values_table(analysis, folded));
  }
  return html;
}

/// Returns the totals of lists of layouts.
///
/// @param is_all_that_is_shown  whether the lists have too many problems for a page
std::string totals_part(const ResultsDocument& document, bool is_all_that_is_shown) {
  const std::string totals = totals_html(document);
  if (totals.empty()) return {};
  const std::string_view note = is_all_that_is_shown
                                    ? "<p class=\"small\">The problems of these lists are too many for a page: the "
                                      "document in JSON has them.</p>\n"
                                    : "";
  return fmt::format("<h2>Totals of lists of layouts</h2>\n{}{}", note, totals);
}

/// Returns who made the document, when, on what machine and from which file.
std::string made_line(const ResultsDocument& document) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view name, const std::string& text) {
    if (text.empty()) return;
    parts.push_back(name.empty() ? escaped(text) : fmt::format("{} {}", name, escaped(text)));
  };
  add("", document.file);
  constexpr std::size_t hash_digits = 12;
  add("SHA-256", document.sha256.size() > hash_digits ? document.sha256.substr(0, hash_digits) + "…" : document.sha256);
  add(document.seeds.size() > 1 ? "seeds" : "seed", shortened(fmt::format("{}", fmt::join(document.seeds, ", ")), 40));
  add("", document.produced.date);
  std::string machine = document.produced.host;
  if (!document.produced.cpu.empty()) machine += (machine.empty() ? "" : ", ") + document.produced.cpu;
  add("on", machine);
  add("by gridcensus", document.version);
  return fmt::format("<p class=\"made\">{}</p>\n", fmt::join(parts, " · "));
}

}  // namespace

std::string summary_html(const DocumentAnalysis& analysis, const Overview& whole, const Overview& shown) {
  const Judgement answer = judgement_of(whole);
  const auto [sign, kind] = sign_of(answer.mood);
  const std::string disagreements = disagreements_html(whole.document);
  return fmt::format(
             "<p class=\"answer {}\"><span class=\"sign\" aria-hidden=\"true\">{}</span> <strong>{}</strong> "
             "<span>{}</span></p>\n",
             kind, sign, escaped(answer.word), escaped(answer.reason)) +
         evidence_html(evidence_of(whole)) +
         (disagreements.empty() ? "" : "<h2 class=\"bad\">Disagreements</h2>\n" + disagreements) +
         totals_part(whole.document, &whole.document != &shown.document) + values_html(analysis, shown) +
         made_line(whole.document);
}

}  // namespace gridcensus::host::publish
