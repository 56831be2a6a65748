#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <utility>

namespace gridcensus {

/// Thrown by work after a request to stop. Not an error: the unit counts as not done.
class Stopped : public std::exception {
 public:
  /// Returns a text for messages.
  const char* what() const noexcept override { return "stopped on request"; }
};

/// A check for a request to stop. Long work calls it every few thousand steps: units, `prepare`, and mathematics that
/// is independent of both. A call costs a few nanoseconds.
class Poll {
 public:
  /// Makes a poll that never stops the work.
  Poll() = default;
  /// @param ask  called by each poll; throws Stopped to end the work
  template <std::invocable Ask>
  requires(!std::same_as<Ask, Poll>)
      Poll(Ask ask)  // NOLINT(google-explicit-constructor): a lambda is handed over where a poll is expected
      : ask_{std::move(ask)} {}

  /// @throws Stopped  if a stop was requested.
  void operator()() const {
    if (ask_) ask_();
  }

 private:
  std::function<void()> ask_;
};

}  // namespace gridcensus
