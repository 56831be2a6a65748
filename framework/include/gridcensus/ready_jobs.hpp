#pragma once

#include "gridcensus/sampling.hpp"
#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <functional>
#include <memory>

/// Jobs that need only the mathematics: an exact sum over units, and the mean of samples. A strategy that does not fit
/// either derives its own Job.
namespace gridcensus {

/// The arguments of `exact_sum`. Only `quantity` and `count` are required.
struct ExactSum {
  Quantity quantity = Quantity::grids;  ///< the quantity that the sum gives
  std::uint64_t units = 1;              ///< number of units, from 0 on; 0 if there is nothing to add up: the sum is 0
  /// Returns the count of one unit. Depends on the unit alone, calls the poll every few thousand steps, and may be
  /// called from many threads at once.
  std::function<Integer(std::uint64_t unit, const Poll& poll)> count;
  /// The quantity is the sum of the counts times this factor, which comes from a symmetry.
  Integer times = 1;
  /// A divisor of the count of every unit, by a theorem; the host checks it.
  Integer divisor = 1;
  /// The relative cost of a unit; empty: all cost the same.
  std::function<double(std::uint64_t unit)> weight = {};
  /// Returns further findings that follow from the sum of the counts; empty: none.
  std::function<Findings(const Integer& sum)> findings = {};
};

/// Returns a job that adds up the counts of all units.
///
/// @throws std::invalid_argument  `count` is empty.
std::unique_ptr<Job> exact_sum(ExactSum sum);

/// Draws one sample: a number whose mean is wanted. Each unit has its own sampler, which may reuse memory from one
/// sample to the next; the number itself depends only on `random`.
using DrawSample = std::function<Real(Random& random, const Poll& poll)>;

/// The arguments of `mean_of_samples`. Only `quantity`, `limits` and `begin_unit` are required.
struct MeanOfSamples {
  Quantity quantity = Quantity::grids;  ///< the quantity that the mean times `scale` estimates
  SamplingLimits limits;                ///< when to stop; at least one is set
  /// The number of samples of one unit: about a tenth of a second of work.
  std::uint64_t batch = 1000;
  /// Returns the sampler of a unit. May be called from many threads at once.
  std::function<DrawSample()> begin_unit;
  /// The quantity is the mean of the samples times this factor.
  Real scale = 1;
  /// With fewer samples, no error is stated. More than `default_min_samples` if rarer samples are known to carry much
  /// of the spread.
  std::uint64_t min_samples = default_min_samples;
  /// Adds further outcomes and findings.
  ///
  /// @param samples  all samples, in two halves
  /// @param zeros    the number of samples that are 0
  std::function<void(const SplitSample& samples, std::uint64_t zeros, Report& report)> conclude = {};
};

/// Returns a job that draws samples until it reaches one of the limits. It estimates every requested quantity that
/// follows from `quantity` by a factor, with `estimate_heavy_tailed_mean`.
///
/// @param samples  the sampler and the meaning of its samples
/// @param request  the request with the quantities to estimate
/// @throws std::invalid_argument  `begin_unit` is empty, or `batch` is 0.
std::unique_ptr<Job> mean_of_samples(MeanOfSamples samples, const Request& request);

}  // namespace gridcensus
