#pragma once

#include "gridcensus/sampling.hpp"
#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <functional>
#include <memory>

/// Jobs that need nothing but the mathematics: an exact sum over units, and the mean of samples. What a strategy cannot
/// say in their terms it says in a Job of its own.
namespace gridcensus {

/// What `exact_sum` is told. Only `quantity` and `count` must be given.
struct ExactSum {
  Quantity quantity = Quantity::grids;  ///< what the sum is
  std::uint64_t units = 1;              ///< how many, from 0 on; none if there is nothing to add up: the sum is 0
  /// What one unit adds. Depends on nothing but the unit, calls the poll every few thousand steps, and may be called
  /// from many threads at once.
  std::function<Integer(std::uint64_t unit, const Poll& poll)> count;
  /// The quantity is the sum of the counts times this, by a symmetry of what was counted.
  Integer times = 1;
  /// Divides the count of every unit, by a theorem; the host checks it.
  Integer divisor = 1;
  /// The relative cost of a unit; empty: all cost the same.
  std::function<double(std::uint64_t unit)> weight = {};
  /// What else the sum of the counts tells; empty: nothing.
  std::function<Findings(const Integer& sum)> findings = {};
};

/// The job that adds up the counts of all units.
///
/// @throws std::invalid_argument  `count` is empty.
std::unique_ptr<Job> exact_sum(ExactSum sum);

/// Draws one sample: a number whose mean is wanted. May keep memory from one sample to the next, since every unit has
/// one of its own; the number itself depends on nothing but what `random` gives.
using DrawSample = std::function<Real(Random& random, const Poll& poll)>;

/// What `mean_of_samples` is told. Only `quantity`, `limits` and `begin_unit` must be given.
struct MeanOfSamples {
  Quantity quantity = Quantity::grids;  ///< what the mean, times `scale`, estimates
  SamplingLimits limits;                ///< when to stop; at least one is set
  /// Samples of one unit: about a tenth of a second of them.
  std::uint64_t batch = 1000;
  /// What draws the samples of a unit. May be called from many threads at once.
  std::function<DrawSample()> begin_unit;
  /// The quantity is the mean of the samples times this.
  Real scale = 1;
  /// Below so many samples no error is stated: more than `fewest_samples` if samples are known that are rarer and carry
  /// much of the spread.
  std::uint64_t fewest = fewest_samples;
  /// Adds further outcomes and findings.
  ///
  /// @param samples  all, in two halves
  /// @param zeros    how many of them are 0
  std::function<void(const Halves& samples, std::uint64_t zeros, Report& report)> conclude = {};
};

/// The job that draws samples until one of the limits is reached. The estimate watches its tail
/// (`estimate_watched_mean`), and comes for every quantity that follows from `quantity` by a factor.
///
/// @param samples  what is drawn, and what it means
/// @param request  whose quantities are concluded
/// @throws std::invalid_argument  `begin_unit` is empty, or `batch` is 0.
std::unique_ptr<Job> mean_of_samples(MeanOfSamples samples, const Request& request);

}  // namespace gridcensus
