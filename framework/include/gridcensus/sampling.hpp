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

/// The version of the statistics here and in `Moments`, a part of the identity of each sampled result: raised when the
/// same samples give other moments, estimates, intervals or ends of sampling than before.
inline constexpr int statistics_version = 1;

/// The parameters by which every sampling strategy stops, whichever comes first.
struct SamplingLimits {
  std::optional<std::int64_t> samples;   ///< stop after so many
  std::optional<double> seconds;         ///< begin no new unit after this time [s]
  std::optional<double> relative_error;  ///< stop where standard error / value is at most this

  /// Whether one of them is set.
  bool any() const { return samples || seconds || relative_error; }
};

/// Declares the three limits for a strategy whose `Params` derives from SamplingLimits. Where an outcome is sampled and
/// none of them is set, the host refuses the run.
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
      .help("Stop at the first unit where standard error / value is at most this.");
}

/// The samples of a job, cut into units of `batch` samples; the last unit takes what is left.
class Batches {
 public:
  /// @param batch  samples of one unit, at least 1
  Batches(const SamplingLimits& limits, std::uint64_t batch) : samples_{limits.samples}, batch_{batch} {}

  /// How many units; without a limit on the samples more than will ever be done.
  std::uint64_t units() const {
    static constexpr std::uint64_t endless = std::uint64_t{1} << 40U;
    return samples_ ? (static_cast<std::uint64_t>(*samples_) + batch_ - 1) / batch_ : endless;
  }

  /// The same for a forecast: nothing where there is no limit on the samples.
  std::optional<std::uint64_t> forecast() const { return samples_ ? std::optional{units()} : std::nullopt; }

  /// How many samples the unit draws: those of a batch, or what is left for the last one.
  std::uint64_t samples_of(std::uint64_t unit) const {
    return samples_ ? std::min(batch_, static_cast<std::uint64_t>(*samples_) - unit * batch_) : batch_;
  }

 private:
  std::optional<std::int64_t> samples_;
  std::uint64_t batch_;
};

/// Whether the limit on the relative error is met. Never where no error is known (zero).
bool is_precise_enough(const SamplingLimits& limits, Real value, Real standard_error);

/// Fewer samples than this show too little of their spread, whatever they are.
inline constexpr std::uint64_t fewest_samples = 50;

/// Says that an error cannot be stated: "60 samples are too few to state an error: at least 2000 are needed".
///
/// @param fewest  a number that does not depend on the samples. A refusal that looked at them would leave the estimates
///                that are too low, or too high.
std::string too_few_samples(std::uint64_t samples, std::uint64_t fewest);

/// The estimate from independent samples: their mean, times `scale`, with an interval of Student's t.
///
/// The interval has one degree of freedom less than samples on which the spread rests (`Tail::spread_samples`), so that
/// it is the wider the fewer they are. It is corrected for skewness: if rare samples are great, the mean is more often
/// too low than too high, and the upper half of the interval is the longer one. Both need the third and fourth powers
/// in the moments; without them, samples count as normal.
///
/// @param moments     at least two samples
/// @param scale       the quantity's unit per unit of a sample
/// @param confidence  claimed coverage, between 0 and 1
/// @throws std::invalid_argument  fewer than two samples (there is no error to state), or no such confidence.
/// @source  P. Hall, "On the removal of skewness by transformation", J. R. Statist. Soc. B 54 (1992) 221-228.
Estimate estimate_mean(const Moments& moments, Real scale, double confidence = 0.95);

/// Samples in two halves, taken by turns, so that one half can be held against the other.
struct Halves {
  Moments even;  ///< the first, third, ... sample
  Moments odd;   ///< the second, fourth, ... sample

  /// Adds a sample to the half that has fewer.
  void add(Real sample) { (even.count > odd.count ? odd : even).add(sample); }
  /// Adds both halves of the other one to those of this.
  void add(const Halves& other);
  /// All samples.
  Moments all() const;

  /// Adds them, the samples of one unit, to two moments of a tally, "NAME.even" and "NAME.odd". Those of an odd unit
  /// change places, so that units of one sample are dealt out as well.
  void add_to(Tally& tally, const std::string& name, std::uint64_t unit) const;
  /// What `add_to` put there.
  static Halves of(const Tally& tally, const std::string& name);
};

/// How heavy the tail of the samples is, as far as they show it.
Tail tail_of(const Halves& samples);

/// Why no interval can be given from these samples, in words. Returns nullopt if one can: there are enough samples, not
/// all equal, and the halves agree within 4.5 standard errors.
///
/// It is no sharper, since what shows a tail is a great sample, and refusing whenever there is one would leave the
/// estimates that are too low; `estimate_watched_mean` widens the interval instead. A rare value that no sample has hit
/// leaves no trace: if the strategy knows how rare it is, it says so by `fewest`.
///
/// @param fewest  how many samples are enough; as for `too_few_samples`
std::optional<std::string> why_not_trusted(const Halves& samples, std::uint64_t fewest = fewest_samples);

/// The estimate from independent samples whose tail may be heavy: `estimate_mean`, and what is known of the tail.
/// Unfinished, with the reason, if `why_not_trusted` has one.
Outcome estimate_watched_mean(const Halves& samples, Real scale, std::uint64_t fewest = fewest_samples);

/// Whether the limit on the relative error is met by samples whose tail can be trusted. The error is taken from the
/// half that has the greater, and in proportion to the interval of `estimate_watched_mean`: to stop as soon as great
/// samples happen to be missing would make the estimate too low.
///
/// @param fewest  as for `why_not_trusted`
bool is_precise_enough(const SamplingLimits& limits, const Halves& samples, std::uint64_t fewest = fewest_samples);

}  // namespace gridcensus
