#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/parameters.hpp"
#include "gridcensus/tally.hpp"

#include <cstdint>
#include <optional>

namespace gridcensus {

/// The parameters by which every sampling strategy stops, whichever comes first.
struct SamplingLimits {
  std::optional<std::int64_t> samples;
  std::optional<double> seconds;
  std::optional<double> relative_error;

  bool any() const { return samples || seconds || relative_error; }
};

/// Declares the three limits for a strategy whose `Params` derives from SamplingLimits.
template <class Params>
void describe_sampling_limits(Schema<Params>& schema) {
  schema.field("samples", &SamplingLimits::samples).unit("samples").at_least(1).help("Stop after this many samples.");
  schema.field("seconds", &SamplingLimits::seconds)
      .unit("s")
      .at_least(0)
      .help("Begin no new unit after this time; the units so far are the sample.");
  schema.field("relative_error", &SamplingLimits::relative_error)
      .unit("of the value")
      .range(1e-12, 1)
      .help("Stop at the first unit where standard error / value is at most this.");
}

/// The estimate from independent samples: their mean, times `scale`, with a Student t interval.
///
/// @param moments     at least two samples
/// @param scale       the quantity's unit per unit of a sample
/// @param confidence  claimed coverage, between 0 and 1
/// @throws std::invalid_argument  fewer than two samples (there is no error to state), or no such confidence.
Estimate estimate_mean(const Moments& moments, Real scale, double confidence = 0.95);

}  // namespace gridcensus
