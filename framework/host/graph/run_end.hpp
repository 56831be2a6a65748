#pragma once

#include "gridcensus/poll.hpp"
#include "host/results/terms.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace gridcensus::host {

/// The reason why a run ended without a conclusion.
struct Ending {
  RunState state = RunState::stopped;
  std::string message = {};
  std::optional<std::uint64_t> unit = {};  ///< that failed
  bool can_resume = false;                 ///< a signal or a budget stopped the run, so it can resume from a ledger
};

/// The end of one run: the only place that records why it ended, and the stop flag that its work polls.
///
/// @threads  any function at any time from any thread.
class RunEnd {
 public:
  /// Ends the run. The first ending counts, but a failure replaces an ending from which the run could resume.
  void set(const Ending& ending) {
    {
      const std::scoped_lock lock{mutex_};
      if (!ending_ || (ending_->can_resume && !ending.can_resume)) ending_ = ending;
    }
    stop();
  }
  /// Stops work in progress, because its result is no longer needed. The run itself may still conclude.
  void stop() { is_stopped_ = true; }

  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }
  /// Returns true if the run can neither conclude nor resume.
  bool is_final() const {
    const std::scoped_lock lock{mutex_};
    return ending_ && !ending_->can_resume;
  }
  /// Returns the ending, or nullopt if there is none.
  std::optional<Ending> ending() const {
    const std::scoped_lock lock{mutex_};
    return ending_;
  }
  /// Returns a poll that throws Stopped once the run is stopped. This object must outlive it.
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
