#pragma once

#include "gridcensus/poll.hpp"

#include <cstdint>
#include <limits>

namespace gridcensus::burnside_bfs {

/// Steps of a search between two polls.
inline constexpr unsigned ticks_a_poll = 4096;

/// A counter of the steps of a search that polls now and then.
class Ticks {
 public:
  /// @param poll  must outlive this object
  explicit Ticks(const Poll& poll) : poll_{poll} {}

  void tick() {
    if (++ticks_ % ticks_a_poll == 0) ask();
  }

  /// Polls immediately; call it before a long step.
  void ask() const { poll_(); }

 private:
  const Poll& poll_;
  unsigned ticks_ = 0;
};

/// Polls a limited number of times, so a long count can be abandoned.
class PollBudget {
 public:
  /// @param poll   must outlive this object
  /// @param polls  maximum number
  explicit PollBudget(const Poll& poll, std::uint64_t polls = std::numeric_limits<std::uint64_t>::max())
      : poll_{poll}, left_{polls} {}

  /// Polls. Returns false without polling if the budget is used up.
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

/// A counter of the steps of a search that a budget limits.
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
