#pragma once

#include "gridcensus/integer.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// An estimate and the exact value that it was compared with.
struct Score {
  const ResultsDocument::OutcomeEntry* outcome = nullptr;
  Integer truth;
  std::string from;        ///< "published", or the configuration that counted it
  OriginKind from_kind{};  ///< run, published, expected, given
  double z = 0;            ///< (estimate - truth) in standard errors
  std::optional<double> p_value;
  bool agrees = true;
};

/// Returns the score of every estimate that was compared with an exact value, one for each, in the order of the
/// outcomes. A published value takes precedence, then an expected one, a given one, and that of a run; but a value that
/// the estimate disagrees with takes precedence over all others.
///
/// @param document  must outlive the scores
std::vector<Score> scores_of(const ResultsDocument& document);

/// Returns whether two estimates of one run are constant multiples of each other, as those of grids and of relabelling
/// classes: then their relative errors are equal but for rounding.
bool is_constant_multiple(const Estimate& one, const Estimate& other);

}  // namespace gridcensus::host
