#pragma once

#include "host/publish/estimates.hpp"
#include "host/publish/published_times.hpp"
#include "host/report/finding_groups.hpp"
#include "host/report/overview.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/results/results_document.hpp"

#include <string>
#include <vector>

namespace gridcensus::host::publish {

// The parts of the page of one document, each as HTML; empty if the document has no content for it. `prefix` begins the
// ids, so several documents fit on one page.

/// Returns the answer, the strength of the evidence, the disagreements, totals of lists of layouts, the values, and who
/// made the document, when.
///
/// @param whole  of the document
/// @param shown  of the same document, without the surplus problems of lists of layouts
std::string summary_html(const DocumentAnalysis& analysis, const Overview& whole, const Overview& shown);
/// Returns a table problems x configurations for each quantity: each value, or its difference from the value of the
/// row, with a sign and words. The pictures of rules other than classic are above the tables.
std::string matrix_html(const DocumentAnalysis& analysis, const Overview& overview,
                        const std::vector<SweepTable>& sweeps, const std::string& prefix);
/// Returns each sweep as a table, over its seeds and run by run.
std::string sweeps_html(const DocumentAnalysis& analysis, const std::vector<SweepTable>& sweeps,
                        const std::string& prefix);
std::string outcomes_html(const DocumentAnalysis& analysis, const std::string& prefix);
/// Returns the totals of lists of layouts.
std::string totals_html(const ResultsDocument& document);
std::string scores_html(const std::vector<Score>& scores);
/// Returns the points behind the pictures of convergence.
///
/// @param has_no_pictures  each estimate has only one point; the text then states that
std::string convergence_html(const std::vector<EstimateGroup>& groups, bool has_no_pictures);
std::string disagreements_html(const ResultsDocument& document);
std::string warnings_html(const ResultsDocument& document);
std::string times_html(const ResultsDocument& document, const std::vector<PublishedTime>& times);
std::string refusals_html(const ResultsDocument& document);
std::string provenance_html(const ResultsDocument& document);

/// Returns the tables that runs found, without duplicates of the same rows.
std::vector<SharedFinding> tables_of(const ResultsDocument& document);
/// Returns a whole table, folded. For a table that is too large for a page, returns where to find it.
std::string table_html(const SharedFinding& shared);
/// Returns all other findings.
std::string findings_html(const ResultsDocument& document);

}  // namespace gridcensus::host::publish
