#include "host/report/text_layout.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::host {

namespace {

/// Returns how many bytes of a text fit into a width; at least one character, so every loop terminates.
std::size_t bytes_that_fit(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < text.size();) {
    const auto size = first_utf8_character(text.substr(bytes)).bytes;
    const auto character = text.substr(bytes, std::max<std::size_t>(size, 1));
    used += display_width(character);
    if (used > width && bytes > 0) break;
    bytes += character.size();
  }
  return bytes;
}

}  // namespace

std::string paint(std::string_view text, std::string_view shade, Colour colour) {
  if (colour == Colour::off || shade.empty()) return std::string{text};
  return fmt::format("{}{}{}", shade, text, shade::plain);
}

std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view dots = "...";
  if (display_width(text) <= width) return std::string{text};
  if (width <= dots.size()) return std::string{text.substr(0, bytes_that_fit(text, width))};
  return std::string{text.substr(0, bytes_that_fit(text, width - dots.size()))}.append(dots);
}

std::vector<std::string> folded(std::string_view text, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines;
  while (text.ends_with(' ')) text.remove_suffix(1);
  while (true) {
    const std::string blanks(lines.empty() ? 0 : std::min(indent, width / 2), ' ');
    const std::size_t room = width - blanks.size();
    if (display_width(text) <= room) {
      lines.push_back(blanks + std::string{text});
      return lines;
    }
    std::size_t end = bytes_that_fit(text, room);
    // The blank at which a line is broken may be the first character that does not fit. Never break at a leading blank.
    const std::size_t blank = text.rfind(' ', end);
    const bool is_at_word = blank != std::string_view::npos && text.find_first_not_of(' ') < blank;
    if (is_at_word) end = blank;
    std::string_view line = text.substr(0, end);
    while (line.ends_with(' ')) line.remove_suffix(1);
    lines.push_back(blanks + std::string{line});
    text.remove_prefix(end);
    while (text.starts_with(' ')) text.remove_prefix(1);
    if (text.empty()) return lines;
  }
}

void Lines::add(std::string_view text) {
  text_ += shortened(printable(text), width_) + '\n';
  ++count_;
}

void Lines::add_ending(std::string_view text, std::string_view end, std::string_view shade) {
  const std::string safe_end = printable(end);
  const std::size_t room = width_ - std::min(width_, display_width(safe_end));
  text_ += shortened(printable(text), room) + paint(safe_end, shade, colour_) + '\n';
  ++count_;
}

void Lines::add_wrapped(std::string_view head, std::string_view shade, std::string_view text, std::size_t indent) {
  const std::string safe_head = printable(head);
  auto lines = folded(safe_head + printable(text), width_, indent);
  if (lines.front().starts_with(safe_head)) {
    lines.front() = paint(safe_head, shade, colour_) + lines.front().substr(safe_head.size());
  }
  for (const auto& line : lines) text_ += line + '\n';
  count_ += lines.size();
}

void Lines::add_between(std::string_view head, std::string_view shade, std::string_view text, std::string_view tail,
                        std::size_t width) {
  const std::size_t used = display_width(head) + display_width(text);
  constexpr std::size_t min_gap = 2;
  if (used + min_gap + display_width(tail) > width) {
    add_wrapped(head, shade, text, 2);
    return add_wrapped(std::string("  ").append(tail), 2);
  }
  const std::string gap(width - used - display_width(tail), ' ');
  add_wrapped(head, shade, std::string{text} + gap + std::string{tail}, 2);
}

}  // namespace gridcensus::host
