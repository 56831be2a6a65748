#pragma once

#include "host/publish/estimates.hpp"
#include "host/publish/figure.hpp"
#include "host/publish/published_times.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// How the estimates of a group came to their values: deviation from the truth against the number of samples, with
/// bands of two standard errors. The deviation is on a scale that is linear near the truth and logarithmic far from it,
/// so that the first samples and the last can both be seen. nullopt where each estimate has but its last point.
std::optional<Figure> convergence_figure(const EstimateGroup& group);

/// By how many standard errors each estimate is off its exact value. nullopt where there are none.
std::optional<Figure> score_figure(const std::vector<Score>& all);

/// Returns the error of all sweeps of one quantity of one problem against the number of samples, on log axes with the
/// line of n^(-1/2). Returns nullopt if the number of samples does not vary.
///
/// @param tables  not empty
std::optional<Figure> error_figure(const std::vector<const SweepTable*>& tables);
/// Returns how far each run of a sweep is off the exact value [standard errors]: seeds side by side, at each value of
/// the first parameter. Returns nullopt if no exact value is known.
std::optional<Figure> deviation_figure(const SweepTable& table);

/// Seconds of every run on a log axis, a line a problem, and what was published.
std::optional<Figure> time_figure(const ResultsDocument& document, const std::vector<PublishedTime>& times);
/// Units, or samples, a second.
std::optional<Figure> rate_figure(const ResultsDocument& document);
/// Returns the squared relative error times the seconds of each sampling run, so that strategies can be compared at any
/// number of samples. Returns nullopt if fewer than two configurations sample.
std::optional<Figure> efficiency_figure(const ResultsDocument& document);
/// Returns that number of one run; nullopt if the run does not estimate.
std::optional<double> inefficiency_of(const ResultsDocument& document, const ResultsDocument::Run& run);
/// How long the units of each run took. nullopt where the document does not say.
std::optional<Figure> unit_time_figure(const ResultsDocument& document);

/// How each column of a finding that is a table is spread over its rows; none where there is little to see.
std::vector<Figure> table_figures(const ResultsDocument::FindingEntry& finding);

/// Samples of a run, where its outcomes are estimates.
std::optional<std::uint64_t> samples_of(const ResultsDocument& document, const ResultsDocument::Run& run);
/// Whether the run came to its end, so that its time is that of all it had to do.
bool has_concluded(const ResultsDocument::Run& run);

}  // namespace gridcensus::host::publish
