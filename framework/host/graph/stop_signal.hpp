#pragma once

#include <atomic>

namespace gridcensus::host {

/// Handles SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 as a request to stop. A second signal ends the process at once,
/// unless it comes within 0.3 s: then it is the same request sent twice.
///
/// Only one object may exist at a time. The destructor restores the old handlers.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  StopSignal(StopSignal&&) = delete;
  StopSignal& operator=(StopSignal&&) = delete;

  /// Returns the number of the first signal received, or 0.
  static int received() noexcept;
};

}  // namespace gridcensus::host
