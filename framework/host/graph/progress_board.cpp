#include "host/graph/progress_board.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

std::optional<double> ProgressBoard::SoFar::relative_error() const {
  if (value == 0 || standard_error <= 0) return std::nullopt;
  return static_cast<double>(standard_error / std::fabs(value));
}

void ProgressBoard::Lane::begin(std::uint64_t all_units, double weight_of_all, const Limits& limits) {
  units = all_units;
  weight = weight_of_all;
  seconds_limit = limits.seconds.value_or(0);
  target_error = limits.relative_error.value_or(0);
  started_ns = now_ns();
  phase = Phase::counting;
}

void ProgressBoard::Lane::resume(double weight_of_unit) {
  weight_resumed = weight_resumed + weight_of_unit;
  weight_done = weight_done + weight_of_unit;
  units_resumed += 1;
  units_done += 1;
}

void ProgressBoard::Lane::finish(double weight_of_unit, double seconds_of_unit) {
  units_done += 1;
  weight_done = weight_done + weight_of_unit;
  thread_seconds = thread_seconds + seconds_of_unit;
}

void ProgressBoard::Lane::show(const SoFar& estimate) {
  const std::scoped_lock lock{mutex_};
  so_far_ = estimate;
}

std::optional<ProgressBoard::SoFar> ProgressBoard::Lane::so_far() const {
  const std::scoped_lock lock{mutex_};
  return so_far_;
}

void ProgressBoard::Lane::end(std::uint64_t units_in_sum) {
  units_done = units_in_sum;
  phase = Phase::ended;
}

double ProgressBoard::seconds_counting(const Lane& lane) {
  const auto started = lane.started_ns.load();
  return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

namespace {

/// Whether the units that were counted tell how long the others take. Weights are guesses: where the light units come
/// first, a hundredth of the weight says nothing of units that are ten times as heavy.
bool shows_what_is_left(const ProgressBoard::Lane& lane) {
  constexpr double least_share = 0.01;
  constexpr double most_heavier = 10;
  const double done = lane.weight_done;
  const double left = lane.weight - done;
  if (done >= least_share * lane.weight) return true;
  const auto units_done = static_cast<double>(lane.units_done.load());
  const double units_left = static_cast<double>(lane.units.load()) - units_done;
  return left * units_done <= most_heavier * done * units_left;
}

}  // namespace

std::optional<double> ProgressBoard::seconds_left(const Lane& lane) {
  const double elapsed = seconds_counting(lane);
  std::optional<double> left;
  const auto at_most = [&left](double seconds) { left = std::max(0.0, std::min(seconds, left.value_or(seconds))); };
  // Of a job with more units than anyone will do, nobody knows where it ends.
  const double done = lane.weight_done - lane.weight_resumed;
  if (done > 0 && lane.units <= endless_units && shows_what_is_left(lane)) {
    at_most(elapsed * (lane.weight - lane.weight_done) / done);
  }
  if (const double limit = lane.seconds_limit; limit > 0) {
    // It counts the time in which threads work for the run, which may have to wait its turn meanwhile.
    const double worked = lane.seconds_worked - lane.earlier_seconds;
    const double share = worked > 0 && elapsed > worked ? worked / elapsed : 1;
    at_most((limit - lane.earlier_seconds - std::max(0.0, worked)) / share);
  }
  const auto so_far = lane.so_far();
  const auto error = so_far ? so_far->relative_error() : std::nullopt;
  const auto units_done = static_cast<double>(lane.units_done.load());
  const double units_here = units_done - static_cast<double>(lane.units_resumed.load());
  if (const double target = lane.target_error; target > 0 && error && units_here > 0) {
    const double units = static_cast<double>(so_far->units) * std::pow(*error / target, 2);
    at_most(elapsed * (units - units_done) / units_here);
  }
  return left;
}

ProgressBoard::TimeLeft ProgressBoard::seconds_left() const {
  TimeLeft all{.seconds = 0, .is_all_known = true};
  double left_by_threads = 0;
  double threads_at_work = 0;
  for (const Lane& lane : lanes_) {
    const auto phase = lane.phase.load();
    if (phase == Phase::ended) continue;
    const auto left = phase == Phase::counting ? seconds_left(lane) : std::nullopt;
    if (!left) {
      all.is_all_known = false;
      continue;
    }
    const double elapsed = seconds_counting(lane);
    const double threads = elapsed > 0 ? std::max(1e-9, lane.thread_seconds / elapsed) : 1e-9;
    threads_at_work += threads;
    left_by_threads += *left * threads;
    // What it needs if it has the machine to itself: no run uses more threads than it has units.
    const double units = static_cast<double>(lane.units - std::min<std::uint64_t>(lane.units, lane.units_done));
    all.seconds = std::max(all.seconds, *left * std::min(1.0, threads / std::clamp(units, 1.0, double(threads_))));
  }
  // Whoever ends leaves its threads to the others.
  if (threads_at_work > 0) all.seconds = std::max(all.seconds, left_by_threads / threads_at_work);
  return all;
}

}  // namespace gridcensus::host
