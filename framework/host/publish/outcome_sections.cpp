#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/publish/sections.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gridcensus::host::publish {

namespace {

using OutcomeEntry = ResultsDocument::OutcomeEntry;
using Side = ResultsDocument::Side;
using VerdictEntry = ResultsDocument::VerdictEntry;

bool is_disputed(const Study& study, const OutcomeEntry& outcome) {
  return outcome.standing == Standing::disputed ||
         std::ranges::any_of(study.document.verdicts_on(outcome),
                             [](const auto& view) { return is_contradiction(*view.verdict); });
}

bool is_confirmed(const Study& study, const OutcomeEntry& outcome) {
  return std::ranges::any_of(study.document.verdicts_on(outcome), [](const auto& view) {
    return is_agreement(*view.verdict) && view.other->kind != VoiceKind::invariant;
  });
}

/// The id of an outcome on the page.
std::string outcome_id(const Study& study, const OutcomeEntry& outcome, const std::string& prefix) {
  return fmt::format("{}outcome-{}", prefix, &outcome - study.document.outcomes.data());
}

/// A sign and words for how an outcome stands. The sign is never all that tells.
struct Mark {
  std::string sign;
  std::string text;
  std::string kind;  ///< class of CSS
};

Mark mark_of(const Study& study, const OutcomeEntry& outcome) {
  if (is_disputed(study, outcome)) return {"✗", "disputed", "bad"};
  const Kind kind = kind_of(outcome.outcome);
  if (kind == Kind::unfinished) return {"…", "unfinished", "open"};
  if (kind == Kind::approximation) return {"~", "approximated", "open"};
  if (kind == Kind::estimate) {
    const Score* const score = study.score_of(outcome);
    if (score != nullptr)
      return {"≈", fmt::format("{} s.e.", std::fabs(score->z) < 0.05 ? "0.0" : fmt::format("{:+.1f}", score->z)),
              "near"};
    const bool has_company = is_confirmed(study, outcome);
    return {"≈", has_company ? "consistent" : "alone", has_company ? "near" : "open"};
  }
  std::string words = standing_text(outcome);
  std::ranges::replace(words, '_', ' ');
  if (outcome.standing == Standing::computed || outcome.standing == Standing::recounted) return {"○", words, "open"};
  return {"✓", words, "good"};
}

std::string cell_html(const Study& study, const OutcomeEntry& outcome, const std::string& prefix) {
  const Mark mark = mark_of(study, outcome);
  return fmt::format(R"(<a class="mark {}" href="#{}"><span aria-hidden="true">{}</span> {}</a>)", mark.kind,
                     outcome_id(study, outcome, prefix), mark.sign, escaped(mark.text));
}

/// What strategies refused, the first of each problem and configuration.
std::map<ResultsDocument::Who, const ResultsDocument::Refusal*> refusals_of(const ResultsDocument& document) {
  std::map<ResultsDocument::Who, const ResultsDocument::Refusal*> refusals;
  for (const auto& refusal : document.not_applicable) refusals.emplace(refusal.who, &refusal);
  return refusals;
}

std::string quantity_matrix(const Study& study, Quantity quantity, const std::string& prefix) {
  const ResultsDocument& document = study.document;
  std::vector<ResultsDocument::Who> columns;  // each configuration once
  std::vector<Problem> problems;
  std::set<Problem> known;
  const auto refusals = refusals_of(document);
  for (const auto& outcome : document.outcomes) {
    if (outcome.quantity != quantity) continue;
    const auto& name = outcome.who.configuration;
    if (std::ranges::find(columns, name, &ResultsDocument::Who::configuration) == columns.end())
      columns.push_back(outcome.who);
    if (known.insert(outcome.who.problem).second) problems.push_back(outcome.who.problem);
  }
  if (columns.empty()) return {};
  std::vector<std::string> heads{"problem"};
  for (const auto& who : columns) heads.push_back(escaped(who.configuration));
  HtmlTable table{heads};
  for (const Problem& problem : problems) {
    std::vector<Cell> row{{.html = problem_html(problem), .kind = "head"}};
    for (auto who : columns) {
      who.problem = problem;
      const auto* const found = document.outcome_of(who, quantity);
      const auto refusal = refusals.find(who);
      if (found != nullptr) {
        row.push_back({.html = cell_html(study, *found, prefix)});
      } else if (refusal != refusals.end()) {
        row.push_back({.html = "<span class=\"none\">– refused</span>", .title = refusal->second->reason});
      } else {
        row.push_back({.html = "<span class=\"none\">not asked</span>"});
      }
    }
    table.add(row);
  }
  return fmt::format("<div><h3 title=\"{}\">{}</h3>\n{}</div>\n", escaped(quantity.info().definition),
                     name_of(quantity), table.html("matrix"));
}

std::string side_text(const Side& side) {
  if (side.kind == VoiceKind::run) return escaped(side.name) + " on " + problem_html(side.problem);
  return std::string{name_of(side.kind)} + (side.source.empty() ? "" : " (" + escaped(side.source) + ")");
}

std::string side_value(const Side& side) {
  const auto whole = parse_integer(side.value);
  return whole ? integer_html(*whole) : escaped(side.value);
}

/// "equal: published", for each comparison of an outcome.
std::string comparisons_html(const Study& study, const OutcomeEntry& outcome) {
  const auto& views = study.document.verdicts_on(outcome);
  if (views.empty()) return "nothing";
  std::string items;
  for (const auto& [verdict, own, other] : views) {
    std::string text = fmt::format("{}: {}", name_of(verdict->verdict), other->name);
    if (other->kind == VoiceKind::run && other->problem != outcome.who.problem)
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

std::string matrix_html(const Study& study, const std::string& prefix) {
  std::string html;
  std::set<Quantity> quantities;
  for (const auto& outcome : study.document.outcomes) quantities.insert(outcome.quantity);
  for (const auto quantity : quantities) html += quantity_matrix(study, quantity, prefix);
  if (html.empty()) return {};
  return "<p class=\"small\"><span class=\"mark good\">✓</span> exact, and others say the same · <span class=\"mark "
         "open\">○</span> exact, by this strategy alone · <span class=\"mark near\">≈</span> estimated, off the exact "
         "value by so many standard errors · <span class=\"mark open\">~</span> approximated · <span class=\"mark "
         "open\">…</span> unfinished · <span class=\"mark bad\">✗</span> disputed</p>\n<div "
         "class=\"matrices\">\n" +
         html + "</div>\n";
}

std::string outcomes_html(const Study& study, const std::string& prefix) {
  HtmlTable table{{"problem", "quantity", "configuration", "standing", "value", "samples", "compared with", "time"}};
  for (const OutcomeEntry& outcome : study.document.outcomes) {
    const Mark mark = mark_of(study, outcome);
    Cell value{.html = value_html(outcome.outcome), .key = sort_key(outcome.outcome), .kind = "number wide"};
    Cell samples{.html = "", .kind = "number"};
    if (const auto* estimate = std::get_if<Estimate>(&outcome.outcome)) {
      value.html += fmt::format("<br><small>{:g} %: {}</small>", estimate->confidence * 100,
                                range_html(estimate->low, estimate->high));
      value.kind = "number";
      samples.html = integer_html(Integer{estimate->samples});
    }
    if (outcome.so_far) {
      value.html += fmt::format("<br><small>so far {}, never judged</small>", value_html(*outcome.so_far));
    }
    const std::string follows =
        outcome.follows_from ? fmt::format("<br><small>from {}</small>", name_of(*outcome.follows_from)) : "";
    table.add(
        {{.html = problem_html(outcome.who.problem), .kind = "head", .id = outcome_id(study, outcome, prefix)},
         {.html = std::string{name_of(outcome.quantity)} + follows},
         {.html = escaped(outcome.who.configuration), .title = outcome.who.strategy},
         {.html = fmt::format(R"(<span class="mark {}"><span aria-hidden="true">{}</span> {}</span>)", mark.kind,
                              mark.sign, escaped(mark.text))},
         value,
         samples,
         {.html = comparisons_html(study, outcome), .key = std::to_string(study.document.verdicts_on(outcome).size())},
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
               {.html = std::string{name_of(total.quantity)}},
               {.html = escaped(total.configuration), .title = total.strategy},
               {.html = value_html(total.outcome), .key = sort_key(total.outcome), .kind = "number wide"},
               {.html = expected}});
  }
  return table.is_empty() ? "" : table.html();
}

std::string scores_html(const std::vector<Score>& scores) {
  HtmlTable table{{"problem", "quantity", "configuration", "estimate", "exact value", "from", "z", "p"}};
  for (const Score& score : scores) {
    const OutcomeEntry& outcome = *score.outcome;
    table.add({{.html = problem_html(outcome.who.problem), .kind = "head"},
               {.html = std::string{name_of(outcome.quantity)}},
               {.html = escaped(outcome.who.configuration)},
               {.html = value_html(outcome.outcome), .key = sort_key(outcome.outcome), .kind = "number"},
               {.html = integer_html(score.truth), .key = to_decimal(score.truth), .kind = "number wide"},
               {.html = escaped(score.from)},
               {.html = fmt::format("{:+.2f}{}", score.z, score.agrees ? "" : " <strong>✗ disagrees</strong>"),
                .key = fmt::format("{:.9g}", score.z),
                .kind = "number"},
               {.html = score.p_value ? fmt::format("{:.3g}", *score.p_value) : "", .kind = "number"}});
  }
  return table.is_empty() ? "" : table.html();
}

std::string convergence_html(const std::vector<EstimateGroup>& groups, bool has_no_pictures) {
  HtmlTable table{{"problem", "quantity", "configuration", "samples", "estimate", "standard error", "deviation"}};
  for (const EstimateGroup& group : groups) {
    const Real reference = group.reference();
    for (const OutcomeEntry* outcome : group.estimates) {
      for (const auto& point : std::get<Estimate>(outcome->outcome).convergence) {
        table.add(
            {{.html = problem_html(outcome->who.problem), .kind = "head"},
             {.html = std::string{name_of(outcome->quantity)}},
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
      has_no_pictures ? "<p>Each estimate came in one unit of work, so that there is no way to show.</p>\n" : "";
  return std::string{reason} + details_html(fmt::format("Every point ({})", table.rows()), table.html());
}

std::string disagreements_html(const ResultsDocument& document) {
  HtmlTable table{{"of", "verdict", "one side", "its value", "other side", "its value", "z", "note"}};
  for (const VerdictEntry& verdict : document.verdicts) {
    if (!is_contradiction(verdict)) continue;
    table.add({{.html = escaped(verdict.subject), .kind = "head"},
               {.html = "<strong>✗ " + std::string{name_of(verdict.verdict)} + "</strong>"},
               {.html = side_text(verdict.left)},
               {.html = side_value(verdict.left), .kind = "number wide"},
               {.html = side_text(verdict.right)},
               {.html = side_value(verdict.right), .kind = "number wide"},
               {.html = verdict.z ? fmt::format("{:+.2f}", *verdict.z) : "", .kind = "number"},
               {.html = escaped(verdict.note)}});
  }
  return table.is_empty() ? "" : table.html();
}

}  // namespace gridcensus::host::publish
