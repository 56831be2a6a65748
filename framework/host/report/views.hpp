#pragma once

#include "host/report/text_layout.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <string>

namespace gridcensus::host {

// Views of a results document. They read nothing but the document, so a new one and last year's look alike.

/// The extent of a screen.
enum class Extent {
  brief,  ///< one line per value; many failures and refusals are cut short
  full    ///< one line per outcome; all failures and refusals
};

/// Returns the screen that begins with the verdict: the question, the answer, disagreements, the values or outcomes,
/// and the weakest evidence.
///
/// @param width  of the terminal [columns], at least 40; no line is wider
std::string verdict_screen(const ResultsDocument& document, std::size_t width, Colour colour,
                           Extent extent = Extent::brief);

/// Returns all findings, by name: problem, value, and the strategies that found it.
///
/// @param width  as above
std::string findings_listing(const ResultsDocument& document, std::size_t width, Colour colour);

/// Returns one finding in full, with all its rows, of every problem and strategy. The width of its tables is not
/// limited.
///
/// @param asked      its name, or NAME:SHAPE for one shape
/// @throws BadInput  the document has no such finding.
std::string finding_in_full(const ResultsDocument& document, const std::string& asked, std::size_t width);
/// Returns the entries of the document that `asked` selects.
Json finding_as_json(const ResultsDocument& document, const std::string& asked);

}  // namespace gridcensus::host
