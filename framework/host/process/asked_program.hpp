#pragma once

#include "host/process/child.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace gridcensus::host {

/// The limits of a program that is asked once.
struct AskedLimits {
  std::optional<double> seconds = {};                 ///< of wall clock
  std::uint64_t memory_bytes = 0;                     ///< with all its descendants; 0: no limit
  std::size_t output_bytes = std::size_t{64} << 20U;  ///< on stdout
};

/// The result of a program that ended by itself.
struct AskedAnswer {
  int exit_code = 0;
  std::string output;             ///< all of its stdout
  std::string last_lines;         ///< of its stderr, fit to print
  std::uint64_t peak_memory = 0;  ///< with all its descendants [bytes]
};

/// Thrown when a program gave no answer, after it and its descendants were killed. The text gives the reason: "took
/// longer than 3 s", "ended with SIGSEGV".
class ProgramFailed : public std::runtime_error {
 public:
  /// The kinds of failure.
  enum class Reason { time, memory, output, signal, lost };

  /// @param reason       the kind of failure
  /// @param text         the reason, for people
  /// @param last_lines   of its stderr, fit to print
  /// @param peak_memory  [bytes]
  ProgramFailed(Reason reason, const std::string& text, std::string last_lines, std::uint64_t peak_memory);

  /// Returns the kind of failure.
  Reason reason() const { return reason_; }
  /// Returns the last lines of its stderr, fit to print.
  const std::string& last_lines() const { return last_lines_; }
  /// Returns the peak memory of the program with all its descendants [bytes].
  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  Reason reason_;
  std::string last_lines_;
  std::uint64_t peak_memory_;
};

/// Starts a program as a kept one and waits for its end. Ignores output of its descendants after that, and kills them.
///
/// @param start    its program, arguments, environment and directory; this function sets the rest
/// @param input    the file that is its stdin; empty: its stdin is empty
/// @param on_poll  called at least every 20 ms; an exception from it ends the program
/// @throws ProgramFailed      it exceeded a limit, or a signal ended it or its keeper.
/// @throws std::system_error  the program could not be started, or the input could not be opened.
AskedAnswer ask_program(
    ChildOptions start, const std::filesystem::path& input, const AskedLimits& limits,
    const std::function<void()>& on_poll = [] {});

}  // namespace gridcensus::host
