#pragma once

#include "host/experiment/experiment.hpp"
#include "host/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace gridcensus::host {

/// What a run costs, from some of its units counted for real.
struct Measurement {
  std::uint64_t units = 0;               ///< of the whole run
  std::uint64_t measured = 0;            ///< how many of them were counted
  double prepare_seconds = 0;            ///< processor time of what the units share
  double unit_seconds = 0;               ///< processor time of all units: an estimate, unless all were measured
  std::optional<double> standard_error;  ///< of `unit_seconds`; nullopt from one unit of several, which tells no spread
  double seconds() const { return prepare_seconds + unit_seconds; }
  bool operator==(const Measurement&) const = default;
};

/// One unit that was counted.
struct MeasuredUnit {
  double weight = 0;   ///< as the job states it
  double seconds = 0;  ///< processor time
};

/// The time of all units from that of a random sample of them, drawn without replacement: the ratio estimator.
///
/// @param sample          at least one unit, of a positive weight in all
/// @param units           how many there are
/// @param weight_of_all   their weights added up
/// @return                estimate and standard error (with the correction for a finite population); no error from one
///                        unit of several
std::pair<double, std::optional<double>> seconds_of_all(std::span<const MeasuredUnit> sample, std::uint64_t units,
                                                        double weight_of_all);

/// Prepares a run and counts units of it, drawn at random without replacement, on this thread. Their results are thrown
/// away.
///
/// Units that share a memory of earlier results are cheaper late in a run than here: the figure is then too high.
///
/// @param inputs   one value for each input of the run
/// @param seconds  no further unit begins after this time; the first always runs
/// @return         nullopt where the run has no fixed number of units (a sampling run that another limit ends)
/// @throws         what the strategy throws.
std::optional<Measurement> measure(const Run& run, const Inputs& inputs, double seconds);

}  // namespace gridcensus::host
