#include "gridcensus/sampling.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus {

namespace {

/// Returns the effective number of samples behind the spread: see `Tail`.
Real spread_samples(const Moments& moments) {
  const auto count = static_cast<Real>(moments.count);
  return moments.fourths > 0 ? std::min(count, moments.squares / moments.fourths * moments.squares) : count;
}

double degrees_of_freedom(const Moments& moments) {
  return std::max(1.0, static_cast<double>(std::floor(spread_samples(moments))) - 1);
}

/// Returns the quantile at which an interval of this confidence ends on each side.
Real student_quantile(double degrees_of_freedom, double confidence) {
  const boost::math::students_t_distribution<double> student{degrees_of_freedom};
  return boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
}

/// Returns the value of (mean - truth) / standard error for a quantile of Student's distribution: the inverse of Hall's
/// transformation, which removes most of the skewness of this ratio.
Real skew_quantile(const Moments& moments, Real quantile) {
  const auto count = static_cast<Real>(moments.count);
  if (!(moments.squares > 0)) return quantile;
  const Real variance = moments.squares / count;
  // The skewness of the mean. Rounding alone produces about 1e-19.
  const Real skewness = moments.cubes / count / (variance * std::sqrt(variance)) / std::sqrt(count);
  if (std::fabs(skewness) < 1e-9L) return quantile;
  return 3 / skewness * (std::cbrt(1 + skewness * (quantile - skewness / 6)) - 1);
}

}  // namespace

bool is_precise_enough(const SamplingLimits& limits, Real value, Real standard_error) {
  return limits.relative_error && value != 0 && standard_error > 0 &&
         standard_error <= static_cast<Real>(*limits.relative_error) * std::fabs(value);
}

std::string too_few_samples(std::uint64_t samples, std::uint64_t min_samples) {
  return std::to_string(samples) + (samples == 1 ? " sample is" : " samples are") +
         " too few to state an error: at least " + std::to_string(min_samples) + " are needed";
}

std::optional<std::string> too_few_samples(const SamplingLimits& limits, std::uint64_t min_samples) {
  const auto samples = static_cast<std::uint64_t>(limits.samples.value_or(0));
  if (!limits.samples || samples >= min_samples) return std::nullopt;
  return too_few_samples(samples, min_samples);
}

Estimate estimate_mean(const Moments& moments, Real scale, double confidence) {
  if (moments.count < 2) throw std::invalid_argument{"an estimate needs at least two samples"};
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument{"a confidence lies between 0 and 1"};
  const double freedom = degrees_of_freedom(moments);
  const Real width = student_quantile(freedom, confidence);
  const Real value = moments.mean * scale;
  const Real error = moments.standard_error() * scale;
  // For very small confidences the correction is larger than the interval.
  const Real below = std::max<Real>(0, skew_quantile(moments, width));
  const Real above = std::max<Real>(0, -skew_quantile(moments, -width));
  Estimate estimate{value, error, value - below * error, value + above * error, confidence, moments.count};
  estimate.degrees_of_freedom = freedom;
  return estimate;
}

void SplitSample::add(const SplitSample& other) {
  even.add(other.even);
  odd.add(other.odd);
}

Moments SplitSample::all() const {
  Moments both = even;
  both.add(odd);
  return both;
}

void SplitSample::add_to(Tally& tally, const std::string& name, std::uint64_t unit) const {
  const bool is_odd = unit % 2 == 1;
  tally.add(name + ".even", is_odd ? odd : even).add(name + ".odd", is_odd ? even : odd);
}

SplitSample SplitSample::of(const Tally& tally, const std::string& name) {
  return {tally.moments(name + ".even"), tally.moments(name + ".odd")};
}

Tail tail_of(const SplitSample& samples) {
  const Moments all = samples.all();
  Tail tail;
  if (all.count == 0) return tail;
  const auto count = static_cast<Real>(all.count);
  const Real mean_square = all.mean * all.mean + all.squares / count;
  tail.effective_samples = mean_square > 0 ? count * (all.mean * all.mean / mean_square) : count;
  if (all.squares > 0) {
    const Real farthest = std::max(all.max - all.mean, all.mean - all.min);
    tail.largest_share = farthest * farthest / all.squares;
  }
  const Real even = samples.even.standard_error();
  const Real odd = samples.odd.standard_error();
  const Real error_of_gap = std::sqrt(even * even + odd * odd);
  if (error_of_gap > 0) tail.half_gap = std::fabs(samples.even.mean - samples.odd.mean) / error_of_gap;
  tail.spread_samples = spread_samples(all);
  return tail;
}

std::optional<std::string> why_not_trusted(const SplitSample& samples, std::uint64_t min_samples) {
  constexpr Real max_gap = 4.5L;
  const std::uint64_t count = samples.even.count + samples.odd.count;
  if (count < min_samples) return too_few_samples(count, min_samples);
  if (samples.all().squares <= 0) return "all " + std::to_string(count) + " samples are equal: they show no error";
  const Tail tail = tail_of(samples);
  const auto rounded = [](Real value) { return std::to_string(static_cast<long long>(std::llround(value))); };
  if (tail.half_gap > max_gap) {
    return "the two halves of the samples are " + rounded(tail.half_gap) +
           " standard errors apart, so that the tail cannot be trusted: at most 4.5";
  }
  return std::nullopt;
}

Outcome estimate_heavy_tailed_mean(const SplitSample& samples, Real scale, std::uint64_t min_samples) {
  if (auto reason = why_not_trusted(samples, min_samples)) return Unfinished{*std::move(reason)};
  Estimate estimate = estimate_mean(samples.all(), scale);
  estimate.tail = tail_of(samples);
  return estimate;
}

bool is_precise_enough(const SamplingLimits& limits, const SplitSample& samples, std::uint64_t min_samples) {
  if (!limits.relative_error || why_not_trusted(samples, min_samples)) return false;
  const Moments all = samples.all();
  constexpr double confidence = 0.95;
  const Real widening = student_quantile(degrees_of_freedom(all), confidence) /
                        student_quantile(static_cast<double>(all.count) - 1, confidence);
  const Real error = std::max(samples.even.standard_error(), samples.odd.standard_error()) / std::sqrt(Real{2});
  return is_precise_enough(limits, all.mean, error * widening);
}

}  // namespace gridcensus
