#pragma once

#include "host/publish/estimates.hpp"
#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::host::publish {

/// The standing of an outcome as a sign and words, so that the colour alone carries no information.
struct Mark {
  std::string sign;
  std::string text;
  std::string kind;  ///< class of CSS

  /// Returns the sign and, unless they are left out, the words.
  std::string html(bool has_words = true) const;
};

/// Returns the mark of an outcome. An outcome that follows from another one has the mark of that one.
Mark mark_of(const DocumentAnalysis& analysis, const ResultsDocument::OutcomeEntry& outcome);

/// Returns the id of an outcome on the page.
std::string outcome_id(const DocumentAnalysis& analysis, const ResultsDocument::OutcomeEntry& outcome,
                       const std::string& prefix);

/// Returns the standing of an outcome in words: "cross checked, 3 ways". An outcome that follows from another one has
/// the standing of that one if it is better.
std::string standing_words(const DocumentAnalysis& analysis, const ResultsDocument::OutcomeEntry& outcome);

}  // namespace gridcensus::host::publish
