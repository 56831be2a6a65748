#pragma once

#include "host/report/overview.hpp"
#include "host/report/text_layout.hpp"

namespace gridcensus::host {

/// Adds the question, and then YES, NO or NOT YET.
void add_question(Lines& lines, const Overview& overview);
void add_answer(Lines& lines, const Overview& overview);

/// Adds disagreements, broken invariants, and runs that failed or did not end, each with the command or data to examine
/// it.
void add_failures(Lines& lines, const Overview& overview);

/// Adds one line per value, and one for each quantity whose values do not fit.
void add_values(Lines& lines, const Overview& overview);

/// Adds a table for each sweep of a sampler: its parameters and seeds with estimate, error and time.
void add_sweeps(Lines& lines, const Overview& overview);

/// Adds one line per total of a list of layouts, with the strategies that counted it.
void add_totals(Lines& lines, const Overview& overview);

/// Adds the evidence for the answer.
void add_evidence(Lines& lines, const Overview& overview);

/// Adds notes on refusals, approximations and recounted values, and the commands that show more.
void add_notes(Lines& lines, const Overview& overview);

}  // namespace gridcensus::host
