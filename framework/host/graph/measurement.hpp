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
  std::optional<std::uint64_t> units;   ///< of the whole run; nullopt: sampling that another limit ends
  std::optional<double> target_units;   ///< after so many its target error will be met: an estimate
  std::optional<double> seconds_limit;  ///< in which threads work for it; then no further unit begins
  std::uint64_t measured = 0;           ///< how many of them were counted
  double prepare_seconds = 0;           ///< processor time of what the units share
  /// Processor time of all units, or as many as it needs: an estimate, unless all were measured. nullopt where nobody
  /// knows how many that are.
  std::optional<double> unit_seconds;
  std::optional<double> standard_error;  ///< of `unit_seconds`; nullopt from one unit of several, which tells no spread
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

/// After how many units an estimate meets a target, by what it is after fewer: the error falls with their root.
///
/// @param units   behind the estimate
/// @param target  relative error
/// @return        the number, and its own relative standard error; nullopt where the estimate shows no error
std::optional<std::pair<double, double>> units_to_target(const Estimate& estimate, std::uint64_t units, double target);

/// Prepares a run and counts units of it, drawn at random without replacement, on this thread. Their results are thrown
/// away.
///
/// Units that share a memory of earlier results are cheaper late in a run than here: the figure is then too high.
///
/// @param inputs   one value for each input of the run
/// @param seconds  no further unit begins after this time; the first always runs
/// @throws         what the strategy throws.
Measurement measure(const Run& run, const Inputs& inputs, double seconds);

}  // namespace gridcensus::host
