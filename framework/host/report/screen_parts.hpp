#pragma once

#include "host/report/finding_groups.hpp"
#include "host/report/overview.hpp"
#include "host/report/text_layout.hpp"

namespace gridcensus::host {

/// What the parts of the screen are made from.
struct ScreenSource {
  const ResultsDocument& document;
  const DocumentIndex& index;
  const Overview& overview;
};

/// The question, and YES, NO or NOT YET.
void add_question(Lines& lines, const ScreenSource& source);
void add_answer(Lines& lines, const ScreenSource& source);

/// Disagreements, broken invariants, runs that failed or did not end: each with what is needed to look into it.
void add_troubles(Lines& lines, const ScreenSource& source);

/// A line for each value, and one for each quantity that does not find room.
void add_values(Lines& lines, const ScreenSource& source);

/// What the result rests on least.
void add_weakest(Lines& lines, const ScreenSource& source);

/// What was refused, approximated, counted again, found on the way; and how to see more.
void add_notes(Lines& lines, const ScreenSource& source);

/// "5 confirmed, 95 by one strategy alone".
std::string findings_summary(const std::vector<FindingGroup>& groups);

}  // namespace gridcensus::host
