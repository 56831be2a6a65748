#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A scope guard around a call of a strategy. Records the call where the parent of this process can read it (see
/// `supervise`), and removes the record when the call ends.
///
/// Resets floating-point arithmetic (rounding, precision, exceptions) and the locale at the beginning of a call and
/// after it to those of a new program, so a change by one strategy reaches neither another strategy nor the host.
///
/// A process that a strategy forked ends where the call ends, because a copy of the host must not continue its work.
class Call {
 public:
  /// @param subject  "band_classes on 3x3"
  /// @param what     a literal: "prepare"
  /// @param unit     nullopt if the call is not for a unit
  Call(const std::string& subject, const char* what, std::optional<std::uint64_t> unit = std::nullopt);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(Call&&) = delete;

 private:
  pid_t process_;
};

/// The records of this process and of the processes that it has forked since, for a parent whose child has ended.
namespace crash_record {

/// Returns the calls in progress, at most `at_most`: "unit 17 of band_classes on 3x3".
std::vector<std::string> calls(std::size_t at_most);
/// Returns the call in which a crash was recorded, or nullopt if there was no crash or it was not in a call.
std::optional<std::string> crash();
/// Returns the exit code with which the process recorded that it had finished.
std::optional<int> completion();

}  // namespace crash_record

/// Records that all work is finished, with the exit code. Later events in the process do not change it. A copy of this
/// process that a strategy forked cannot record completion.
void record_completion(int exit_code);

/// Makes this process the monitored one. From now on a crash records the current call before the process dies of the
/// same signal, and only this process can record completion.
///
/// Builds with sanitizers record no crash, because the sanitizers' own handlers report more.
void install_crash_handler();

}  // namespace gridcensus::host
