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

/// What a program may take that is asked once.
struct AskedLimits {
  std::optional<double> seconds = {};                 ///< by the clock on the wall
  std::uint64_t memory_bytes = 0;                     ///< with all its descendants; 0: no limit
  std::size_t output_bytes = std::size_t{64} << 20U;  ///< on stdout
};

/// What a program left that ended by itself.
struct AskedAnswer {
  int exit_code = 0;
  std::string output;             ///< all of its stdout
  std::string last_lines;         ///< of its stderr, fit to print
  std::uint64_t peak_memory = 0;  ///< with all its descendants [bytes]
};

/// Why a program gave no answer: "took longer than 3 s", "ended with SIGSEGV". It and its descendants are gone.
class ProgramFailed : public std::runtime_error {
 public:
  /// What happened to it.
  enum class Reason { time, memory, output, signal, lost };

  /// @param reason       what happened
  /// @param text         the same, for people
  /// @param last_lines   of its stderr, fit to print
  /// @param peak_memory  [bytes]
  ProgramFailed(Reason reason, const std::string& text, std::string last_lines, std::uint64_t peak_memory);

  /// Returns what happened.
  Reason reason() const { return reason_; }
  /// Returns the last lines of its stderr, fit to print.
  const std::string& last_lines() const { return last_lines_; }
  /// Returns the most that it had in memory, with all its descendants [bytes].
  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  Reason reason_;
  std::string last_lines_;
  std::uint64_t peak_memory_;
};

/// Starts a program as a kept one and waits for its end. What its descendants print after that does not count; they are
/// killed.
///
/// @param start  its program, arguments, environment and directory; the rest is set here
/// @param input  the file that is its stdin; empty: its stdin is empty
/// @param look   called every 20 ms or more often; what it throws ends the program
/// @throws ProgramFailed      it exceeded a limit, was ended by a signal, or its keeper was.
/// @throws std::system_error  the program could not be started, or the input not be opened.
AskedAnswer ask_program(
    ChildStart start, const std::filesystem::path& input, const AskedLimits& limits,
    const std::function<void()>& look = [] {});

}  // namespace gridcensus::host
