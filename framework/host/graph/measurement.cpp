#include "host/graph/measurement.hpp"

#include "gridcensus/random.hpp"
#include "host/graph/unit_weights.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <set>
#include <tuple>
#include <vector>

namespace gridcensus::host {

namespace {

/// A job of more units than this ends by another limit than their number.
constexpr std::uint64_t max_units = std::uint64_t{1} << 39U;

/// Processor time of this thread: what else runs on the machine does not count.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
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

std::optional<Measurement> measure(const Run& run, const Inputs& inputs, double seconds) {
  using Clock = std::chrono::steady_clock;
  Measurement measurement;
  const double begin = thread_seconds();
  const auto job = run.strategy->prepare({run.problem, run.counted, inputs, StopToken{}});
  measurement.prepare_seconds = thread_seconds() - begin;
  measurement.units = job->units();
  if (measurement.units > max_units) return std::nullopt;
  const UnitWeights weights{*job, measurement.units};
  std::vector<MeasuredUnit> sample;
  std::set<std::uint64_t> drawn;
  Random random{run.seed, run.stream, 0};
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (drawn.size() < measurement.units && (drawn.empty() || Clock::now() < end)) {
    const std::uint64_t unit = random.below(measurement.units);
    if (!drawn.insert(unit).second) continue;
    UnitContext context{run.seed, run.stream, unit, StopToken{}};
    const double start = thread_seconds();
    job->run(unit, context);
    sample.push_back({weights.of(unit), thread_seconds() - start});
  }
  measurement.measured = sample.size();
  if (sample.empty()) return measurement;
  std::tie(measurement.unit_seconds, measurement.standard_error) =
      seconds_of_all(sample, measurement.units, weights.of_all());
  return measurement;
}

}  // namespace gridcensus::host
