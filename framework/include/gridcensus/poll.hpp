#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <utility>

namespace gridcensus {

/// Thrown by work that was told to stop. Not an error: the unit counts as not done.
class Stopped : public std::exception {
 public:
  /// Returns a text for messages.
  const char* what() const noexcept override { return "stopped on request"; }
};

/// What long work calls every few thousand steps, be it a unit, `prepare` or mathematics that knows neither. The call
/// costs a few nanoseconds.
class Poll {
 public:
  /// Never stops the work.
  Poll() = default;
  /// @param ask  called by each poll; throws Stopped, to end the work, once it shall stop
  template <std::invocable Ask>
  requires(!std::same_as<Ask, Poll>)
      Poll(Ask ask)  // NOLINT(google-explicit-constructor): a lambda is handed over where a poll is expected
      : ask_{std::move(ask)} {}

  /// @throws Stopped  the work shall stop.
  void operator()() const {
    if (ask_) ask_();
  }

 private:
  std::function<void()> ask_;
};

}  // namespace gridcensus
