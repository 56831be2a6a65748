#include "host/graph/progress_board.hpp"

#include <algorithm>

namespace gridcensus::host {

void ProgressBoard::Lane::begin(std::uint64_t all_units, double weight_of_all, std::optional<double> limit) {
  units = all_units;
  weight = weight_of_all;
  seconds_limit = limit.value_or(0);
  started_ns = now_ns();
  phase = Phase::counting;
}

void ProgressBoard::Lane::resume(double weight_of_unit) {
  weight_resumed = weight_resumed + weight_of_unit;
  finish(weight_of_unit);
}

void ProgressBoard::Lane::finish(double weight_of_unit) {
  units_done += 1;
  weight_done = weight_done + weight_of_unit;
}

void ProgressBoard::Lane::end(std::uint64_t units_in_sum) {
  units_done = units_in_sum;
  phase = Phase::ended;
}

double ProgressBoard::seconds_counting(const Lane& lane) {
  const auto started = lane.started_ns.load();
  return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

double ProgressBoard::seconds_left(const Lane& lane) {
  const double elapsed = seconds_counting(lane);
  const double done = lane.weight_done - lane.weight_resumed;
  // Of a job with more units than anyone will do, nobody knows where it ends.
  const bool has_end = lane.units <= ProgressBoard::endless_units;
  double left = done > 0 && has_end ? elapsed * (lane.weight - lane.weight_done) / done : -1;
  if (const double limit = lane.seconds_limit; limit > 0) {
    const double until_limit = std::max(0.0, limit - elapsed);
    left = left < 0 ? until_limit : std::min(left, until_limit);
  }
  return left;
}

}  // namespace gridcensus::host
