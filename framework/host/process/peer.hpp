#pragma once

#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"
#include "host/process/last_lines.hpp"
#include "host/process/message.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace gridcensus::host {

/// Where a child finds its end of the line.
enum class LinePlace {
  descriptor_3,
  /// As stdin and stdout, both at once. The last lines that it writes to stderr are kept.
  stdin_and_stdout,
};

/// A child process that this program exchanges messages with. It ends with this object.
class Peer {
 public:
  /// The place of the line among the descriptors of the child: it reads requests there and writes answers.
  static constexpr int line_descriptor = 3;

  /// Starts a program.
  ///
  /// @throws std::system_error  the program could not be started.
  explicit Peer(ChildStart start, LinePlace place = LinePlace::descriptor_3);
  /// Starts a copy of this process, as `Child` does.
  ///
  /// @throws std::system_error  no process could be started.
  explicit Peer(const std::function<int()>& work);

  /// Sends a message as soon as the child reads.
  void send(const Message& message);
  /// Waits for the next message.
  ///
  /// @param look   called every `pause` meanwhile; what it throws ends the waiting
  /// @return       nullopt if none will come: the child has closed the line, or ended
  /// @throws NoMessage  the child wrote something else.
  std::optional<Message> receive(std::chrono::milliseconds pause, const std::function<void()>& look);
  /// Writes and reads as much as is possible without waiting.
  void exchange();
  /// Returns the next message that was read; nullopt if there is none.
  ///
  /// @throws NoMessage  the child wrote something else.
  std::optional<Message> next() { return read_.next(); }

  /// Returns whether nothing more can be read: the child has closed the line, or ended.
  bool is_at_end() const { return is_at_end_; }
  /// Returns the line, for `poll`.
  int descriptor() const { return line_.number(); }
  /// Waits for the end of a child whose line has ended, for a moment, then ends it.
  ///
  /// @return  whether it ended by itself
  bool end();
  Child& child() { return *child_; }
  const Child& child() const { return *child_; }
  /// Returns the last lines of its stderr, if its line is its stdin and stdout; else, or if it wrote none, empty.
  std::string last_lines();

 private:
  /// Waits until the child writes or ends its line, at most so long.
  void wait(std::chrono::milliseconds longest);
  void write();
  void read();

  Descriptor line_;
  std::optional<LastLines> errors_;
  std::optional<Child> child_;
  std::string unsent_;
  MessageLines read_;
  bool is_at_end_ = false;
};

}  // namespace gridcensus::host
