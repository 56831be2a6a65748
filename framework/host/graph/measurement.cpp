#include "host/graph/measurement.hpp"

#include "gridcensus/random.hpp"
#include "host/graph/sampling_limit.hpp"
#include "host/graph/unit_weights.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <set>
#include <tuple>
#include <variant>
#include <vector>

namespace gridcensus::host {

namespace {

/// A job of more units than this ends by another limit than their number.
constexpr std::uint64_t max_units = std::uint64_t{1} << 39U;

/// Processor time of this thread, or of all of this process: what else runs on the machine does not count.
double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::pair<double, std::optional<double>> seconds_of_all(std::span<const MeasuredUnit> sample, std::uint64_t units,
                                                        double weight_of_all) {
  double weight = 0;
  double seconds = 0;
  for (const auto& unit : sample) {
    weight += unit.weight;
    seconds += unit.seconds;
  }
  const double rate = seconds / weight;
  if (sample.size() == units) return {seconds, 0};
  if (sample.size() < 2) return {rate * weight_of_all, std::nullopt};
  double squares = 0;
  for (const auto& unit : sample) squares += std::pow(unit.seconds - rate * unit.weight, 2);
  const auto count = static_cast<double>(sample.size());
  const double unseen = 1 - count / static_cast<double>(units);
  const double error_of_mean = std::sqrt(squares / (count - 1) / count * unseen);
  return {rate * weight_of_all, error_of_mean / (weight / count) * weight_of_all};
}

std::optional<std::pair<double, double>> units_to_target(const Estimate& estimate, std::uint64_t units, double target) {
  // Sampling stops by the interval: where few samples carry the spread, it is wider than the error says.
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

/// The units that a sampling run needs, by those that were measured; nullopt where it has no target, or they show no
/// error.
std::optional<std::pair<double, double>> foreseen(const Run& run, const Job& job, const Tally& sum,
                                                  std::uint64_t units) {
  const auto target = sampling_limit(run, limit_of_relative_error);
  if (!target) return std::nullopt;
  std::optional<std::pair<double, double>> most;
  try {
    for (const auto& [quantity, outcome] : job.conclude(sum, units).outcomes) {
      const auto* const estimate = std::get_if<Estimate>(&outcome);
      const auto needed = estimate == nullptr ? std::nullopt : units_to_target(*estimate, units, *target);
      if (needed && (!most || needed->first > most->first)) most = needed;
    }
  } catch (const std::exception&) {
    // Too few samples for an estimate: then nothing is foreseen.
  }
  return most;
}

}  // namespace

Measurement measure(const Run& run, const Inputs& inputs, double seconds) {
  using Clock = std::chrono::steady_clock;
  Measurement measurement;
  // To prepare, a strategy may use more threads than this.
  const double begin = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const auto job = run.strategy->prepare({run.problem, run.counted, inputs, StopToken{}});
  measurement.prepare_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
  const std::uint64_t units = job->units();
  if (units <= max_units) measurement.units = units;
  if (run.is_sampled()) measurement.seconds_limit = job->seconds_limit();
  const UnitWeights weights{*job, units};
  std::vector<MeasuredUnit> sample;
  std::set<std::uint64_t> drawn;
  Tally sum;
  Random random{run.seed, run.stream, 0};
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (drawn.size() < units && (drawn.empty() || Clock::now() < end)) {
    const std::uint64_t unit = random.below(std::min(units, max_units));
    if (!drawn.insert(unit).second) continue;
    UnitContext context{run.seed, run.stream, unit, StopToken{}};
    const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    const Tally tally = job->run(unit, context);
    sample.push_back({weights.of(unit), processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start});
    if (run.is_sampled()) sum.add(tally);
  }
  measurement.measured = sample.size();
  if (sample.empty()) return measurement;
  const auto needed = foreseen(run, *job, sum, sample.size());
  if (needed && needed->first < static_cast<double>(units)) {
    // So many units of the mean weight.
    double weight = 0;
    for (const auto& unit : sample) weight += unit.weight;
    weight *= needed->first / static_cast<double>(sample.size());
    const auto [all_seconds, error] = seconds_of_all(sample, max_units, weight);
    measurement.target_units = needed->first;
    measurement.unit_seconds = all_seconds;
    measurement.standard_error = std::hypot(error.value_or(0), all_seconds * needed->second);
  } else if (measurement.units) {
    std::tie(measurement.unit_seconds, measurement.standard_error) = seconds_of_all(sample, units, weights.of_all());
  }
  return measurement;
}

}  // namespace gridcensus::host
