#pragma once

#include "gridcensus/outcome.hpp"
#include "host/report/scores.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The name of the axis of seeds.
inline constexpr const char* seed_axis = "seed";

/// Returns the name of a configuration without values: "mc" of "mc@samples=1000@seed=2".
inline std::string base_of(const std::string& configuration) {
  return configuration.substr(0, configuration.find('@'));
}

/// A parameter, or the seed, in which otherwise equal runs differ.
struct SweepAxis {
  std::string name;                 ///< of the parameter; "seed"
  std::vector<std::string> values;  ///< in the order of the document
};

/// One run of a sweep.
struct SweepPoint {
  std::vector<std::size_t> at;  ///< its index on each axis
  const ResultsDocument::OutcomeEntry* outcome = nullptr;
  const ResultsDocument::Run* run = nullptr;
  std::optional<Score> score = {};  ///< if it is an estimate and an exact value is known

  /// Returns the estimate; nullptr if the outcome is another kind of value.
  const Estimate* estimate() const { return std::get_if<Estimate>(&outcome->outcome); }
};

/// The runs of one strategy on one problem that differ in parameters or in the seed, for one quantity.
struct SweepTable {
  std::string configuration;  ///< the name without values: "mc" of "mc@samples=1000@seed=2"
  std::string strategy;
  Problem problem;
  Quantity quantity{};
  std::vector<SweepAxis> axes;  ///< at least one; the seed is the last
  std::vector<SweepPoint> points;

  /// Returns the value of a point on an axis.
  const std::string& value_at(const SweepPoint& point, std::size_t axis) const {
    return axes[axis].values[point.at[axis]];
  }
  bool has_seeds() const { return axes.back().name == seed_axis; }
};

/// All seeds of one combination of parameters.
struct SweepSummary {
  std::vector<std::string> values;  ///< on each axis but the seed
  std::size_t runs = 0;
  std::size_t estimates = 0;         ///< of them
  Real mean = 0;                     ///< of the estimates, each with the same weight
  Real standard_error = 0;           ///< of one estimate: the root of the mean square of the claimed errors
  std::optional<Real> spread = {};   ///< the standard deviation of the estimates; nullopt for fewer than two
  std::optional<double> rms_z = {};  ///< root mean square of the scores: near 1 if the claimed errors are right
  double samples = 0;                ///< of one run, the mean
  double seconds = 0;                ///< of one run, the mean
};

/// Returns the sweeps of a document: one table for each configuration, problem and quantity with at least two runs.
/// A quantity that follows from another, or that is a constant multiple of one, has none.
///
/// @param document  must outlive the tables
std::vector<SweepTable> sweep_tables(const ResultsDocument& document);

/// Returns one summary for each combination of parameters, in the order of the points.
std::vector<SweepSummary> summaries_of(const SweepTable& table);

/// Returns (relative standard error)^2 * seconds: the time that the strategy needs for a relative error of 1, which
/// does not depend on the number of samples. Smaller is better. Returns nullopt if the error or the time is unknown.
std::optional<double> inefficiency(Real value, Real standard_error, double seconds);

}  // namespace gridcensus::host
