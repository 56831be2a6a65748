#include "host/publish/page.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::host::publish {

namespace {

struct Section {
  std::string_view id;
  std::string_view heading;
  std::string content;
};

void put(std::string& page, std::string_view place, const std::string& text) {
  const auto begin = page.find(place);
  if (begin == std::string::npos) throw StorageError{fmt::format("report.html has no {}", place)};
  page.replace(begin, place.size(), text);
}

/// @param with_origin  to tell it from others on the page
std::string produced_line(const ResultsDocument& document, bool with_origin) {
  std::string html = (with_origin ? escaped(document.origin) + ": " : "") + escaped(document.file);
  if (with_origin) html += fmt::format(", seed {}", document.seed);
  for (const auto& text : {document.produced.date, document.produced.host, document.produced.cpu}) {
    if (!text.empty()) html += " · " + escaped(text);
  }
  return "<p class=\"small\">" + html + "</p>\n";
}

std::string title_html(const ResultsDocument& document) {
  const std::string question = question_of(document);
  return escaped(question.empty() ? document.file : question);
}

/// As the screen of `run` shows it.
std::string verdict_html(const ResultsDocument& document) {
  constexpr std::size_t columns = 80;
  return "<pre class=\"verdict\">" + escaped_lines(verdict_screen(document, columns, Colour::off)) + "</pre>\n";
}

}  // namespace

Report::Report(const std::vector<ResultsDocument>& documents, std::string page, std::vector<PublishedTime> times)
    : page_{std::move(page)}, times_{std::move(times)} {
  for (const ResultsDocument& document : documents) {
    const std::string prefix = documents.size() == 1 ? "" : fmt::format("r{}_", chapters_.size() + 1);
    chapters_.push_back({.study = Study{document}, .tables = tables_of(document), .prefix = prefix});
  }
  for (Chapter& chapter : chapters_) {
    const ResultsDocument& document = chapter.study.document;
    for (const EstimateGroup& group : chapter.study.groups)
      add(chapter, chapter.convergence, convergence_figure(group));
    add(chapter, chapter.scores, score_figure(chapter.study.scores));
    add(chapter, chapter.times, time_figure(document, times_));
    add(chapter, chapter.times, rate_figure(document));
    add(chapter, chapter.times, unit_time_figure(document));
    for (const SharedFinding& shared : chapter.tables) {
      auto& places = chapter.of_tables.emplace_back();
      for (auto& figure : table_figures(*shared.first)) add(chapter, places, std::move(figure));
    }
  }
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
  const Study& study = chapter.study;
  const ResultsDocument& document = study.document;
  const std::string& prefix = chapter.prefix;
  const std::vector<Section> sections{
      {"disagreements", "Disagreements", disagreements_html(document)},
      {"matrix", "Strategies and problems", matrix_html(study, prefix)},
      {"outcomes", "Every outcome", outcomes_html(study, prefix) + refusals_html(document)},
      {"convergence", "Convergence",
       html_of(chapter.convergence) + convergence_html(study.groups, chapter.convergence.empty())},
      {"scores", "Estimates against exact values", html_of(chapter.scores) + scores_html(study.scores)},
      {"classes", "Findings", tables_html(chapter) + findings_html(document)},
      {"times", "Time and rate", html_of(chapter.times) + times_html(document, times_)},
      {"warnings", "To bear in mind", warnings_html(document)},
      {"provenance", "Provenance", provenance_html(document)}};
  std::string links;
  std::string html;
  for (const auto& [id, heading, content] : sections) {
    if (content.empty()) continue;
    links += fmt::format("<a href=\"#{}{}\">{}</a>\n", prefix, id, heading);
    html += fmt::format("<section id=\"{}{}\">\n<h2>{}</h2>\n{}</section>\n", prefix, id, heading, content);
  }
  return "<nav aria-label=\"Sections\">\n" + links + "</nav>\n" + html;
}

std::string Report::html(const std::optional<std::string>& note) const {
  std::string content;
  if (note) content += "<p class=\"note\"><strong>Without pictures:</strong> " + escaped(*note) + ".</p>\n";
  const bool is_one = chapters_.size() == 1;
  for (const Chapter& chapter : chapters_) {
    const ResultsDocument& document = chapter.study.document;
    content +=
        fmt::format("<header>\n<h1>{}</h1>\n{}{}{}</header>\n", title_html(document), produced_line(document, !is_one),
                    verdict_html(document),
                    is_one ? "" : fmt::format("<p><a href=\"#{}all\">Everything of it</a></p>\n", chapter.prefix));
  }
  for (const Chapter& chapter : chapters_) {
    if (is_one) {
      content += chapter_html(chapter);
      continue;
    }
    const ResultsDocument& document = chapter.study.document;
    content += fmt::format("<article id=\"{}all\">\n<h1>{}</h1>\n{}{}</article>\n", chapter.prefix,
                           title_html(document), produced_line(document, true), chapter_html(chapter));
  }
  std::string page = page_;
  // What a document brings could not guess the nonce, so that no script but the page's own can run.
  put(page, "<!--nonce-->", sha256_of(content));
  put(page, "<!--nonce-->", sha256_of(content));
  put(page, "<!--title-->", title_html(chapters_.front().study.document));
  put(page, "<!--content-->", content);
  return page;
}

}  // namespace gridcensus::host::publish
