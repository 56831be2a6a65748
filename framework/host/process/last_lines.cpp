#include "host/process/last_lines.hpp"

#include "host/base/errors.hpp"

#include <algorithm>
#include <cerrno>
#include <tuple>

namespace gridcensus::host {

namespace {

constexpr int max_reads = 16;  // a program that writes endlessly must not block its reader

/// Returns the end of a line that is too long.
std::string end_of(std::string shown, std::size_t max_bytes) {
  const std::string mark = "... ";
  shown.erase(0, shown.size() - (max_bytes - mark.size()));
  // Do not begin in the middle of a character.
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  shown.erase(shown.begin(), std::find_if_not(shown.begin(), shown.end(), is_continuation));
  return mark + shown;
}

/// Returns as many of the last lines as fit, without empty ones, or the end of the last line if it alone does not fit.
std::string lines_from_last(std::string_view text, std::size_t max_bytes, const std::string& separator) {
  std::string found;
  while (!text.empty()) {
    const auto begin = text.find_last_of("\n\r") + 1;  // npos + 1 is 0
    const std::string_view line = text.substr(begin);
    text = text.substr(0, begin == 0 ? 0 : begin - 1);
    if (line.empty()) continue;
    std::string shown = printable(line.substr(line.size() - std::min(line.size(), max_bytes + 1)));
    if (found.size() + separator.size() + shown.size() > max_bytes)
      return found.empty() ? end_of(std::move(shown), max_bytes) : found;
    found.insert(0, shown + (found.empty() ? "" : separator));
  }
  return found;
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
    // One byte more than is shown, so a line that lost its beginning does not fit.
    if (bytes_.size() <= max_bytes + 1) continue;
    bytes_.erase(0, bytes_.size() - max_bytes - 1);
    const auto end = bytes_.find_first_of("\n\r");
    if (end != std::string::npos && end + 1 < bytes_.size()) bytes_.erase(0, end + 1);
  }
}

std::string LastLines::text() const { return lines_from_last(bytes_, max_bytes, "\n"); }

std::string lines_for_message(std::string_view text) {
  constexpr std::size_t max_bytes = 400;
  return lines_from_last(text, max_bytes, " | ");
}

}  // namespace gridcensus::host
