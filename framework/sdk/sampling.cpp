#include "gridcensus/sampling.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus {

namespace {

/// How many standard errors an interval reaches to each side, if the spread rests on so many samples.
Real student_quantile(std::uint64_t samples, double confidence) {
  const boost::math::students_t_distribution<double> student{static_cast<double>(samples - 1)};
  return boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
}

std::uint64_t spread_samples(const Tail& tail) {
  return static_cast<std::uint64_t>(std::max<Real>(2, std::floor(tail.spread_samples)));
}

}  // namespace

bool is_precise_enough(const SamplingLimits& limits, Real value, Real standard_error) {
  return limits.relative_error && value != 0 && standard_error > 0 &&
         standard_error <= static_cast<Real>(*limits.relative_error) * std::fabs(value);
}

Estimate estimate_mean(const Moments& moments, Real scale, double confidence,
                       std::optional<std::uint64_t> informative) {
  const std::uint64_t founding = std::min(moments.count, informative.value_or(moments.count));
  if (founding < 2) throw std::invalid_argument{"an estimate needs at least two samples"};
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument{"a confidence lies between 0 and 1"};
  const Real width = student_quantile(founding, confidence);
  const Real value = moments.mean * scale;
  const Real error = moments.standard_error() * scale;
  Estimate estimate{value, error, value - width * error, value + width * error, confidence, moments.count};
  estimate.degrees_of_freedom = static_cast<double>(founding - 1);
  return estimate;
}

void Halves::add(const Halves& other) {
  even.add(other.even);
  odd.add(other.odd);
}

Moments Halves::all() const {
  Moments both = even;
  both.add(odd);
  return both;
}

void Halves::add_to(Tally& tally, const std::string& name, std::uint64_t unit) const {
  const bool is_odd = unit % 2 == 1;
  tally.add(name + ".even", is_odd ? odd : even).add(name + ".odd", is_odd ? even : odd);
}

Halves Halves::of(const Tally& tally, const std::string& name) {
  return {tally.moments(name + ".even"), tally.moments(name + ".odd")};
}

Tail tail_of(const Halves& samples) {
  const Moments all = samples.all();
  Tail tail;
  if (all.count == 0) return tail;
  const auto count = static_cast<Real>(all.count);
  const Real mean_square = all.mean * all.mean + all.squares / count;
  tail.effective_samples = mean_square > 0 ? count * (all.mean * all.mean / mean_square) : count;
  if (all.squares > 0) {
    const Real farthest = std::max(all.greatest - all.mean, all.mean - all.least);
    tail.largest_share = farthest * farthest / all.squares;
  }
  const Real even = samples.even.standard_error();
  const Real odd = samples.odd.standard_error();
  const Real error_of_gap = std::sqrt(even * even + odd * odd);
  if (error_of_gap > 0) tail.half_gap = std::fabs(samples.even.mean - samples.odd.mean) / error_of_gap;
  tail.spread_samples = all.fourths > 0 ? std::min(count, all.squares / all.fourths * all.squares) : count;
  return tail;
}

std::optional<std::string> why_not_trusted(const Halves& samples) {
  constexpr std::uint64_t least_samples = 50;
  constexpr Real greatest_gap = 4.5L;
  const std::uint64_t count = samples.even.count + samples.odd.count;
  if (count < least_samples) {
    return std::to_string(count) + (count == 1 ? " sample is" : " samples are") +
           " too few to judge their tail: at least " + std::to_string(least_samples);
  }
  if (samples.all().squares <= 0) return "all " + std::to_string(count) + " samples are equal: they show no error";
  const Tail tail = tail_of(samples);
  const auto rounded = [](Real value) { return std::to_string(static_cast<long long>(std::llround(value))); };
  if (tail.half_gap > greatest_gap) {
    return "the two halves of the samples are " + rounded(tail.half_gap) +
           " standard errors apart, so that the tail cannot be trusted: at most 4.5";
  }
  return std::nullopt;
}

Outcome estimate_watched_mean(const Halves& samples, Real scale, double confidence) {
  if (auto reason = why_not_trusted(samples)) return Unfinished{*std::move(reason)};
  const Tail tail = tail_of(samples);
  Estimate estimate = estimate_mean(samples.all(), scale, confidence, spread_samples(tail));
  estimate.tail = tail;
  return estimate;
}

bool is_precise_enough(const SamplingLimits& limits, const Halves& samples) {
  if (!limits.relative_error || why_not_trusted(samples)) return false;
  const Moments all = samples.all();
  constexpr double confidence = 0.95;
  const Real widening =
      student_quantile(spread_samples(tail_of(samples)), confidence) / student_quantile(all.count, confidence);
  const Real error = std::max(samples.even.standard_error(), samples.odd.standard_error()) / std::sqrt(Real{2});
  return is_precise_enough(limits, all.mean, error * widening);
}

}  // namespace gridcensus
