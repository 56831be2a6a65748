#include "host/process/message.hpp"

#include "host/base/json.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace gridcensus::host {

namespace {

/// The limit of a message. A table of all classes has some megabytes [bytes].
constexpr std::size_t max_line_bytes = std::size_t{1} << 30U;

}  // namespace

const Message& list_in(const Message& part) {
  if (!part.is_array()) throw MalformedMessage{"expected a list"};
  return part;
}

std::string line_of(const Message& message) {
  try {
    return message.dump() + "\n";
  } catch (const Message::type_error&) {
    throw std::invalid_argument{"a name or text that the strategy gave is not UTF-8"};
  }
}

std::string readable_line_of(const Message& message) {
  return message.dump(-1, ' ', false, Message::error_handler_t::replace) + "\n";
}

std::optional<Message> MessageLines::next() {
  const auto end = bytes_.find('\n', searched_);
  // Detect anything but a message at its first byte, because the end of its line may never come.
  if (!bytes_.empty() && bytes_.front() != '{') throw MalformedMessage{"it does not begin with {"};
  if (bytes_.size() > max_line_bytes && end == std::string::npos) throw MalformedMessage{"it is too long"};
  searched_ = bytes_.size();
  if (end == std::string::npos) return std::nullopt;
  const std::string line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  searched_ = 0;
  try {
    return parse_json<Message>(line);
  } catch (const InvalidJson& error) {
    throw MalformedMessage{error.what()};
  }
}

bool write_lines(int descriptor, const std::string& lines) {
  for (std::size_t sent = 0; sent < lines.size();) {
    const ssize_t step = ::send(descriptor, lines.data() + sent, lines.size() - sent, MSG_NOSIGNAL);
    if (step < 0 && errno != EINTR) return false;
    if (step > 0) sent += static_cast<std::size_t>(step);
  }
  return true;
}

}  // namespace gridcensus::host
