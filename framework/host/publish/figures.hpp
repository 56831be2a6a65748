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

/// Returns the convergence of a group's estimates: the deviation from the truth against the number of samples, with
/// bands of two standard errors. The scale of the deviation is linear near the truth and logarithmic far from it, so
/// both the first and the last samples are visible. Returns nullopt if every estimate has only its last point.
std::optional<Figure> convergence_figure(const EstimateGroup& group);

/// Returns the distance of each estimate from its exact value in standard errors; nullopt if there are no scores.
std::optional<Figure> score_figure(const std::vector<Score>& all);

/// Returns the error of all sweeps of one quantity of one problem against the number of samples, on log axes with the
/// line of n^(-1/2). Returns nullopt if the number of samples does not vary.
///
/// @param tables  not empty
std::optional<Figure> error_figure(const std::vector<const SweepTable*>& tables);
/// Returns the distance of each run of a sweep from the exact value [standard errors]: seeds side by side, at each
/// value of the first parameter. Returns nullopt if no exact value is known.
std::optional<Figure> deviation_figure(const SweepTable& table);

/// Returns the seconds of every run on a log axis, one line per problem, and the published times.
std::optional<Figure> time_figure(const ResultsDocument& document, const std::vector<PublishedTime>& times);
/// Returns the units, or samples, per second.
std::optional<Figure> rate_figure(const ResultsDocument& document);
/// Returns the squared relative error times the seconds of each sampling run, a measure for comparing strategies at any
/// number of samples. Returns nullopt if fewer than two configurations sample.
std::optional<Figure> efficiency_figure(const ResultsDocument& document);
/// Returns this measure of one run; nullopt if the run does not estimate.
std::optional<double> inefficiency_of(const ResultsDocument& document, const ResultsDocument::Run& run);
/// Returns the times of the units of each run; nullopt if the document does not contain them.
std::optional<Figure> unit_time_figure(const ResultsDocument& document);

/// Returns the distribution of each column of a table finding over its rows; empty if there is little to show.
std::vector<Figure> table_figures(const ResultsDocument::FindingEntry& finding);

/// Returns the number of samples of a run; nullopt if its outcomes are not estimates.
std::optional<std::uint64_t> samples_of(const ResultsDocument& document, const ResultsDocument::Run& run);
/// Returns whether the run concluded, so its time is that of all its work.
bool has_concluded(const ResultsDocument::Run& run);

}  // namespace gridcensus::host::publish
