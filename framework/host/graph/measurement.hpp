#pragma once

#include "gridcensus/random.hpp"
#include "host/experiment/experiment.hpp"
#include "host/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// The cost of a run, estimated from some of its units, which were counted.
struct Measurement {
  std::optional<std::uint64_t> units;   ///< of the run; nullopt if it samples until another limit
  std::optional<double> target_units;   ///< an estimate of the units needed to meet the target error
  std::optional<double> seconds_limit;  ///< of work for the run, after which no further unit begins
  std::uint64_t measured = 0;           ///< the number of units counted
  double prepare_seconds = 0;           ///< processor time of the part that the units share
  /// Processor time of all units, or of as many as the run needs. An estimate, unless all were measured; nullopt if the
  /// number of units is unknown.
  std::optional<double> unit_seconds;
  /// Of `unit_seconds`; nullopt if one unit of several was measured: one has no spread
  std::optional<double> standard_error;
  std::uint64_t draws = 0;  ///< behind the error; a unit may be drawn more than once
  /// The relative error of a sampling run after its measured units, the largest of its estimates. If these are too few
  /// to state an error, after as many copies of them as are enough. nullopt if no number of copies is.
  std::optional<double> relative_error = {};
  double error_seconds = 0;     ///< processor time of the units behind the relative error
  double measured_seconds = 0;  ///< processor time of the measured units
  bool operator==(const Measurement&) const = default;
};

/// Returns the 95 % confidence interval of the time of all units. It is never below zero, and assumes that the
/// logarithm of the time is normally distributed. Few draws or a large error give a wide interval.
///
/// @param draws  at least two
std::pair<double, double> confidence_interval_of_seconds(double seconds, double standard_error, std::uint64_t draws);

/// `plan` shows an estimate as an interval if its upper end is above this multiple of the estimate.
inline constexpr double max_ratio_shown_as_value = 1.5;

/// Draws units with replacement. If their weights differ, every second draw goes by weight, to meet the units that take
/// most of the time if the weights are right. All other draws are uniform, in case the weights are wrong.
class WeightedDraws {
 public:
  /// @param weights  of all units, not negative and with a positive sum; empty if they do not differ
  WeightedDraws(std::vector<double> weights, std::uint64_t units);

  std::uint64_t next(Random& random) const;
  double probability(std::uint64_t unit) const;

 private:
  std::uint64_t units_;
  std::vector<double> weights_;
  std::vector<double> sums_;  ///< of the weights up to each unit
};

/// Estimates the time of all units from draws with replacement, each divided by the probability of its unit.
///
/// @param scaled  at least one
/// @return        estimate and standard error; no error from one draw
/// @source        Hansen and Hurwitz (1943), "On the theory of sampling from finite populations".
std::pair<double, std::optional<double>> seconds_of_draws(std::span<const double> scaled);

/// Estimates the number of units after which an estimate meets a target. Assumes that the error falls with the square
/// root of the units.
///
/// @param units   behind the estimate
/// @param target  relative error
/// @return        the number, and its own relative standard error; nullopt if the estimate has no error
std::optional<std::pair<double, double>> units_to_target(const Estimate& estimate, std::uint64_t units, double target);

/// Prepares a run and counts some of its units on this thread, chosen by `WeightedDraws`. Does not recount a unit that
/// is drawn again. Discards the results.
///
/// Units that share a cache of earlier results are cheaper late in a run than here, so the figure is then too high.
///
/// @param inputs   one value for each input of the run
/// @param seconds  no further unit begins after this time; the first always runs
/// @throws         what the strategy throws.
Measurement measure(const Run& run, const Inputs& inputs, double seconds);

}  // namespace gridcensus::host
