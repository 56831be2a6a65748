#include "host/graph/progress_board.hpp"

#include "host/graph/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

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
  weight_squared = weight_squared + weight_of_unit * weight_of_unit;
  weight_seconds = weight_seconds + weight_of_unit * seconds_of_unit;
  seconds_squared = seconds_squared + seconds_of_unit * seconds_of_unit;
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

/// Returns how far the time of the units that are left may be off, relative to it: the ratio of seconds to weight has a
/// standard error, by the residuals of the units so far. Returns nullopt if there are fewer than two.
std::optional<double> relative_error_of_units(const ProgressBoard::Lane& lane) {
  const auto units = static_cast<double>(lane.units_done.load() - lane.units_resumed.load());
  const double weight = lane.weight_done - lane.weight_resumed;
  if (units < 2 || weight <= 0 || lane.thread_seconds <= 0) return std::nullopt;
  const double ratio = lane.thread_seconds / weight;
  const double squares = lane.seconds_squared - 2 * ratio * lane.weight_seconds + ratio * ratio * lane.weight_squared;
  return std::sqrt(std::max(0.0, squares) * units / (units - 1)) / lane.thread_seconds;
}

/// Makes the time the smaller of itself and another.
void limit(std::optional<ProgressBoard::TimeLeft>& left, const ProgressBoard::TimeLeft& other) {
  if (!left) {
    left = other;
    return;
  }
  left->seconds = std::min(left->seconds, other.seconds);
  left->low = std::min(left->low, other.low);
  left->high = std::min(left->high, other.high);
}

ProgressBoard::TimeLeft exactly(double seconds) {
  const double left = std::max(0.0, seconds);
  return {.seconds = left, .low = left, .high = left};
}

}  // namespace

std::optional<ProgressBoard::TimeLeft> ProgressBoard::time_left(const Lane& lane) {
  const double elapsed = seconds_counting(lane);
  std::optional<TimeLeft> left;
  // Of a job with more units than it will ever do, it is not known where it ends.
  const double done = lane.weight_done - lane.weight_resumed;
  if (done > 0 && lane.units <= endless_units && shows_what_is_left(lane)) {
    TimeLeft by_units = exactly(elapsed * (lane.weight - lane.weight_done) / done);
    if (const auto error = relative_error_of_units(lane)) {
      const auto units = lane.units_done.load() - lane.units_resumed.load();
      std::tie(by_units.low, by_units.high) = likely_seconds(by_units.seconds, *error * by_units.seconds, units);
    }
    limit(left, by_units);
  }
  if (const double most = lane.seconds_limit; most > 0) {
    // It counts the time in which threads work for the run, which may have to wait its turn meanwhile.
    const double worked = lane.seconds_worked - lane.earlier_seconds;
    const double share = worked > 0 && elapsed > worked ? worked / elapsed : 1;
    limit(left, exactly((most - lane.earlier_seconds - std::max(0.0, worked)) / share));
  }
  const auto so_far = lane.so_far();
  const auto error = so_far ? so_far->relative_error() : std::nullopt;
  const auto units_done = static_cast<double>(lane.units_done.load());
  const double units_here = units_done - static_cast<double>(lane.units_resumed.load());
  if (const double target = lane.target_error; target > 0 && error && units_here > 0) {
    const double units = static_cast<double>(so_far->units) * std::pow(*error / target, 2);
    limit(left, exactly(elapsed * (units - units_done) / units_here));
  }
  return left;
}

double ProgressBoard::alone(const Lane& lane, double seconds_left) const {
  const double elapsed = seconds_counting(lane);
  const double worked = lane.seconds_worked - lane.earlier_seconds;
  // Of a limit in seconds, the time in which it waits does not count.
  if (lane.seconds_limit > 0 && elapsed > worked && worked > 0) return seconds_left * worked / elapsed;
  const double threads = elapsed > 0 ? std::max(1e-9, lane.thread_seconds / elapsed) : 1e-9;
  const double units = static_cast<double>(lane.units - std::min<std::uint64_t>(lane.units, lane.units_done));
  return seconds_left * std::min(1.0, threads / std::clamp(units, 1.0, double(threads_)));
}

std::optional<ProgressBoard::TimeLeft> ProgressBoard::time_left(std::size_t run) const {
  const Lane& own = lanes_[run];
  auto left = time_left(own);
  if (!left) return left;
  // The engine takes the run for which threads have worked least.
  double behind = 0;
  for (std::size_t other = 0; other < lanes_.size(); ++other) {
    const Lane& lane = lanes_[other];
    if (other == run || lane.phase.load() != Phase::counting) continue;
    const double lead =
        std::max(0.0, (own.seconds_worked - own.earlier_seconds) - (lane.seconds_worked - lane.earlier_seconds));
    const auto others = time_left(lane);
    behind += others ? std::min(lead, alone(lane, others->seconds)) : lead;
  }
  const double least = alone(own, left->seconds) + behind;
  const auto wait = [&](double seconds) { return left->seconds <= 0 && behind <= 0 ? 0 : std::max(seconds, least); };
  return TimeLeft{.seconds = wait(left->seconds), .low = wait(left->low), .high = wait(left->high)};
}

ProgressBoard::TimeLeft ProgressBoard::time_left() const {
  TimeLeft all;
  TimeLeft by_threads;
  double threads_at_work = 0;
  for (const Lane& lane : lanes_) {
    const auto phase = lane.phase.load();
    if (phase == Phase::ended) continue;
    const auto left = phase == Phase::counting ? time_left(lane) : std::nullopt;
    if (!left) {
      all.is_all_known = false;
      continue;
    }
    const double elapsed = seconds_counting(lane);
    const double threads = elapsed > 0 ? std::max(1e-9, lane.thread_seconds / elapsed) : 1e-9;
    threads_at_work += threads;
    const auto add = [&](double TimeLeft::*part) {
      by_threads.*part += (*left).*part * threads;
      all.*part = std::max(all.*part, alone(lane, (*left).*part));
    };
    for (const auto part : {&TimeLeft::seconds, &TimeLeft::low, &TimeLeft::high}) add(part);
  }
  // Whoever ends leaves its threads to the others.
  if (threads_at_work > 0) {
    for (const auto part : {&TimeLeft::seconds, &TimeLeft::low, &TimeLeft::high})
      all.*part = std::max(all.*part, by_threads.*part / threads_at_work);
  }
  return all;
}

}  // namespace gridcensus::host
