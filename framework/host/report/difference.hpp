#pragma once

#include "host/base/errors.hpp"
#include "host/compare/comparison.hpp"
#include "host/report/listing.hpp"
#include "host/report/paired_times.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What differs between two results documents, called A and B.
struct Difference {
  /// Of the two documents: "host", "parameter samples of rows".
  struct Change {
    std::string what;
    std::string left;
    std::string right;
  };

  std::vector<Comparison> comparisons;  ///< outcomes and findings of A with those of B, judged
  std::size_t identical = 0;            ///< estimates, approximations and bounds that are the same to the last bit
  /// Estimates that differ though strategy, parameters and seed are the same.
  std::vector<std::string> not_repeated;
  PairedTimes times;           ///< of runs that concluded in both and count the same
  std::size_t same_times = 0;  ///< left out of it: the same to the last bit, so that one is a copy of the other
  std::vector<Change> changes;
  std::vector<std::string> only_left;  ///< "grids of 3x3 by ksp"
  std::vector<std::string> only_right;
  double confidence = 0;  ///< at which estimates are judged, all tests together

  std::size_t count(Verdict verdict) const;
  ExitCode exit_code() const;
};

/// Holds each answer of one document against the same of the other: of the same configuration where both have it, else
/// of any that speaks of the same.
///
/// @throws BadInput  nothing is in both.
Difference difference_of(const ResultsDocument& left, const ResultsDocument& right);

/// The verdict first, then what differs, for 80 columns.
Listing describe_difference(const ResultsDocument& left, const ResultsDocument& right, const Difference& difference);

}  // namespace gridcensus::host
