#include "host/process/last_lines.hpp"

#include "host/base/errors.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr int max_reads = 16;  // a program that writes endlessly must not block its reader

/// Returns the end of a line that is too long or has lost its beginning.
std::string end_of(std::string shown) {
  const std::string mark = "... ";
  const std::size_t room = LastLines::max_bytes - mark.size();
  if (shown.size() > room) shown.erase(0, shown.size() - room);
  // Do not begin in the middle of a character.
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  shown.erase(shown.begin(), std::find_if_not(shown.begin(), shown.end(), is_continuation));
  return mark + shown;
}

}  // namespace

LastLines::LastLines() {
  std::tie(own_end_, child_end_) = open_pipe();
  set_nonblocking(own_end_);
}

void LastLines::read() {
  for (int i = 0; i < max_reads && own_end_.number() >= 0; ++i) {
    const ssize_t count = read_more(own_end_.number(), bytes_);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) own_end_.close();
    if (bytes_.size() <= max_bytes) continue;
    bytes_.erase(0, bytes_.size() - max_bytes);
    is_cut_ = true;
  }
}

std::string LastLines::text() const {
  // Take lines from the last backwards, as long as they fit.
  std::string_view rest = bytes_;
  std::string text;
  while (!rest.empty()) {
    const auto end = rest.find_last_of("\n\r");
    const std::string_view line = end == std::string_view::npos ? rest : rest.substr(end + 1);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
    if (line.empty()) continue;
    std::string shown = printable(line);
    const bool is_whole = end != std::string_view::npos || !is_cut_;
    const bool fits = text.size() + shown.size() < max_bytes;
    if (!is_whole || !fits) return text.empty() ? end_of(std::move(shown)) : text;
    text = text.empty() ? shown : shown + "\n" + text;
  }
  return text;
}

std::string lines_for_message(std::string_view text) {
  constexpr std::size_t max_bytes = 400;
  std::string message;
  while (!text.empty() && message.size() < max_bytes) {
    const auto end = text.rfind('\n');
    const std::string_view line = end == std::string_view::npos ? text : text.substr(end + 1);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(0, end);
    if (!message.empty() && message.size() + line.size() > max_bytes) break;
    if (!line.empty())
      message.insert(
          0, printable(line.substr(line.size() - std::min(line.size(), max_bytes))) + (message.empty() ? "" : " | "));
  }
  return message;
}

}  // namespace gridcensus::host
