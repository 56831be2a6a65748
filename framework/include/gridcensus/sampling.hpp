#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/parameters.hpp"
#include "gridcensus/tally.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus {

/// The version of the statistics here and in `Moments`, part of the identity of each sampled result. Raised when the
/// same samples give other moments, estimates, intervals or ends of sampling than before.
inline constexpr int statistics_version = 1;

/// The limits of every sampling strategy. It stops at the first that is reached.
struct SamplingLimits {
  std::optional<std::int64_t> samples;   ///< stop after this many
  std::optional<double> seconds;         ///< begin no new unit after this time [s]
  std::optional<double> relative_error;  ///< stop when standard error / value is at most this

  /// Returns true if at least one limit is set.
  bool any() const { return samples || seconds || relative_error; }
};

/// Declares the three limits for a strategy whose `Params` derives from SamplingLimits. If an outcome is sampled and no
/// limit is set, the host refuses the run.
template <class Params>
void describe_sampling_limits(Schema<Params>& schema) {
  schema.field("samples", &SamplingLimits::samples)
      .unit("samples")
      .at_least(1)
      .ends_sampling()
      .help("Stop after this many samples.");
  schema.field("seconds", &SamplingLimits::seconds)
      .unit("s")
      .at_least(0)
      .ends_sampling()
      .help("Begin no new unit after this time; the units so far are the sample.");
  schema.field("relative_error", &SamplingLimits::relative_error)
      .unit("of the value")
      .range(1e-12, 1)
      .ends_sampling()
      .help("Stop at the first unit after which standard error / value is at most this.");
}

/// The samples of a job, divided into units of `batch` samples; the last unit has the remainder.
class Batches {
 public:
  /// @param batch  samples of one unit, at least 1
  Batches(const SamplingLimits& limits, std::uint64_t batch) : samples_{limits.samples}, batch_{batch} {}

  /// Returns the number of units; without a limit on the samples, more than will ever be done.
  std::uint64_t units() const {
    static constexpr std::uint64_t endless = std::uint64_t{1} << 40U;
    return samples_ ? (static_cast<std::uint64_t>(*samples_) + batch_ - 1) / batch_ : endless;
  }

  /// Returns the number of units for a forecast; nullopt without a limit on the samples.
  std::optional<std::uint64_t> forecast() const { return samples_ ? std::optional{units()} : std::nullopt; }

  /// Returns the number of samples of a unit: a batch, or the remainder for the last one.
  std::uint64_t samples_of(std::uint64_t unit) const {
    return samples_ ? std::min(batch_, static_cast<std::uint64_t>(*samples_) - unit * batch_) : batch_;
  }

 private:
  std::optional<std::int64_t> samples_;
  std::uint64_t batch_;
};

/// Returns true if the limit on the relative error is met; false if the error is not known (zero).
bool is_precise_enough(const SamplingLimits& limits, Real value, Real standard_error);

/// The smallest number of samples whose spread can be judged at all.
inline constexpr std::uint64_t default_min_samples = 50;

/// Returns the reason why no error is stated: "60 samples are too few to state an error: at least 2000 are needed".
///
/// @param min_samples  a number that does not depend on the samples. A refusal that depended on them would select
///                     estimates that are too low, or too high.
std::string too_few_samples(std::uint64_t samples, std::uint64_t min_samples);
/// Returns the same if the limit on the samples is too low, for the refusals of an offer: such a run would end without
/// a value. Returns nullopt if it is not.
std::optional<std::string> too_few_samples(const SamplingLimits& limits,
                                           std::uint64_t min_samples = default_min_samples);

/// Returns the estimate from independent samples: their mean times `scale`, with an interval of Student's t.
///
/// The degrees of freedom are the effective number of samples behind the spread (`Tail::spread_samples`) minus one, so
/// fewer such samples give a wider interval. The interval is corrected for skewness: if rare samples are large, the
/// mean is more often too low than too high, and the upper half of the interval is longer. Both need the third and
/// fourth powers in the moments; without them, samples count as normal.
///
/// @param moments     at least two samples
/// @param scale       the quantity's unit per unit of a sample
/// @param confidence  claimed coverage, between 0 and 1
/// @throws std::invalid_argument  fewer than two samples (there is no error to state), or an invalid confidence.
/// @source  P. Hall, "On the removal of skewness by transformation", J. R. Statist. Soc. B 54 (1992) 221-228.
Estimate estimate_mean(const Moments& moments, Real scale, double confidence = 0.95);

/// Samples in two alternating halves, which can be compared with each other.
struct SplitSample {
  Moments even;  ///< the first, third, ... sample
  Moments odd;   ///< the second, fourth, ... sample

  /// Adds a sample to the half that has fewer.
  void add(Real sample) { (even.count > odd.count ? odd : even).add(sample); }
  /// Adds both halves of the other one to those of this.
  void add(const SplitSample& other);
  /// Returns the moments of all samples.
  Moments all() const;

  /// Adds these samples of one unit to two moments of a tally, "NAME.even" and "NAME.odd". An odd unit exchanges its
  /// halves, so units of one sample are dealt out evenly, too.
  void add_to(Tally& tally, const std::string& name, std::uint64_t unit) const;
  /// Returns the samples that `add_to` added to a tally.
  static SplitSample of(const Tally& tally, const std::string& name);
};

/// Returns how heavy the tail of the samples is, as far as they show it.
Tail tail_of(const SplitSample& samples);

/// Returns why these samples give no interval. Returns nullopt if they do: there are enough samples, they are not all
/// equal, and the halves agree within 4.5 standard errors.
///
/// The test is no sharper because a large sample is what reveals a tail, and refusing whenever there is one would leave
/// the estimates that are too low; `estimate_heavy_tailed_mean` widens the interval instead. A rare value that no
/// sample has hit leaves no trace: a strategy that knows how rare it is sets `min_samples`.
///
/// @param min_samples  the number of samples that is enough; as for `too_few_samples`
std::optional<std::string> why_not_trusted(const SplitSample& samples, std::uint64_t min_samples = default_min_samples);

/// Returns the estimate from independent samples whose tail may be heavy: `estimate_mean` with diagnostics of the tail.
/// Returns Unfinished with the reason if `why_not_trusted` has one.
Outcome estimate_heavy_tailed_mean(const SplitSample& samples, Real scale,
                                   std::uint64_t min_samples = default_min_samples);

/// Returns true if samples whose tail can be trusted meet the limit on the relative error. Uses the larger error of the
/// two halves, in proportion to the interval of `estimate_heavy_tailed_mean`: to stop as soon as large samples happen
/// to be missing would make the estimate too low.
///
/// @param min_samples  as for `why_not_trusted`
bool is_precise_enough(const SamplingLimits& limits, const SplitSample& samples,
                       std::uint64_t min_samples = default_min_samples);

}  // namespace gridcensus
