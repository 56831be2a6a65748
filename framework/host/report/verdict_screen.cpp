#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

constexpr std::size_t narrowest = 40;
/// On a longer screen, the first line may be out of sight.
constexpr std::ptrdiff_t one_page = 45;

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
  const std::string effort = fmt::format(" {}, {}.", pluralise(document.runs.size(), "run"), seconds_text(seconds));
  lines.add_wrapped(document.answer.word + ".", shade_of(document.answer.severity),
                    " " + document.answer.reason + (document.runs.empty() ? "" : effort), 2);
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
  lines.add();
  if (const auto legend = legend_of(lines.text()); !legend.empty()) {
    lines.add_wrapped(legend, 0);
    lines.add();
  }
  // The answer is above the values.
  for (std::size_t i = 1; i < document.evidence.size(); ++i) lines.add_wrapped(document.evidence[i], 2);
  add_notes(lines, document, extent);
  if (std::ranges::count(lines.text(), '\n') > one_page) {
    lines.add();
    add_answer(lines, document);
  }
  return lines.text();
}

}  // namespace gridcensus::host
