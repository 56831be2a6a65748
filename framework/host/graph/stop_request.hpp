#pragma once

#include "gridcensus/poll.hpp"

#include <atomic>
#include <mutex>
#include <string>

namespace gridcensus::host {

/// The wish that one run stop, and why.
///
/// @threads  any function at any time from any thread.
class StopRequest {
 public:
  /// The first reason counts.
  void make(const std::string& reason) {
    const std::scoped_lock lock{mutex_};
    if (reason_.empty()) reason_ = reason;
    is_made_ = true;
  }
  /// What is still going on is of no use: not for a user to know.
  void make_silently() { is_made_ = true; }

  bool is_made() const { return is_made_.load(std::memory_order_relaxed); }
  std::string reason() const {
    const std::scoped_lock lock{mutex_};
    return reason_;
  }
  /// For the work that shall stop; this object must outlive it.
  Poll poll() const {
    return [this] {
      if (is_made()) throw Stopped{};
    };
  }

 private:
  std::atomic<bool> is_made_{false};
  mutable std::mutex mutex_;
  std::string reason_;
};

}  // namespace gridcensus::host
