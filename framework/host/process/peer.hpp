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

/// The descriptors at which a child finds its end of the connection.
enum class SocketPlace {
  descriptor_3,
  /// Stdin and stdout are the same socket. The last lines that the child writes to stderr are kept.
  stdin_and_stdout,
};

/// A child process that exchanges messages with this program. The destructor ends it.
class Peer {
 public:
  /// The child's descriptor for the connection: it reads requests there and writes answers.
  static constexpr int socket_descriptor = 3;

  /// Starts a program.
  ///
  /// @throws std::system_error  the program could not be started.
  explicit Peer(ChildOptions start, SocketPlace place = SocketPlace::descriptor_3);
  /// Starts a copy of this process, as `Child` does.
  ///
  /// @throws std::system_error  no process could be started.
  explicit Peer(const std::function<int()>& work);

  /// Queues a message, which is sent as soon as the child reads.
  void send(const Message& message);
  /// Waits for the next message.
  ///
  /// @param on_poll  called every `pause` while waiting; an exception from it ends the wait
  /// @return         nullopt if none will come: the child has closed the connection, or ended
  /// @throws MalformedMessage  the child wrote anything but a message.
  std::optional<Message> receive(std::chrono::milliseconds pause, const std::function<void()>& on_poll);
  /// Waits briefly for the end of a child that has closed the connection, then kills it.
  ///
  /// @return  true if it ended by itself
  bool end();
  Child& child() { return *child_; }
  const Child& child() const { return *child_; }
  /// Returns the last lines of its stderr if the connection is its stdin and stdout; empty otherwise, or if it wrote
  /// none.
  std::string last_lines();

 private:
  /// Waits until the child writes or closes the connection, at most for the given time.
  void wait(std::chrono::milliseconds max_wait);
  /// Writes and reads as much as is possible without waiting.
  void exchange();
  void write();
  void read();

  Descriptor socket_;
  std::optional<LastLines> errors_;
  std::optional<Child> child_;
  std::string unsent_;
  MessageLines read_;
  bool is_at_end_ = false;  ///< nothing more can be read: the child has closed the connection, or ended
};

}  // namespace gridcensus::host
