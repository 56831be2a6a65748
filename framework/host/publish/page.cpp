#include "host/publish/page.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/report/problem_picture.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host::publish {

namespace {

struct Section {
  std::string_view id;
  std::string_view heading;
  std::string_view about;  ///< for the table of contents
  std::string content;
};

void put(std::string& page, std::string_view place, const std::string& text) {
  const auto begin = page.find(place);
  if (begin == std::string::npos) throw StorageError{fmt::format("report.html has no {}", place)};
  page.replace(begin, place.size(), text);
}

/// Returns a line that distinguishes a document from the others on the page.
std::string origin_line(const ResultsDocument& document) {
  return fmt::format("<p class=\"small\">{}: {}, seed {}</p>\n", escaped(document.origin), escaped(document.file),
                     document.seed);
}

std::string title_html(const ResultsDocument& document) {
  const std::string question = question_of(document);
  return escaped(question.empty() ? document.file : question);
}

/// A list of layouts with more problems is shown only by its totals.
constexpr std::uint64_t max_listed_problems_shown = 200;

bool has_long_list(const ResultsDocument& document) {
  return std::ranges::any_of(document.layout_lists,
                             [](const auto& list) { return list.problems > max_listed_problems_shown; });
}

/// Returns the document without the problems that only lists of layouts have.
ResultsDocument without_listed_problems(const ResultsDocument& document) {
  std::set<Problem> listed;
  for (const auto& asked : document.problems) {
    if (!asked.layouts.empty()) listed.insert(asked.problem);
  }
  ResultsDocument rest = document;
  const auto is_listed = [&](const auto& entry) { return listed.contains(entry.who.problem); };
  std::erase_if(rest.runs, is_listed);
  std::erase_if(rest.outcomes, is_listed);
  std::erase_if(rest.findings, is_listed);
  std::erase_if(rest.not_applicable, is_listed);
  std::erase_if(rest.problems, [](const auto& asked) { return !asked.layouts.empty(); });
  std::erase_if(rest.verdicts, [&](const auto& verdict) {
    return !is_contradiction(verdict) && listed.contains(verdict.left.problem) &&
           listed.contains(verdict.right.problem);
  });
  rest.complete();
  return rest;
}

}  // namespace

Report::Report(const std::vector<ResultsDocument>& documents, std::string page, std::vector<PublishedTime> times)
    : page_{std::move(page)}, times_{std::move(times)} {
  for (const ResultsDocument& document : documents) {
    const std::string prefix = documents.size() == 1 ? "" : fmt::format("r{}_", chapters_.size() + 1);
    const bool is_short = has_long_list(document);
    if (is_short) short_documents_.push_back(without_listed_problems(document));
    const ResultsDocument& shown = is_short ? short_documents_.back() : document;
    chapters_.push_back({.whole = &document,
                         .analysis = DocumentAnalysis{shown},
                         .tables = tables_of(shown),
                         .sweeps = sweep_tables(shown),
                         .prefix = prefix});
  }
  for (Chapter& chapter : chapters_) {
    const ResultsDocument& document = chapter.analysis.document;
    add_sweeps(chapter);
    for (const EstimateGroup& group : chapter.analysis.groups)
      add(chapter, chapter.convergence, convergence_figure(group));
    add(chapter, chapter.scores, score_figure(chapter.analysis.own_scores()));
    add(chapter, chapter.times, time_figure(document, times_));
    add(chapter, chapter.times, rate_figure(document));
    add(chapter, chapter.sweeps.empty() ? chapter.times : chapter.of_sweeps, efficiency_figure(document));
    add(chapter, chapter.times, unit_time_figure(document));
    for (const SharedFinding& shared : chapter.tables) {
      auto& places = chapter.of_tables.emplace_back();
      for (auto& figure : table_figures(*shared.first)) add(chapter, places, std::move(figure));
    }
  }
}

void Report::add_sweeps(Chapter& chapter) {
  std::map<std::pair<Problem, Quantity>, std::vector<const SweepTable*>> together;
  for (const SweepTable& table : chapter.sweeps) together[{table.problem, table.quantity}].push_back(&table);
  for (const auto& [of, tables] : together) add(chapter, chapter.of_sweeps, error_figure(tables));
  for (const SweepTable& table : chapter.sweeps) add(chapter, chapter.of_sweeps, deviation_figure(table));
}

void Report::add(Chapter& chapter, std::vector<std::size_t>& places, std::optional<Figure> figure) {
  if (!figure) return;
  figure->name = chapter.prefix + figure->name;
  const std::string name = figure->name;
  const auto is_taken = [&] { return std::ranges::find(figures_, figure->name, &Figure::name) != figures_.end(); };
  for (int number = 2; is_taken(); ++number) figure->name = fmt::format("{}_{}", name, number);
  places.push_back(figures_.size());
  figures_.push_back(*std::move(figure));
}

std::string Report::html_of(const std::vector<std::size_t>& places) const {
  std::string html;
  for (const std::size_t place : places) html += figure_html(figures_[place]);
  return html.empty() ? "" : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::string Report::tables_html(const Chapter& chapter) const {
  std::string html;
  for (std::size_t number = 0; number < chapter.tables.size(); ++number) {
    html += html_of(chapter.of_tables[number]) + table_html(chapter.tables[number]);
  }
  return html;
}

std::string Report::chapter_html(const Chapter& chapter) const {
  const DocumentAnalysis& analysis = chapter.analysis;
  const ResultsDocument& document = analysis.document;
  const std::string& prefix = chapter.prefix;
  const std::vector<Section> sections{
      {"matrix", "Strategies and problems", "each value with its standing",
       matrix_html(analysis, overview_of(document), chapter.sweeps, prefix)},
      {"sweeps", "Sweeps", "the effect of a parameter or the seed",
       html_of(chapter.of_sweeps) + sweeps_html(analysis, chapter.sweeps, prefix)},
      {"convergence", "Convergence", "estimates by number of samples",
       html_of(chapter.convergence) + convergence_html(analysis.groups, chapter.convergence.empty())},
      {"scores", "Estimates against exact values", "in standard errors",
       html_of(chapter.scores) + scores_html(analysis.own_scores())},
      {"outcomes", "Every outcome", "values, intervals, comparisons, refusals",
       outcomes_html(analysis, prefix) + refusals_html(document)},
      {"classes", "Findings", "tables and other values beside the answers",
       tables_html(chapter) + findings_html(document)},
      {"times", "Time and rate", "of each run, beside published times",
       html_of(chapter.times) + times_html(document, times_)},
      {"warnings", "Warnings", "failures, few samples, heavy tails", warnings_html(document)},
      {"provenance", "Provenance", "machine, file, hashes, parameters", provenance_html(document)}};
  std::string links;
  std::string html;
  for (const auto& [id, heading, about, content] : sections) {
    if (content.empty()) continue;
    links += fmt::format("<li><a href=\"#{}{}\">{}</a> <span>{}</span></li>\n", prefix, id, heading, about);
    html += fmt::format("<section id=\"{}{}\">\n<h2>{}</h2>\n{}</section>\n", prefix, id, heading, content);
  }
  return "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n" + links + "</ol>\n</nav>\n" + html;
}

std::string Report::header_html(const Chapter& chapter) const {
  const ResultsDocument& document = *chapter.whole;
  const bool is_one = chapters_.size() == 1;
  const std::string all = is_one ? "" : fmt::format("<p><a href=\"#{}all\">All details</a></p>\n", chapter.prefix);
  return fmt::format("<header class=\"summary\">\n<h1>{}</h1>\n{}{}{}</header>\n", title_html(document),
                     is_one ? "" : origin_line(document),
                     summary_html(chapter.analysis, overview_of(document), overview_of(chapter.analysis.document)),
                     all);
}

std::string Report::html(const std::optional<std::string>& note) const {
  std::string content;
  if (note) content += "<p class=\"note\"><strong>Without pictures:</strong> " + escaped(*note) + ".</p>\n";
  const bool is_one = chapters_.size() == 1;
  for (const Chapter& chapter : chapters_) content += header_html(chapter);
  for (const Chapter& chapter : chapters_) {
    if (is_one) {
      content += chapter_html(chapter);
      continue;
    }
    const ResultsDocument& document = chapter.analysis.document;
    content += fmt::format("<article id=\"{}all\">\n<h1>{}</h1>\n{}{}</article>\n", chapter.prefix,
                           title_html(document), origin_line(document), chapter_html(chapter));
  }
  std::string page = page_;
  // A document cannot contain the nonce of its own page, so only the page's own script can run.
  put(page, "<!--nonce-->", sha256_of(content));
  put(page, "<!--nonce-->", sha256_of(content));
  put(page, "/*pictures*/", std::string{problem_picture_style()});
  put(page, "<!--title-->", title_html(*chapters_.front().whole));
  put(page, "<!--content-->", content);
  return page;
}

}  // namespace gridcensus::host::publish
