#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/publish/marks.hpp"
#include "host/publish/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

using OutcomeEntry = ResultsDocument::OutcomeEntry;
using Side = ResultsDocument::Side;
using VerdictEntry = ResultsDocument::VerdictEntry;

std::string side_text(const Side& side) {
  if (side.kind == OriginKind::run) return escaped(side.name) + " on " + problem_html(side.problem);
  return std::string{name_of(side.kind)} + (side.source.empty() ? "" : " (" + escaped(side.source) + ")");
}

std::string side_value(const Side& side) {
  const auto whole = parse_integer(side.value);
  return whole ? integer_html(*whole) : escaped(side.value);
}

/// Returns "equal: published", for each comparison of an outcome.
std::string comparisons_html(const DocumentAnalysis& analysis, const OutcomeEntry& outcome) {
  const auto& views = analysis.document.verdicts_on(outcome);
  if (views.empty() && outcome.follows_from) return fmt::format("as {}", name_of(*outcome.follows_from));
  if (views.empty()) return "nothing";
  std::string items;
  for (const auto& [verdict, own, other] : views) {
    std::string text = fmt::format("{}: {}", name_of(verdict->verdict), other->name);
    if (other->kind == OriginKind::run && other->problem != outcome.who.problem)
      text += " on " + to_string(other->problem);
    if (verdict->z) text += fmt::format(" ({:+.2f} s.e.)", own == &verdict->left ? *verdict->z : -*verdict->z);
    for (const auto& shared : verdict->shared) text += "; " + shared.text;
    if (!verdict->note.empty()) text += "; " + verdict->note;
    items += "<li>" + escaped(text) + "</li>";
  }
  return details_html(fmt::format("{} {}", views.size(), views.size() == 1 ? "comparison" : "comparisons"),
                      "<ul>" + items + "</ul>");
}

}  // namespace

std::string outcomes_html(const DocumentAnalysis& analysis, const std::string& prefix) {
  HtmlTable table{
      {"problem", "quantity", "configuration", "standing", "value (± 1 s.e.)", "samples", "compared with", "time"}};
  for (const OutcomeEntry& outcome : analysis.document.outcomes) {
    const Mark mark = mark_of(analysis, outcome);
    Cell value{.html = value_html(outcome.outcome), .key = sort_key(outcome.outcome), .kind = "number wide"};
    Cell samples{.html = "", .kind = "number"};
    if (const auto* estimate = std::get_if<Estimate>(&outcome.outcome)) {
      value.html += fmt::format("<br><small>{:g} %: {}</small>", estimate->confidence * 100,
                                range_html(estimate->low, estimate->high));
      value.kind = "number";
      samples.html = integer_html(Integer{estimate->samples});
    }
    if (outcome.interim) {
      value.html += fmt::format("<br><small>so far {}, never judged</small>", value_html(*outcome.interim));
    }
    const std::string follows =
        outcome.follows_from ? fmt::format("<br><small>from {}</small>", name_of(*outcome.follows_from)) : "";
    table.add(
        {{.html = problem_html(outcome.who.problem), .kind = "head", .id = outcome_id(analysis, outcome, prefix)},
         {.html = name_html(name_of(outcome.quantity)) + follows},
         {.html = name_html(outcome.who.configuration), .title = outcome.who.strategy},
         {.html = mark.html()},
         value,
         samples,
         {.html = comparisons_html(analysis, outcome),
          .key = std::to_string(analysis.document.verdicts_on(outcome).size())},
         {.html = seconds_html(outcome.seconds), .key = fmt::format("{:.9g}", outcome.seconds), .kind = "number"}});
  }
  return table.is_empty() ? "" : table.html();
}

std::string totals_html(const ResultsDocument& document) {
  HtmlTable table{{"list", "layouts", "problems", "quantity", "configuration", "total", "expected"}};
  for (const auto& total : document.totals) {
    const auto* const list = document.list_of(total);
    std::string expected;
    for (const auto& [verdict, own, other] : document.verdicts_on(total)) {
      expected += fmt::format("{}{}: {}", expected.empty() ? "" : "<br>", name_of(verdict->verdict), side_text(*other));
    }
    const auto number = [](std::uint64_t count) {
      return Cell{.html = integer_html(Integer{count}), .key = std::to_string(count), .kind = "number"};
    };
    table.add({{.html = escaped(total.list), .kind = "head"},
               number(list == nullptr ? 0 : list->layouts),
               number(list == nullptr ? 0 : list->problems),
               {.html = name_html(name_of(total.quantity))},
               {.html = name_html(total.configuration), .title = total.strategy},
               {.html = value_html(total.outcome), .key = sort_key(total.outcome), .kind = "number wide"},
               {.html = expected}});
  }
  return table.is_empty() ? "" : table.html();
}

std::string scores_html(const std::vector<Score>& scores) {
  HtmlTable table{
      {"problem", "quantity", "configuration", "estimate (± 1 s.e.)", "exact value", "from", "off by [s.e.]", "p"}};
  for (const Score& score : scores) {
    const OutcomeEntry& outcome = *score.outcome;
    table.add({{.html = problem_html(outcome.who.problem), .kind = "head"},
               {.html = name_html(name_of(outcome.quantity))},
               {.html = name_html(outcome.who.configuration)},
               {.html = value_html(outcome.outcome), .key = sort_key(outcome.outcome), .kind = "number"},
               {.html = integer_html(score.truth), .key = to_decimal(score.truth), .kind = "number wide"},
               {.html = escaped(score.from)},
               {.html = fmt::format("{:+.2f}{}", score.z, score.agrees ? "" : " <strong>✗ disagrees</strong>"),
                .key = fmt::format("{:.9g}", score.z),
                .kind = "number"},
               {.html = score.p_value ? fmt::format("{:.3g}", *score.p_value) : "", .kind = "number"}});
  }
  constexpr std::size_t max_rows_shown = 20;
  if (table.is_empty()) return {};
  if (table.rows() <= max_rows_shown) return table.html();
  return details_html(fmt::format("Every estimate ({})", table.rows()), table.html());
}

std::string convergence_html(const std::vector<EstimateGroup>& groups, bool has_no_pictures) {
  HtmlTable table{{"problem", "quantity", "configuration", "samples", "estimate", "1 s.e.", "deviation"}};
  for (const EstimateGroup& group : groups) {
    const Real reference = group.reference();
    for (const OutcomeEntry* outcome : group.estimates) {
      for (const auto& point : std::get<Estimate>(outcome->outcome).convergence) {
        table.add(
            {{.html = problem_html(outcome->who.problem), .kind = "head"},
             {.html = name_html(name_of(outcome->quantity))},
             {.html = escaped(outcome->who.configuration)},
             {.html = integer_html(Integer{point.samples}), .key = std::to_string(point.samples), .kind = "number"},
             {.html = real_html(point.value, 8), .key = to_decimal(point.value), .kind = "number"},
             {.html = real_html(point.standard_error, 3), .key = to_decimal(point.standard_error), .kind = "number"},
             {.html = percent_html(point.value / reference - 1),
              .key = to_decimal(point.value / reference - 1),
              .kind = "number"}});
      }
    }
  }
  if (table.is_empty()) return {};
  const std::string_view reason =
      has_no_pictures ? "<p>Each estimate has a single unit of work, so there is no convergence to show.</p>\n" : "";
  return std::string{reason} + details_html(fmt::format("Every point ({})", table.rows()), table.html());
}

std::string disagreements_html(const ResultsDocument& document) {
  HtmlTable table{{"of", "verdict", "one side", "its value", "other side", "its value", "off by [s.e.]", "note"}, true};
  for (const VerdictEntry& verdict : document.verdicts) {
    if (!is_contradiction(verdict)) continue;
    table.add({{.html = escaped(verdict.subject), .kind = "head"},
               {.html = fmt::format("<span class=\"mark bad\">✗ {}</span>", name_of(verdict.verdict))},
               {.html = side_text(verdict.left)},
               {.html = side_value(verdict.left), .kind = "number wide value"},
               {.html = side_text(verdict.right)},
               {.html = side_value(verdict.right), .kind = "number wide value"},
               {.html = verdict.z ? fmt::format("{:+.2f}", *verdict.z) : "", .kind = "number"},
               {.html = escaped(verdict.note)}});
  }
  return table.is_empty() ? "" : table.html("stacked");
}

}  // namespace gridcensus::host::publish
