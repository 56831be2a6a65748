#pragma once

#include "host/report/overview.hpp"
#include "host/report/text_layout.hpp"

namespace gridcensus::host {

/// The question, and YES, NO or NOT YET.
void add_question(Lines& lines, const Overview& overview);
void add_answer(Lines& lines, const Overview& overview);

/// Disagreements, broken invariants, runs that failed or did not end: each with what is needed to look into it.
void add_troubles(Lines& lines, const Overview& overview);

/// A line for each value, and one for each quantity that does not find room.
void add_values(Lines& lines, const Overview& overview);

/// Adds a table for each sweep of a sampler: its parameters and seeds with estimate, error and time.
void add_sweeps(Lines& lines, const Overview& overview);

/// A line for each total of a list of layouts, and who counted it.
void add_totals(Lines& lines, const Overview& overview);

/// Adds what the answer rests on.
void add_evidence(Lines& lines, const Overview& overview);

/// Adds notes on what was refused, approximated and counted again, and the commands that show more.
void add_notes(Lines& lines, const Overview& overview);

}  // namespace gridcensus::host
