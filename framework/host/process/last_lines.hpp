#pragma once

#include "host/process/descriptor.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// Keeps the last lines that a child writes to its stderr.
class LastLines {
 public:
  /// The size limit of the kept lines [bytes].
  static constexpr std::size_t max_bytes = 4096;

  /// @throws std::system_error  there are too many open files.
  LastLines();

  /// Returns the descriptor for `ChildOptions::errors`.
  int child_end() const { return child_end_.number(); }
  /// Closes this process's copy of the child's end. Call it once the child is started.
  void release_child_end() { child_end_.close(); }
  /// Returns the descriptor to poll, or -1 at the end of input.
  int descriptor() const { return own_end_.number(); }
  /// Reads the available bytes without waiting.
  void read();
  /// Returns the lines, one after the other, fit to print: at most `max_bytes`. Omits empty lines.
  std::string text() const;

 private:
  Descriptor own_end_;
  Descriptor child_end_;
  std::string bytes_;  ///< without a line that lost its beginning, if a whole one is there
};

/// Returns the last lines of a program's output on one line, as many as fit into a message.
std::string lines_for_message(std::string_view text);

}  // namespace gridcensus::host
