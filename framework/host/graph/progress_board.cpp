#include "host/graph/progress_board.hpp"

#include <algorithm>

namespace gridcensus::host {

double ProgressBoard::seconds_counting(const Lane& lane) {
  const auto started = lane.started_ns.load();
  return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

double ProgressBoard::seconds_left(const Lane& lane) {
  const double elapsed = seconds_counting(lane);
  const double done = lane.weight_done - lane.weight_resumed;
  double left = done > 0 ? elapsed * (lane.weight - lane.weight_done) / done : -1;
  if (const double limit = lane.seconds_limit; limit > 0) {
    const double until_limit = std::max(0.0, limit - elapsed);
    left = left < 0 ? until_limit : std::min(left, until_limit);
  }
  return left;
}

}  // namespace gridcensus::host
