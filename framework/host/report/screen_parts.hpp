#pragma once

#include "host/report/text_layout.hpp"
#include "host/report/views.hpp"
#include "host/results/results_document.hpp"

namespace gridcensus::host {

/// Adds disagreements, broken invariants, and runs that failed or did not end, each with the command or data to examine
/// it; the first ones, or all.
void add_failures(Lines& lines, const ResultsDocument& document, Extent extent);

/// Adds one line per value, and one for each quantity whose values do not fit.
void add_values(Lines& lines, const ResultsDocument& document);

/// Adds one line per outcome.
void add_outcomes(Lines& lines, const ResultsDocument& document);

/// Adds a table for each sweep of a sampler: its parameters and seeds with estimate, error and time.
void add_sweeps(Lines& lines, const ResultsDocument& document);

/// Adds a table of the totals of lists of layouts for each quantity.
void add_totals(Lines& lines, const ResultsDocument& document);

/// Adds notes on refusals, approximations and recounted values, and the commands that show more.
void add_notes(Lines& lines, const ResultsDocument& document, Extent extent);

}  // namespace gridcensus::host
