#pragma once

#include "host/process/child.hpp"

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::host {

/// The result of a program that ended by itself.
struct AskedAnswer {
  int exit_code = 0;
  std::string output;      ///< all of its stdout
  std::string last_lines;  ///< of its stderr, fit to print
};

/// Thrown when a program gave no answer, after it and its descendants were killed. The text gives the reason: "took
/// longer than 3 s", "ended with SIGSEGV".
class ProgramFailed : public std::runtime_error {
 public:
  /// The kinds of failure.
  enum class Reason { time, memory, output, signal, lost };

  /// @param reason      the kind of failure
  /// @param text        the reason, for people
  /// @param last_lines  of its stderr, fit to print
  ProgramFailed(Reason reason, const std::string& text, std::string last_lines)
      : std::runtime_error{text}, reason_{reason}, last_lines_{std::move(last_lines)} {}

  /// Returns the kind of failure.
  Reason reason() const { return reason_; }
  /// Returns the last lines of its stderr, fit to print.
  const std::string& last_lines() const { return last_lines_; }

 private:
  Reason reason_;
  std::string last_lines_;
};

/// Starts a program as a kept one and waits for its end. Ignores output of its descendants after that, and kills them.
///
/// @param start    its program, arguments, environment and directory; this function sets the rest
/// @param input    the file that is its stdin; empty: its stdin is empty
/// @param on_poll  called at least every 20 ms; an exception from it ends the program
/// @throws ProgramFailed      it exceeded a limit, or a signal ended it or its keeper.
/// @throws std::system_error  the program could not be started, or the input could not be opened.
AskedAnswer ask_program(
    ChildOptions start, const std::filesystem::path& input, const ProcessLimits& limits,
    const std::function<void()>& on_poll = [] {});

}  // namespace gridcensus::host
