#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What a thread that calls a strategy has on it: noted where the parent of this process can read it (see `supervise`),
/// and taken away when the call ends.
///
/// Floating-point arithmetic (rounding, precision, exceptions) and the locale are those of a program that has just
/// begun, at the begin of a call and after it: what one strategy changes must reach no other, and not the host.
///
/// A process that a strategy forked ends where the call does: a copy of the host must not go on with its work.
class Call {
 public:
  /// @param whose  "band_classes on 3x3"
  /// @param what   a literal: "prepare"
  /// @param unit   if it is of one
  Call(const std::string& whose, const char* what, std::optional<std::uint64_t> unit = std::nullopt);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(Call&&) = delete;

 private:
  pid_t process_;
};

/// What was noted, by this process or by those that it forked since. For a parent whose child has ended.
namespace noted {

/// "unit 17 of band_classes on 3x3": the calls that were going on, at most so many.
std::vector<std::string> calls(std::size_t at_most);
/// The call in which a crash was noted, if it was in one.
std::optional<std::string> crash();
/// The exit code with which the process said that it was done.
std::optional<int> completion();

}  // namespace noted

/// Says that all is done, and with what exit code. What happens to the process afterwards changes nothing of it. A copy
/// of this process that a strategy forked cannot say so.
void note_completion(int exit_code);

/// This process is the one whose end is of interest: from here on the call in which it crashes is noted before it dies
/// of the same signal, and nobody else's completion counts.
///
/// In builds with sanitizers no crash is noted: their own handlers tell more.
void note_end_of_this_process();

}  // namespace gridcensus::host
