#pragma once

#include "host/process/peer.hpp"
#include "host/process/scratch_folder.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

namespace gridcensus::host {

/// Thrown when a worker can no longer answer. The text gives the reason, "ended with SIGSEGV", with its last lines on
/// stderr if they were kept.
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown when an answer took too long. Another worker would take as long.
class WorkerTimedOut : public WorkerLost {
 public:
  using WorkerLost::WorkerLost;
};

/// A child process that calls a strategy: a copy of this program, or a third-party program. It answers one request at a
/// time.
///
/// Damage that a strategy does to its process ends with that process. The process ends with this object, or with this
/// program, however that ends.
class WorkerProcess {
 public:
  /// @param folder  removed with its content when the process ends
  /// @throws std::system_error  no process could be started.
  WorkerProcess(ChildOptions start, ProcessLimits limits, SocketPlace place = SocketPlace::descriptor_3,
                std::unique_ptr<ScratchFolder> folder = nullptr);

  /// Numbers and sends a request, and waits for its answer.
  ///
  /// @param wants_stop  called repeatedly while the worker works; once it returns true, the worker is asked to stop
  /// @throws WorkerLost  there is no answer; the worker has been ended.
  /// @throws Stopped     it ignored a stop for too long; it has been ended.
  Message ask(Message request, const std::function<bool()>& wants_stop);

  /// Returns its peak memory so far [bytes], or 0 if it cannot be determined.
  std::uint64_t peak_memory() const;

 private:
  using Clock = std::chrono::steady_clock;

  template <class Lost = WorkerLost>
  [[noreturn]] void lose(const std::string& why);
  template <class Lost = WorkerLost>
  Lost lost(const std::string& why);
  void check_limits(Clock::time_point began);

  ProcessLimits limits_;
  std::unique_ptr<ScratchFolder> folder_;
  Peer peer_;
  std::uint64_t number_ = 0;  ///< of the request
  std::random_device random_;
};

}  // namespace gridcensus::host
