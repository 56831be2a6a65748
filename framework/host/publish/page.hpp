#pragma once

#include "host/publish/draw.hpp"
#include "host/publish/published_times.hpp"
#include "host/publish/sections.hpp"
#include "host/results/results_document.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// The report on some documents: one self-contained page of HTML, and its figures.
class Report {
 public:
  /// @param documents  at least one; must outlive the report, and stay at their addresses
  /// @param page       the data file report.html: style, script, and the place of the content
  /// @param times      published times of other programs
  Report(const std::vector<ResultsDocument>& documents, std::string page, std::vector<PublishedTime> times);

  /// Returns the figures of all documents, for `draw`.
  std::vector<Figure>& figures() { return figures_; }

  /// Returns the page. The same documents and figures give the same bytes.
  ///
  /// @param note  why pictures are missing; shown on the page
  std::string html(const std::optional<std::string>& note) const;

 private:
  /// One document, with the positions of its figures among all.
  struct Chapter {
    const ResultsDocument* whole;  ///< the complete document; `analysis` omits the surplus problems of lists of layouts
    DocumentAnalysis analysis;
    std::vector<SharedFinding> tables;
    std::vector<SweepTable> sweeps;
    std::string prefix;  ///< of its ids and figures; empty for a single document
    std::vector<std::size_t> of_sweeps = {};
    std::vector<std::size_t> convergence = {};
    std::vector<std::size_t> scores = {};
    std::vector<std::size_t> times = {};
    std::vector<std::vector<std::size_t>> of_tables = {};
  };

  void add_sweeps(Chapter& chapter);
  void add(Chapter& chapter, std::vector<std::size_t>& places, std::optional<Figure> figure);
  std::string html_of(const std::vector<std::size_t>& places) const;
  std::string header_html(const Chapter& chapter) const;
  std::string chapter_html(const Chapter& chapter) const;
  std::string tables_html(const Chapter& chapter) const;

  std::deque<ResultsDocument> short_documents_;
  std::string page_;
  std::vector<PublishedTime> times_;
  std::vector<Chapter> chapters_;
  std::vector<Figure> figures_;
};

}  // namespace gridcensus::host::publish
