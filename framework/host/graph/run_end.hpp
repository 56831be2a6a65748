#pragma once

#include "gridcensus/poll.hpp"
#include "host/results/terms.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace gridcensus::host {

/// Why a run ended without a conclusion.
struct Ending {
  RunState state = RunState::stopped;
  std::string message = {};
  std::optional<std::uint64_t> unit = {};  ///< that failed
  bool can_go_on = false;                  ///< a signal or a budget stopped it: a ledger lets it go on
};

/// The end of one run: the single place that knows why it ended, and the stop that its work looks for.
///
/// @threads  any function at any time from any thread.
class RunEnd {
 public:
  /// Ends the run. The first ending counts, but a run that can go on may still fail.
  void set(const Ending& ending) {
    {
      const std::scoped_lock lock{mutex_};
      if (!ending_ || (ending_->can_go_on && !ending.can_go_on)) ending_ = ending;
    }
    stop();
  }
  /// Stops the work that is still going on: its result is not needed. The run itself may conclude.
  void stop() { is_stopped_ = true; }

  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }
  /// Returns whether nothing can come of the run any more.
  bool is_final() const {
    const std::scoped_lock lock{mutex_};
    return ending_ && !ending_->can_go_on;
  }
  /// Returns the ending, or nullopt if there is none.
  std::optional<Ending> ending() const {
    const std::scoped_lock lock{mutex_};
    return ending_;
  }
  /// Returns the poll for the work that shall stop. This object must outlive it.
  Poll poll() const {
    return [this] {
      if (is_stopped()) throw Stopped{};
    };
  }

 private:
  std::atomic<bool> is_stopped_{false};
  mutable std::mutex mutex_;
  std::optional<Ending> ending_;
};

}  // namespace gridcensus::host
