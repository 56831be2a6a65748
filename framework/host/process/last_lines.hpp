#pragma once

#include "host/process/descriptor.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// Keeps the last lines that a child writes to its stderr.
class LastLines {
 public:
  /// How much is kept of them [bytes].
  static constexpr std::size_t most_bytes = 4096;

  /// @throws std::system_error  there are too many open files.
  LastLines();

  /// Returns what the child gets as `ChildStart::errors`.
  int child_end() const { return child_end_.number(); }
  /// Closes the end of the child here, once it is started.
  void release_child_end() { child_end_.close(); }
  /// Returns the end to poll; -1 once nothing more can come.
  int descriptor() const { return own_end_.number(); }
  /// Reads what there is, without waiting.
  void read();
  /// Returns the lines, one after the other, fit to print: at most `most_bytes`, and whole ones if there is a whole
  /// one. Empty lines are left out.
  std::string text() const;

 private:
  Descriptor own_end_;
  Descriptor child_end_;
  std::string bytes_;
  bool is_cut_ = false;  ///< whether `bytes_` is not all
};

/// Returns the last lines of what a program wrote as a part of a message: in one line, and as many of them as a message
/// has room for.
std::string lines_for_message(std::string_view text);

}  // namespace gridcensus::host
