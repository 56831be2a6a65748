#pragma once

#include <atomic>

namespace gridcensus::host {

/// SIGINT, SIGTERM and SIGHUP as a request to stop: the first asks, the second ends the process at once.
///
/// One object at a time; it gives the old handlers back.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  StopSignal(StopSignal&&) = delete;
  StopSignal& operator=(StopSignal&&) = delete;

  /// The number of the signal that asked, or 0.
  static int received() noexcept;
};

}  // namespace gridcensus::host
