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
  std::uint64_t draws = 0;               ///< behind the error: a unit may be drawn more than once
  /// The relative error that the measured units of a sampling run state together, the largest of its estimates; nullopt
  /// if they state none.
  std::optional<double> relative_error = {};
  double measured_seconds = 0;  ///< processor time of the measured units
  bool operator==(const Measurement&) const = default;
};

/// Where the time of all units lies, by an estimate that is never below zero: with 95 %, if its logarithm is normal.
/// From few draws, or a large error, a wide interval.
///
/// @param draws  at least two
std::pair<double, double> likely_seconds(double seconds, double standard_error, std::uint64_t draws);

/// An interval whose upper end is above this multiple of the estimate is shown as an interval, by `plan` and by a run.
inline constexpr double widest_shown_as_value = 1.5;

/// How units are drawn, with replacement. If their weights differ, every other draw goes by weight, to meet those that
/// take most of the time if the weights are right. All other draws take each unit alike, in case the weights are wrong.
class WeightedDraws {
 public:
  /// @param weights  of all units, not negative, and more than zero together; empty if they do not differ
  WeightedDraws(std::vector<double> weights, std::uint64_t units);

  std::uint64_t next(Random& random) const;
  double probability(std::uint64_t unit) const;

 private:
  std::uint64_t units_;
  std::vector<double> weights_;
  std::vector<double> sums_;  ///< of the weights up to each unit
};

/// The time of all units from that of draws with replacement, each divided by the probability of its unit.
///
/// @param scaled  at least one
/// @return        estimate and standard error; no error from one draw
/// @source        Hansen and Hurwitz (1943), "On the theory of sampling from finite populations".
std::pair<double, std::optional<double>> seconds_of_draws(std::span<const double> scaled);

/// After how many units an estimate meets a target, by what it is after fewer: the error falls with their root.
///
/// @param units   behind the estimate
/// @param target  relative error
/// @return        the number, and its own relative standard error; nullopt where the estimate shows no error
std::optional<std::pair<double, double>> units_to_target(const Estimate& estimate, std::uint64_t units, double target);

/// Prepares a run and counts units of it on this thread, chosen by `WeightedDraws`. A unit that is drawn again is not
/// counted again. The results are thrown away.
///
/// Units that share a memory of earlier results are cheaper late in a run than here: the figure is then too high.
///
/// @param inputs   one value for each input of the run
/// @param seconds  no further unit begins after this time; the first always runs
/// @throws         what the strategy throws.
Measurement measure(const Run& run, const Inputs& inputs, double seconds);

}  // namespace gridcensus::host
