#pragma once

#include "host/report/finding_groups.hpp"
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

/// A line for each total of a list of layouts, and who counted it.
void add_totals(Lines& lines, const Overview& overview);

/// What the result rests on least.
void add_weakest(Lines& lines, const Overview& overview);

/// What was refused, approximated, counted again, found on the way; and how to see more.
void add_notes(Lines& lines, const Overview& overview);

/// "5 confirmed, 95 by one strategy alone".
std::string findings_summary(const std::vector<FindingGroup>& groups);

}  // namespace gridcensus::host
