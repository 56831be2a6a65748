#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

constexpr std::size_t narrowest = 40;
/// On a longer screen, the first line may be out of sight.
constexpr std::size_t one_page = 45;
/// The largest width of text: longer lines are hard to read, even on a wider terminal.
constexpr std::size_t max_text_width = 100;

std::string_view shade_of(Severity severity) {
  switch (severity) {
    case Severity::good: return shade::green;
    case Severity::bad: return shade::red;
    case Severity::open: break;
  }
  return shade::yellow;
}

void add_answer(Lines& lines, const Document& document) {
  double seconds = 0;
  for (const auto& run : document.runs) seconds += run.seconds;
  const std::string time = seconds >= 1 && seconds < 10 ? fmt::format("{:.1f} s", seconds) : seconds_text(seconds);
  const std::string effort = fmt::format("{}, {}", pluralise(document.runs.size(), "run"), time);
  lines.add_between(document.answer.word + ".", shade_of(document.answer.severity), " " + document.answer.reason,
                    document.runs.empty() ? "" : effort, std::min(lines.width(), max_text_width));
}

/// Explains how errors are written, if there are any above.
void add_legend(Lines& lines) {
  const auto has = [&](std::string_view text) { return lines.text().find(text) != std::string::npos; };
  const bool has_errors = has(" +- ");
  if (!has_errors && !has(" s.e.")) return;
  lines.add();
  lines.add(has_errors ? "+-: one standard error (s.e.)" : "s.e.: standard error");
}

}  // namespace

std::string verdict_screen(const ResultsDocument& document, std::size_t width, Colour colour, Extent extent) {
  Lines lines{std::max(width, narrowest), colour};
  if (const std::string& question = document.answer.question; !question.empty()) {
    lines.add_wrapped(question, 0);
    lines.add();
  }
  add_answer(lines, document);
  add_failures(lines, document, extent);
  if (extent == Extent::full) {
    add_outcomes(lines, document);
  } else {
    add_values(lines, document);
    add_sweeps(lines, document);
  }
  add_totals(lines, document);
  add_legend(lines);
  lines.add();
  // The answer is above the values.
  for (std::size_t i = 1; i < document.evidence.size(); ++i) lines.add_wrapped(document.evidence[i], 2);
  add_notes(lines, document, extent);
  if (lines.count() > one_page) {
    lines.add();
    add_answer(lines, document);
  }
  return lines.text();
}

}  // namespace gridcensus::host
