#pragma once

#include "host/process/descriptor.hpp"

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// A message between this program and a child process: one JSON object, sent as one line. Whole numbers that may exceed
/// 2^53 are decimal strings. docs/write-a-strategy.md lists the messages.
using Message = nlohmann::json;

/// The version of the messages. A child refuses any other version.
inline constexpr int protocol_version = 2;

/// Thrown when the bytes received are not a valid message.
class MalformedMessage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the part of a message if it is a list. (Iteration would accept other values, too.)
///
/// @throws MalformedMessage  it is something else.
const Message& list_in(const Message& part);

/// Returns the message as a line, including the line end.
///
/// @throws std::invalid_argument  a text in it is not UTF-8.
std::string line_of(const Message& message);
/// Returns the same, with a replacement character for each byte that is not UTF-8.
std::string readable_line_of(const Message& message);

/// Splits a stream of bytes into messages.
class MessageLines {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// Adds the bytes that one read of the descriptor returns. Repeats the read if a signal interrupts it.
  ///
  /// @return  the number of bytes; 0 if the connection has ended; -1 on an error, which is in `errno`
  ssize_t add_from(int descriptor) { return read_more(descriptor, bytes_); }
  /// Returns the next message, or nullopt if its line is not complete yet.
  ///
  /// @throws MalformedMessage  the line is not a message, or is too long.
  std::optional<Message> next();

 private:
  std::string bytes_;
  std::size_t searched_ = 0;  ///< no line end before it
};

/// Sends lines from a child to the program that started it. Blocks until they are written.
///
/// @return  false if the connection has ended
bool write_lines(int descriptor, const std::string& lines);

}  // namespace gridcensus::host
