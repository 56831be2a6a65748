#pragma once

#include "host/process/peer.hpp"
#include "host/process/scratch_folder.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace gridcensus::host {

/// A worker that gives no answer any more, and why: "ended with SIGSEGV", with its last lines on stderr if they were
/// kept.
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How long a worker may take for one answer, and how much memory it may have.
struct WorkerLimits {
  std::optional<double> seconds;
  std::uint64_t memory_bytes = 0;
};

/// A child process that calls a strategy, a copy of this program or a program of others: it does what it is asked, one
/// request at a time.
///
/// What a strategy may do to its process ends with that process. It ends with this object, or with this program,
/// however that ends.
class WorkerProcess {
 public:
  /// @param folder  what is there is gone with the process
  /// @throws std::system_error  no process could be started.
  WorkerProcess(ChildStart start, WorkerLimits limits, LinePlace place = LinePlace::descriptor_3,
                std::unique_ptr<ScratchFolder> folder = nullptr);

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
  WorkerLost lost(const std::string& why);
  void check_limits(Clock::time_point began);

  WorkerLimits limits_;
  std::unique_ptr<ScratchFolder> folder_;
  Peer peer_;
  std::uint64_t number_ = 0;  ///< of the request
};

}  // namespace gridcensus::host
