#pragma once

#include "gridcensus/outcome.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The runs of a sweep that differ only in the seed. All errors are relative to the mean.
struct SweepRow {
  std::vector<std::string> values;  ///< on each axis
  const ResultsDocument::OutcomeEntry* first = nullptr;
  std::size_t runs = 0;
  std::size_t estimates = 0;            ///< of them
  Real mean = 0;                        ///< of the estimates, each with the same weight
  Real standard_error = 0;              ///< of one estimate: the root of the mean square of the claimed errors
  std::optional<Real> spread = {};      ///< the standard deviation of the estimates; nullopt for fewer than two
  std::optional<double> distance = {};  ///< from exact values [standard errors]: root mean square; signed if of one run
  double seconds = 0;                   ///< of one run, the mean
};

/// The runs of one configuration on one problem that differ in parameters or in the seed, for one quantity.
struct SweepTable {
  std::string configuration;  ///< the name without values: "mc" of "mc@samples=1000@seed=2"
  Problem problem;
  Quantity quantity{};
  std::vector<std::string> axes = {};  ///< the parameters in which runs differ
  std::vector<SweepRow> rows = {};     ///< in the order of the document

  bool has_seeds() const;
};

/// Returns the sweeps of a document: one table for each configuration, problem and quantity with at least two runs.
/// A quantity that follows from another, or that is a constant multiple of one, has none.
///
/// @param document  must outlive the tables
std::vector<SweepTable> sweep_tables(const ResultsDocument& document);

}  // namespace gridcensus::host
