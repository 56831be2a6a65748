#pragma once

#include <atomic>

namespace gridcensus::host {

/// SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 as a request to stop: the first asks, a second one ends the process at
/// once (but not within 0.3 s, where it is the same request sent twice).
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
