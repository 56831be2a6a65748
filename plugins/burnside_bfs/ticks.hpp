#pragma once

#include "gridcensus/poll.hpp"

#include <cstdint>
#include <limits>

namespace gridcensus::burnside_bfs {

/// Steps of a search between two polls.
inline constexpr unsigned ticks_a_poll = 4096;

/// A tick for every step of a search; asks now and then whether to go on.
class Ticks {
 public:
  /// @param poll  must outlive this object
  explicit Ticks(const Poll& poll) : poll_{poll} {}

  void tick() {
    if (++ticks_ % ticks_a_poll == 0) ask();
  }

  /// Asks at once: before a long step.
  void ask() const { poll_(); }

 private:
  const Poll& poll_;
  unsigned ticks_ = 0;
};

/// Polls a limited number of times, so a count that gets long can be given up.
class PollBudget {
 public:
  /// @param poll   must outlive this object
  /// @param polls  how many are allowed
  explicit PollBudget(const Poll& poll, std::uint64_t polls = std::numeric_limits<std::uint64_t>::max())
      : poll_{poll}, left_{polls} {}

  /// Polls. Returns false, and does not poll, if the budget is used up.
  [[nodiscard]] bool ask() {
    if (left_ == 0) return false;
    --left_;
    poll_();
    return true;
  }

 private:
  const Poll& poll_;
  std::uint64_t left_;
};

/// A tick for every step of a search that a budget limits.
class BudgetedTicks {
 public:
  /// @param budget  must outlive this object
  explicit BudgetedTicks(PollBudget& budget) : budget_{budget} {}

  /// Returns false if the budget is used up.
  [[nodiscard]] bool tick() { return ++ticks_ % ticks_a_poll != 0 || budget_.ask(); }

 private:
  PollBudget& budget_;
  unsigned ticks_ = 0;
};

}  // namespace gridcensus::burnside_bfs
