#include "host/graph/progress_board.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

std::optional<double> ProgressBoard::InterimEstimate::relative_error() const {
  if (value == 0 || standard_error <= 0) return std::nullopt;
  return static_cast<double>(standard_error / std::fabs(value));
}

void ProgressBoard::RunProgress::begin(std::uint64_t all_units, double weight_of_all, const Limits& limits) {
  units = all_units;
  weight = weight_of_all;
  seconds_limit = limits.seconds.value_or(0);
  target_error = limits.relative_error.value_or(0);
  started_ns = now_ns();
  phase = Phase::counting;
}

void ProgressBoard::RunProgress::resume(double weight_of_unit) {
  weight_resumed = weight_resumed + weight_of_unit;
  weight_done = weight_done + weight_of_unit;
  units_resumed += 1;
  units_done += 1;
}

void ProgressBoard::RunProgress::finish(double weight_of_unit, double seconds_of_unit) {
  units_done += 1;
  weight_done = weight_done + weight_of_unit;
  thread_seconds = thread_seconds + seconds_of_unit;
}

void ProgressBoard::RunProgress::show(const InterimEstimate& estimate) {
  const std::scoped_lock lock{mutex_};
  interim_ = estimate;
}

std::optional<ProgressBoard::InterimEstimate> ProgressBoard::RunProgress::interim() const {
  const std::scoped_lock lock{mutex_};
  return interim_;
}

void ProgressBoard::RunProgress::end(std::uint64_t units_in_sum) {
  units_done = units_in_sum;
  phase = Phase::ended;
}

double ProgressBoard::seconds_counting(const RunProgress& progress) {
  const auto started = progress.started_ns.load();
  return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

namespace {

/// Returns true if the counted units predict the time of the others. Weights are guesses: if the light units come
/// first, a hundredth of the weight does not predict units that are ten times as heavy.
bool shows_what_is_left(const ProgressBoard::RunProgress& progress) {
  constexpr double min_share = 0.01;
  constexpr double max_weight_ratio = 10;
  const double done = progress.weight_done;
  const double left = progress.weight - done;
  if (done >= min_share * progress.weight) return true;
  const auto units_done = static_cast<double>(progress.units_done.load());
  const double units_left = static_cast<double>(progress.units.load()) - units_done;
  return left * units_done <= max_weight_ratio * done * units_left;
}

}  // namespace

std::optional<double> ProgressBoard::time_left(const RunProgress& progress) {
  const double elapsed = seconds_counting(progress);
  std::optional<double> left;
  const auto limit = [&left](double seconds) { left = std::max(0.0, std::min(left.value_or(seconds), seconds)); };
  // The end of a job with more units than it will ever count is unknown.
  const double done = progress.weight_done - progress.weight_resumed;
  if (done > 0 && progress.units <= endless_units && shows_what_is_left(progress)) {
    limit(elapsed * (progress.weight - progress.weight_done) / done);
  }
  if (const double max_seconds = progress.seconds_limit; max_seconds > 0) {
    // The limit counts the time in which threads work for the run; waiting comes on top.
    const double worked = progress.seconds_worked - progress.earlier_seconds;
    const double share = worked > 0 && elapsed > worked ? worked / elapsed : 1;
    limit((max_seconds - progress.earlier_seconds - std::max(0.0, worked)) / share);
  }
  const auto interim = progress.interim();
  const auto error = interim ? interim->relative_error() : std::nullopt;
  const auto units_done = static_cast<double>(progress.units_done.load());
  const double units_here = units_done - static_cast<double>(progress.units_resumed.load());
  if (const double target = progress.target_error; target > 0 && error && units_here > 0) {
    const double units = static_cast<double>(interim->units) * std::pow(*error / target, 2);
    limit(elapsed * (units - units_done) / units_here);
  }
  return left;
}

double ProgressBoard::alone(const RunProgress& progress, double seconds_left) const {
  const double elapsed = seconds_counting(progress);
  const double worked = progress.seconds_worked - progress.earlier_seconds;
  // A limit of seconds does not count the time in which the run waits.
  if (progress.seconds_limit > 0 && elapsed > worked && worked > 0) return seconds_left * worked / elapsed;
  const double threads = elapsed > 0 ? std::max(1e-9, progress.thread_seconds / elapsed) : 1e-9;
  const double units =
      static_cast<double>(progress.units - std::min<std::uint64_t>(progress.units, progress.units_done));
  return seconds_left * std::min(1.0, threads / std::clamp(units, 1.0, double(threads_)));
}

ProgressBoard::TimeLeft ProgressBoard::time_left() const {
  TimeLeft all;
  double by_threads = 0;
  double threads_at_work = 0;
  for (const RunProgress& progress : runs_) {
    const auto phase = progress.phase.load();
    if (phase == Phase::ended) continue;
    const auto left = phase == Phase::counting ? time_left(progress) : std::nullopt;
    if (!left) {
      all.is_all_known = false;
      continue;
    }
    const double elapsed = seconds_counting(progress);
    const double threads = elapsed > 0 ? std::max(1e-9, progress.thread_seconds / elapsed) : 1e-9;
    threads_at_work += threads;
    by_threads += *left * threads;
    all.seconds = std::max(all.seconds, alone(progress, *left));
  }
  // A run that ends leaves its threads to the others.
  if (threads_at_work > 0) all.seconds = std::max(all.seconds, by_threads / threads_at_work);
  return all;
}

}  // namespace gridcensus::host
