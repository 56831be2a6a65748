#include "host/experiment/rules_reader.hpp"
#include "host/publish/html.hpp"
#include "host/publish/marks.hpp"
#include "host/publish/sections.hpp"
#include "host/report/overview.hpp"
#include "host/report/problem_picture.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/report/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gridcensus::host::publish {

namespace {

using Entry = ResultsDocument::OutcomeEntry;

/// Returns the refusals of strategies, the first of each problem and configuration.
std::map<ResultsDocument::Who, const ResultsDocument::Refusal*> refusals_of(const ResultsDocument& document) {
  std::map<ResultsDocument::Who, const ResultsDocument::Refusal*> refusals;
  for (const auto& refusal : document.not_applicable) refusals.emplace(refusal.who, &refusal);
  return refusals;
}

/// The best value of each problem and quantity; a problem with several values has none.
class BestValues {
 public:
  explicit BestValues(const Overview& overview) {
    for (const ValueLine& line : overview.values) {
      for (const Problem& problem : line.problems) {
        const auto [place, is_new] = best_.try_emplace({problem, line.quantity}, line.best);
        if (is_new) continue;
        place->second = nullptr;
        if (line.is_disputed) disputed_.emplace(problem, line.quantity);
      }
    }
  }

  const Entry* of(const Problem& problem, Quantity quantity) const {
    const auto found = best_.find({problem, quantity});
    return found == best_.end() ? nullptr : found->second;
  }

  /// Returns the reason why a problem has no best value.
  std::string why_none(const Problem& problem, Quantity quantity) const {
    return disputed_.contains({problem, quantity}) ? "<span class=\"mark bad\">✗ values differ</span>"
                                                   : "<span class=\"none\">several questions</span>";
  }

 private:
  std::map<std::pair<Problem, Quantity>, const Entry*> best_;
  std::set<std::pair<Problem, Quantity>> disputed_;
};

/// Returns the text beside the sign: "equal" if the row already has the value, otherwise the value or its difference
/// from the row.
std::string cell_value(const Entry& outcome, const Entry* best, const Mark& mark) {
  const auto* const truth = best == nullptr ? nullptr : std::get_if<Exact>(&best->outcome);
  if (std::holds_alternative<Unfinished>(outcome.outcome)) return "unfinished";
  if (const auto* const exact = std::get_if<Exact>(&outcome.outcome)) {
    const bool is_equal = truth != nullptr && exact->value == truth->value;
    if (!is_equal || mark.kind == "bad")
      return fmt::format("{}<br><small>{}</small>", integer_html(exact->value), escaped(mark.text));
    return mark.kind == "open" ? "alone" : "equal";
  }
  std::string html = value_html(outcome.outcome);
  std::string off;
  const auto* const rough = std::get_if<Approximation>(&outcome.outcome);
  if (rough != nullptr && truth != nullptr && truth->value != 0) {
    const Real share = rough->value / to_real(truth->value) - 1;
    off = fmt::format("off by {}{}", share > 0 ? "+" : "", percent_html(share));
  } else if (std::holds_alternative<Estimate>(outcome.outcome)) {
    off = escaped(mark.text);
  }
  if (!off.empty()) html += fmt::format("<br><small>{}</small>", off);
  return html;
}

std::string cell_html(const DocumentAnalysis& analysis, const Entry& outcome, const Entry* best,
                      const std::string& prefix) {
  const Mark mark = mark_of(analysis, outcome);
  return fmt::format(R"(<a class="mark {}" href="#{}"><span aria-hidden="true">{}</span> {}</a>)", mark.kind,
                     outcome_id(analysis, outcome, prefix), mark.sign, cell_value(outcome, best, mark));
}

/// Returns the value of a row with its standing.
std::string value_cell(const DocumentAnalysis& analysis, const BestValues& best_values, const Problem& problem,
                       Quantity quantity) {
  const Entry* const best = best_values.of(problem, quantity);
  if (best == nullptr) return best_values.why_none(problem, quantity);
  const Mark mark = mark_of(analysis, *best);
  return fmt::format("{}<br><small>{}</small>", value_html(best->outcome), mark.html());
}

/// Returns a summary of the runs of a sweep: their number, their errors, and how far they are off.
std::string sweep_cell(const DocumentAnalysis& analysis, const std::string& name, const Problem& problem,
                       Quantity quantity, const std::string& prefix) {
  std::size_t runs = 0;
  std::vector<Real> errors;
  std::vector<double> misses;
  bool is_bad = false;
  for (const Entry& outcome : analysis.document.outcomes) {
    if (outcome.quantity != quantity || outcome.who.problem != problem || base_of(outcome.who.configuration) != name)
      continue;
    ++runs;
    is_bad = is_bad || mark_of(analysis, outcome).kind == "bad";
    const auto* const estimate = std::get_if<Estimate>(&outcome.outcome);
    if (estimate == nullptr || estimate->value == 0) continue;
    errors.push_back(std::fabs(estimate->standard_error / estimate->value));
    if (const Score* const score = analysis.score_of(outcome)) misses.push_back(std::fabs(score->z));
  }
  if (runs == 0) return "<span class=\"none\">not asked</span>";
  std::string html = fmt::format(R"(<a class="mark {}" href="#{}sweeps"><span aria-hidden="true">{}</span> {} runs)",
                                 is_bad ? "bad" : "near", prefix, is_bad ? "✗" : "≈", runs);
  if (!errors.empty()) {
    const auto [smallest, largest] = std::ranges::minmax(errors);
    html += fmt::format("<br><small>± {} to {}</small>", percent_html(smallest), percent_html(largest));
  }
  if (!misses.empty()) html += fmt::format("<br><small>off by at most {:.1f} s.e.</small>", std::ranges::max(misses));
  return html + "</a>";
}

/// A column: a configuration, or all runs of a sweep.
struct Column {
  ResultsDocument::Who who;
  std::string name;
  bool is_sweep = false;
};

std::string quantity_matrix(const DocumentAnalysis& analysis, Quantity quantity, const BestValues& best,
                            const std::set<std::string>& swept, const std::string& prefix) {
  const ResultsDocument& document = analysis.document;
  std::vector<Column> columns;
  std::vector<Problem> problems;
  std::set<Problem> known;
  const auto refusals = refusals_of(document);
  for (const auto& outcome : document.outcomes) {
    if (outcome.quantity != quantity) continue;
    const bool is_sweep = swept.contains(base_of(outcome.who.configuration));
    const auto name = is_sweep ? base_of(outcome.who.configuration) : outcome.who.configuration;
    if (std::ranges::find(columns, name, &Column::name) == columns.end())
      columns.push_back({outcome.who, name, is_sweep});
    if (known.insert(outcome.who.problem).second) problems.push_back(outcome.who.problem);
  }
  if (columns.empty()) return {};
  std::vector<std::string> heads{"problem", "value"};
  for (const Column& column : columns) heads.push_back(escaped(column.name));
  HtmlTable table{heads};
  for (const Problem& problem : problems) {
    const Entry* const value = best.of(problem, quantity);
    std::vector<Cell> row{{.html = problem_html(problem), .kind = "head"},
                          {.html = value_cell(analysis, best, problem, quantity), .kind = "number wide value"}};
    for (const Column& column : columns) {
      if (column.is_sweep) {
        row.push_back({.html = sweep_cell(analysis, column.name, problem, quantity, prefix)});
        continue;
      }
      auto who = column.who;
      who.problem = problem;
      const auto* const found = document.outcome_of(who, quantity);
      const auto refusal = refusals.find(who);
      if (found != nullptr) {
        row.push_back({.html = cell_html(analysis, *found, value, prefix)});
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

/// Returns the pictures of rules other than classic.
std::string pictures_html(const ResultsDocument& document) {
  constexpr std::size_t max_pictures = 12;
  std::string html;
  std::size_t pictures = 0;
  const auto words = document.words();
  for (const Problem& problem : document.asked()) {
    if (problem.rules.are_classic() || ++pictures > max_pictures) continue;
    // The other name begins with the name of the problem, which is already the caption.
    constexpr std::size_t max_name = 160;
    const std::string other = other_name(problem, words);
    const auto colon = other.find(": ");
    const std::string asked = other.empty() ? "" : shortened(other.substr(colon + 2), max_name);
    html += fmt::format("<figure class=\"rules\"><figcaption>{}{}</figcaption>\n{}</figure>\n", problem_html(problem),
                        asked.empty() ? "" : fmt::format("<br><small>{}</small>", escaped(asked)),
                        inline_problem_svg(problem));
  }
  if (html.empty()) return {};
  const std::string rest =
      pictures > max_pictures
          ? fmt::format(
                "<p class=\"small\">{} more problems have no picture here: <code>gridcensus describe SHAPE "
                "--rules RULES --format svg</code> draws one.</p>\n",
                pictures - max_pictures)
          : "";
  return "<div class=\"pictures\">\n" + html + "</div>\n" + rest;
}

}  // namespace

std::string matrix_html(const DocumentAnalysis& analysis, const Overview& overview,
                        const std::vector<SweepTable>& sweeps, const std::string& prefix) {
  std::string html;
  const BestValues best{overview};
  std::set<std::string> swept;
  for (const SweepTable& table : sweeps) swept.insert(table.configuration);
  std::set<Quantity> quantities;
  for (const auto& outcome : analysis.document.outcomes) quantities.insert(outcome.quantity);
  for (const auto quantity : quantities) html += quantity_matrix(analysis, quantity, best, swept, prefix);
  if (html.empty()) return {};
  return pictures_html(analysis.document) +
         "<p class=\"small\"><span class=\"mark good\">✓</span> exact, and equal to the value of the row · <span "
         "class=\"mark open\">○</span> exact, by this strategy alone · <span class=\"mark near\">≈</span> estimated: ± "
         "is "
         "one standard error (s.e.), and below it how far the estimate is off the exact value · <span class=\"mark "
         "open\">~</span> approximated · <span class=\"mark open\">…</span> unfinished · <span class=\"mark "
         "bad\">✗</span> disputed</p>\n<div class=\"matrices\">\n" +
         html + "</div>\n";
}

}  // namespace gridcensus::host::publish
