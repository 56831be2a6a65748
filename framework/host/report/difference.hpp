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

/// The differences between two results documents, called A and B.
struct Difference {
  /// A property in which the documents differ: "host", "parameter samples of rows".
  struct Change {
    std::string what;
    std::string left;
    std::string right;
  };

  std::vector<Comparison> comparisons;  ///< outcomes and findings of A with those of B, judged
  std::size_t identical = 0;            ///< estimates, approximations and bounds that are the same to the last bit
  /// Estimates that differ although strategy, parameters and seed are the same.
  std::vector<std::string> not_repeated;
  PairedTimes times;           ///< of runs that concluded in both and count the same
  std::size_t same_times = 0;  ///< excluded from `times`: the same to the last bit, so one is a copy of the other
  std::vector<Change> changes;
  std::vector<std::string> only_left;  ///< "grids of 3x3 by ksp"
  std::vector<std::string> only_right;
  double confidence = 0;  ///< the level of the tests of estimates, for all tests together

  std::size_t count(Verdict verdict) const;
  ExitCode exit_code() const;
};

/// Compares each answer of one document with the same answer of the other: of the same configuration if both have it,
/// otherwise of any configuration that answers the same question.
///
/// @throws BadInput  the documents have nothing in common.
Difference difference_of(const ResultsDocument& left, const ResultsDocument& right);

/// Returns the verdict, then the differences, for 80 columns.
Listing describe_difference(const ResultsDocument& left, const ResultsDocument& right, const Difference& difference);

}  // namespace gridcensus::host
