#pragma once

#include "host/report/text_layout.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <string>

namespace gridcensus::host {

// What people are shown of a results document, whether it was just made or is of last year. None of them looks at
// anything but the document.

/// What the experiment asks: its title, or what its runs ask; empty where it has neither.
std::string question_of(const ResultsDocument& document);

/// The verdict first: the question, the answer, what disagrees, a line for each shape, and what it all rests on least.
///
/// @param width  of the terminal [columns], at least 40; no line is wider
std::string verdict_screen(const ResultsDocument& document, std::size_t width, Colour colour);

/// Every outcome on a line of its own: problem, quantity, strategy, value, time, standing, verdict; below it every
/// finding and every remark. As wide as it must be.
std::string table_report(const ResultsDocument& document, Colour colour);

/// All findings, by name: problem, value, and who found it.
///
/// @param width  as above
std::string findings_listing(const ResultsDocument& document, std::size_t width, Colour colour);

/// One finding whole, with all its rows, of every problem and strategy. Its tables are as wide as they must be.
///
/// @param asked     its name, or NAME:SHAPE for one shape
/// @throws BadInput the document has no such finding.
std::string finding_in_full(const ResultsDocument& document, const std::string& asked, std::size_t width);
/// The entries of the document that are meant by it.
Json finding_as_json(const ResultsDocument& document, const std::string& asked);

}  // namespace gridcensus::host
