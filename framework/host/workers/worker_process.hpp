#pragma once

#include "host/process/peer.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace gridcensus::host {

/// A worker that gives no answer any more, and why: "ended with SIGSEGV".
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How long a worker may take for one answer, and how much memory it may have.
struct WorkerLimits {
  std::optional<double> seconds;
  std::uint64_t memory_bytes = 0;
};

/// A child process of this program that calls a strategy: it does what it is asked, one request at a time.
///
/// What a strategy may do to its process ends with that process. It ends with this object, or with this program,
/// however that ends.
class WorkerProcess {
 public:
  /// @throws std::system_error  no process could be started.
  WorkerProcess(ChildStart start, WorkerLimits limits);

  /// Sends a request, to which it gives a number, and waits for its answer.
  ///
  /// @param wants_stop  asked again and again while the worker works; once it is true, the worker is told
  /// @throws WorkerLost  there is no answer, and the worker is gone.
  /// @throws Stopped     it took no notice of a stop for too long, and is gone.
  Message ask(Message request, const std::function<bool()>& wants_stop);

  /// The most that it has had in memory so far [bytes]; 0 where that cannot be told.
  std::uint64_t peak_memory() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void lose(const std::string& why);
  void check_limits(Clock::time_point began);
  std::uint64_t memory() const;

  WorkerLimits limits_;
  Peer peer_;
  std::uint64_t number_ = 0;  ///< of the request
};

}  // namespace gridcensus::host
