#include "host/graph/measurement.hpp"

#include "host/graph/share.hpp"
#include "host/graph/unit_weights.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <iterator>
#include <map>
#include <numeric>
#include <variant>

namespace gridcensus::host {

namespace {

/// A job with more units than this ends at a limit other than their number.
constexpr std::uint64_t max_units = std::uint64_t{1} << 39U;

/// Returns the processor time of this thread or of this process, so other processes do not count.
double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::pair<double, double> confidence_interval_of_seconds(double seconds, double standard_error, std::uint64_t draws) {
  if (!(seconds > 0)) return {seconds, seconds};
  constexpr double tail = 0.025;  // on each side
  const double share = standard_error / seconds;
  const boost::math::students_t_distribution<double> student{static_cast<double>(draws) - 1};
  const double factor =
      std::exp(boost::math::quantile(boost::math::complement(student, tail)) * std::sqrt(std::log1p(share * share)));
  return {seconds / factor, seconds * factor};
}

WeightedDraws::WeightedDraws(std::vector<double> weights, std::uint64_t units)
    : units_{units}, weights_{std::move(weights)} {
  std::partial_sum(weights_.begin(), weights_.end(), std::back_inserter(sums_));
}

std::uint64_t WeightedDraws::next(Random& random) const {
  if (weights_.empty() || random.below(2) == 0) return random.below(units_);
  const auto place = std::ranges::upper_bound(sums_, random.unit_interval() * sums_.back());
  return static_cast<std::uint64_t>(std::min(place, std::prev(sums_.end())) - sums_.begin());
}

double WeightedDraws::probability(std::uint64_t unit) const {
  const double alike = 1 / static_cast<double>(units_);
  return weights_.empty() ? alike : (weights_[unit] / sums_.back() + alike) / 2;
}

std::pair<double, std::optional<double>> seconds_of_draws(std::span<const double> scaled) {
  const auto count = static_cast<double>(scaled.size());
  double mean = 0;
  for (const double each : scaled) mean += each / count;
  if (scaled.size() < 2) return {mean, std::nullopt};
  double squares = 0;
  for (const double each : scaled) squares += (each - mean) * (each - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

std::optional<std::pair<double, double>> units_to_target(const Estimate& estimate, std::uint64_t units, double target) {
  // Sampling stops by the interval, which is wider than the error suggests if few samples dominate the spread.
  constexpr Real normal_quantile = 1.96L;
  const Real error = (estimate.high - estimate.low) / 2 / normal_quantile;
  if (estimate.value == 0 || !(error > 0)) return std::nullopt;
  const Real ratio = error / std::fabs(estimate.value) / static_cast<Real>(target);
  const double freedom = estimate.degrees_of_freedom.value_or(static_cast<double>(estimate.samples) - 1);
  const double founding =
      estimate.tail ? static_cast<double>(estimate.tail->spread_samples) : std::max(1.0, freedom) / 2;
  return std::pair{static_cast<double>(units) * static_cast<double>(ratio * ratio), 1 / std::sqrt(founding)};
}

namespace {

/// Returns the estimates from the measured units of a sampling run; none if there are too few units.
std::vector<Estimate> estimates_of(const Job& job, const Tally& sum, std::uint64_t units) {
  std::vector<Estimate> estimates;
  try {
    for (const auto& [quantity, outcome] : job.conclude(sum, units).outcomes) {
      if (const auto* const estimate = std::get_if<Estimate>(&outcome)) estimates.push_back(*estimate);
    }
  } catch (const std::exception&) {
    // Too few samples for an estimate, so there is no forecast.
  }
  return estimates;
}

/// Returns the number of units that a sampling run needs, estimated from the measured ones, or nullopt if it has no
/// target or the measured units have no error.
std::optional<std::pair<double, double>> forecast_units(const Run& run, const std::vector<Estimate>& estimates,
                                                        std::uint64_t units) {
  const auto target = sampling_limit(run, limit_of_relative_error);
  if (!target) return std::nullopt;
  std::optional<std::pair<double, double>> largest;
  for (const auto& estimate : estimates) {
    const auto needed = units_to_target(estimate, units, *target);
    if (needed && (!largest || needed->first > largest->first)) largest = needed;
  }
  return largest;
}

/// Returns the largest relative error; nullopt if one of the estimates has none.
std::optional<double> largest_error(const std::vector<Estimate>& estimates) {
  std::optional<double> largest;
  for (const auto& estimate : estimates) {
    if (estimate.value == 0 || !(estimate.standard_error > 0)) return std::nullopt;
    const auto error = static_cast<double>(estimate.standard_error / std::fabs(estimate.value));
    largest = std::max(largest.value_or(0), error);
  }
  return largest;
}

/// Sets the relative error, from the measured units or from copies of them: a strategy states no error after few
/// samples, and copies have the same spread.
void set_error(Measurement& measurement, const Job& job, Tally sum) {
  constexpr unsigned max_copies = 1U << 16U;
  std::uint64_t units = measurement.measured;
  for (unsigned copies = 1; copies <= max_copies; copies *= 2) {
    measurement.relative_error = largest_error(estimates_of(job, sum, units));
    measurement.error_seconds = copies * measurement.measured_seconds;
    if (measurement.relative_error) return;
    sum.add(Tally{sum});
    units *= 2;
  }
}

/// Returns the weights of all units; empty if all are equal or there are too many.
std::vector<double> differing_weights(const UnitWeights& weights, std::uint64_t units) {
  std::vector<double> all;
  if (!weights.are_individual()) return all;
  bool do_differ = false;
  for (std::uint64_t unit = 0; unit < units; ++unit) {
    all.push_back(weights.of(unit));
    do_differ = do_differ || all.back() != all.front();
  }
  if (!do_differ) all.clear();
  return all;
}

/// Counts units for a given time, and records the seconds that each took.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  Meter(const Run& run, const Job& job, double seconds)
      : run_{run}, job_{job}, end_{Clock::now() + std::chrono::duration<double>(seconds)} {}

  /// The first unit always runs.
  bool has_time() const { return seconds_.empty() || Clock::now() < end_; }
  std::uint64_t measured() const { return seconds_.size(); }
  /// Returns the seconds of all counted units.
  double seconds() const {
    double sum = 0;
    for (const auto& [unit, seconds] : seconds_) sum += seconds;
    return sum;
  }
  const Tally& sum() const { return sum_; }

  /// Returns the processor time of a unit. Counts it first if it was not counted yet.
  double seconds_of(std::uint64_t unit) {
    const auto [found, is_new] = seconds_.try_emplace(unit, 0);
    if (!is_new) return found->second;
    const UnitContext context{{run_.seed, run_.stream, unit}};
    const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    const Tally tally = job_.run(unit, context);
    found->second = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    if (run_.is_sampled()) sum_.add(tally);
    return found->second;
  }

 private:
  const Run& run_;
  const Job& job_;
  std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
  std::map<std::uint64_t, double> seconds_;
  Tally sum_;
};

}  // namespace

Measurement measure(const Run& run, const Inputs& inputs, double seconds) {
  Measurement measurement;
  // A strategy may use more threads than this one while it prepares.
  const double begin = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const auto job = run.strategy->prepare({run.problem, run.counted, inputs, {}});
  measurement.prepare_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
  const std::uint64_t units = job->units();
  if (units <= max_units) measurement.units = units;
  if (run.is_sampled()) measurement.seconds_limit = job->seconds_limit();
  auto weights = run.is_sampled() ? std::vector<double>{} : differing_weights({*job, units}, units);
  const WeightedDraws draws{std::move(weights), std::min(units, max_units)};
  Meter meter{run, *job, seconds};
  Random random{run.seed, run.stream, 0};
  std::vector<double> scaled;
  while (meter.measured() < units && meter.has_time()) {
    const std::uint64_t unit = draws.next(random);
    scaled.push_back(meter.seconds_of(unit) / draws.probability(unit));
  }
  measurement.measured = meter.measured();
  measurement.draws = scaled.size();
  if (scaled.empty()) return measurement;
  measurement.measured_seconds = meter.seconds();
  const auto estimates = run.is_sampled() ? estimates_of(*job, meter.sum(), meter.measured()) : std::vector<Estimate>{};
  if (run.is_sampled()) set_error(measurement, *job, meter.sum());
  const auto needed = forecast_units(run, estimates, meter.measured());
  const auto [all_seconds, error] = seconds_of_draws(scaled);
  if (needed && needed->first < static_cast<double>(units)) {
    const double share = needed->first / static_cast<double>(std::min(units, max_units));
    measurement.target_units = needed->first;
    measurement.unit_seconds = share * all_seconds;
    measurement.standard_error = share * std::hypot(error.value_or(0), all_seconds * needed->second);
  } else if (meter.measured() == units) {
    measurement.unit_seconds = meter.seconds();
    measurement.standard_error = 0;
  } else if (measurement.units) {
    measurement.unit_seconds = all_seconds;
    measurement.standard_error = error;
  }
  return measurement;
}

}  // namespace gridcensus::host
