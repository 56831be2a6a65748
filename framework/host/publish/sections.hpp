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

// The parts of the page of one document, each as HTML; empty where the document has nothing for it. `prefix` begins the
// ids, so that several documents fit one page.

/// Returns the answer, how sure it is, the disagreements, totals of lists of layouts, the values, and who made the
/// document when.
///
/// @param whole  of the document
/// @param shown  of the same, without what lists of layouts have too much of
std::string summary_html(const Study& study, const Overview& whole, const Overview& shown);
/// Returns a table problems x configurations for each quantity: each value, or its difference from the value of the
/// row, beside a sign and words. Before them the pictures of rules beyond classic.
std::string matrix_html(const Study& study, const Overview& overview, const std::vector<SweepTable>& sweeps,
                        const std::string& prefix);
/// Returns each sweep as a table, over its seeds and run by run.
std::string sweeps_html(const Study& study, const std::vector<SweepTable>& sweeps, const std::string& prefix);
std::string outcomes_html(const Study& study, const std::string& prefix);
/// The totals of lists of layouts.
std::string totals_html(const ResultsDocument& document);
std::string scores_html(const std::vector<Score>& scores);
/// The points behind the pictures of convergence.
///
/// @param has_no_pictures  since each estimate has but one point: then it says so
std::string convergence_html(const std::vector<EstimateGroup>& groups, bool has_no_pictures);
std::string disagreements_html(const ResultsDocument& document);
std::string warnings_html(const ResultsDocument& document);
std::string times_html(const ResultsDocument& document, const std::vector<PublishedTime>& times);
std::string refusals_html(const ResultsDocument& document);
std::string provenance_html(const ResultsDocument& document);

/// The tables that runs found; the same rows once.
std::vector<SharedFinding> tables_of(const ResultsDocument& document);
/// A table whole, folded; one that is too large for a page says where it is.
std::string table_html(const SharedFinding& shared);
/// What was found besides, but for tables.
std::string findings_html(const ResultsDocument& document);

}  // namespace gridcensus::host::publish
