#include "host/report/text_layout.hpp"

#include "host/base/errors.hpp"
#include "host/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::host {

namespace {

/// How many columns a terminal gives the character: two to those of East Asia and to pictures.
std::size_t width_of(char32_t code) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  constexpr Range ranges[] = {{0x1100, 0x115F},   {0x2E80, 0xA4CF},  {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
                              {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
                              {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
  const auto is_in = [code](const Range& range) { return code >= range.first && code <= range.last; };
  return std::ranges::any_of(ranges, is_in) ? 2 : 1;
}

/// How many bytes of a text fit into a width; at least one character, so that every loop comes to an end.
std::size_t bytes_that_fit(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < text.size();) {
    const auto [code, size] = first_utf8_character(text.substr(bytes));
    used += width_of(code);
    if (used > width && bytes > 0) break;
    bytes += std::max<std::size_t>(size, 1);
  }
  return bytes;
}

}  // namespace

std::string paint(std::string_view text, std::string_view shade, Colour colour) {
  if (colour == Colour::off || shade.empty()) return std::string{text};
  return fmt::format("{}{}{}", shade, text, shade::plain);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [code, bytes] = first_utf8_character(text);
    width += width_of(code);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string{text} + std::string(own < width ? width - own : 0, ' ');
}

std::string padded_left(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string(own < width ? width - own : 0, ' ') + std::string{text};
}

std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view dots = "...";
  if (display_width(text) <= width) return std::string{text};
  if (width <= dots.size()) return std::string{text.substr(0, bytes_that_fit(text, width))};
  return std::string{text.substr(0, bytes_that_fit(text, width - dots.size()))}.append(dots);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
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
    // The blank at which a line is broken may stand just behind it. A leading one is no place to break.
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

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  if (number == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, many);
}

void Lines::add(std::string_view text) {
  text_ += shortened(printable(text), width_) + '\n';
  ++count_;
}

void Lines::add_wrapped(std::string_view head, std::string_view shade, std::string_view text, std::size_t indent) {
  const std::string safe_head = printable(head);
  auto lines = wrapped(safe_head + printable(text), width_, indent);
  if (lines.front().starts_with(safe_head)) {
    lines.front() = paint(safe_head, shade, colour_) + lines.front().substr(safe_head.size());
  }
  for (const auto& line : lines) text_ += line + '\n';
  count_ += lines.size();
}

void Lines::add_between(std::string_view head, std::string_view shade, std::string_view text, std::string_view tail,
                        std::size_t width) {
  const std::size_t used = display_width(head) + display_width(text);
  constexpr std::size_t least_gap = 2;
  if (used + least_gap + display_width(tail) > width) {
    add_wrapped(head, shade, text, 2);
    return add_wrapped("", shade::none, std::string("  ").append(tail), 2);
  }
  const std::string gap(width - used - display_width(tail), ' ');
  add_wrapped(head, shade, std::string{text} + gap + std::string{tail}, 2);
}

}  // namespace gridcensus::host
