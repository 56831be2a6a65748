#pragma once

#include <chrono>
#include <mutex>

namespace gridcensus::host {

/// Measures the wall time in which at least one thread works: the time of a run without the time in which it waited.
///
/// @threads  the owner guards it.
class WorkClock {
 public:
  void begin_work() {
    if (workers_++ == 0) since_ = Clock::now();
  }
  void end_work() {
    if (--workers_ == 0) seconds_ += std::chrono::duration<double>(Clock::now() - since_).count();
  }
  double seconds() const {
    return workers_ == 0 ? seconds_ : seconds_ + std::chrono::duration<double>(Clock::now() - since_).count();
  }
  /// Adds the time of earlier sessions.
  void add_earlier(double seconds) { seconds_ += seconds; }

  /// Scope guard: a thread counts as working while the object exists.
  class Scope {
   public:
    /// @param mutex  the owner's; the caller must not hold it
    Scope(WorkClock& clock, std::mutex& mutex) : clock_{clock}, mutex_{mutex} {
      const std::scoped_lock lock{mutex_};
      clock_.begin_work();
    }
    ~Scope() {
      const std::scoped_lock lock{mutex_};
      clock_.end_work();
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    Scope(Scope&&) = delete;
    Scope& operator=(Scope&&) = delete;

   private:
    WorkClock& clock_;
    std::mutex& mutex_;
  };

 private:
  using Clock = std::chrono::steady_clock;
  int workers_ = 0;
  double seconds_ = 0;
  Clock::time_point since_;
};

}  // namespace gridcensus::host
