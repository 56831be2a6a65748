#pragma once

#include "gridcensus/poll.hpp"

namespace gridcensus::burnside_bfs {

/// A tick for every step of a search; asks now and then whether to go on.
class Ticks {
 public:
  /// @param poll  must outlive this object
  explicit Ticks(const Poll& poll) : poll_{poll} {}

  void tick() {
    constexpr unsigned ticks_a_poll = 4096;
    if (++ticks_ % ticks_a_poll == 0) ask();
  }

  /// Asks at once: before a long step.
  void ask() const { poll_(); }

 private:
  const Poll& poll_;
  unsigned ticks_ = 0;
};

}  // namespace gridcensus::burnside_bfs
