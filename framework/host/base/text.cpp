#include "host/base/text.hpp"

#include "host/base/errors.hpp"
#include "host/base/utf8.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gridcensus::host {

namespace {

constexpr std::size_t max_bytes = 1000;

/// Returns the number of terminal columns of a character: two for East Asian characters and pictures.
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

}  // namespace

std::string bounded_utf8(std::string_view text) {
  std::size_t bytes = std::min(text.size(), max_bytes);
  // Do not cut in the middle of a character.
  const auto is_continuation = [&](std::size_t place) {
    return (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U;
  };
  while (bytes < text.size() && bytes > max_bytes - 4 && is_continuation(bytes)) --bytes;
  const std::string_view begin = text.substr(0, bytes);
  std::string shown = is_utf8(begin) ? std::string{begin} : printable(begin);
  if (bytes < text.size()) shown += fmt::format(" ... (cut; {} in all)", bytes_text(text.size()));
  return shown;
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fmt::format("{:.3g} {}", size, units.at(unit));
}

std::string pluralise(std::size_t number, std::string_view one, std::string_view many) {
  if (number == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, many);
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t max_names = 6;
  if (names.size() <= max_names) return fmt::format("{}", fmt::join(names, " "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + max_names, " "),
                     names.size() - max_names);
}

std::string ungrouped(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto first = text.find_first_of(",_");
  // The first group has one to three digits and no leading zero, each further group exactly three digits.
  const bool may_be = first != std::string_view::npos && first >= 1 && first <= 3 && text.front() != '0';
  if (!may_be || (text.size() - first) % 4 != 0) return std::string{text};
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_separator = i >= first && (i - first) % 4 == 0;
    if (is_separator ? text[i] != text[first] : !is_digit(text[i])) return std::string{text};
    if (!is_separator) digits += text[i];
  }
  return digits;
}

std::string plain_digits(std::string_view text) {
  constexpr std::size_t max_digits = 30;
  const auto is_digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto mark = text.find_first_of("eE");
  if (mark == std::string_view::npos) return ungrouped(text);
  const std::string_view mantissa = text.substr(0, mark);
  std::string_view exponent_text = text.substr(mark + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  const auto point = std::min(mantissa.find('.'), mantissa.size());
  const std::string_view whole = mantissa.substr(0, point);
  const std::string_view fraction = point < mantissa.size() ? mantissa.substr(point + 1) : std::string_view{};
  const bool is_number = is_digits(whole) && whole.front() != '0' &&
                         (point == mantissa.size() || is_digits(fraction)) && is_digits(exponent_text) &&
                         exponent_text.size() <= 2;
  if (!is_number) return std::string{text};
  const auto exponent = static_cast<std::size_t>(std::stoul(std::string{exponent_text}));
  if (fraction.size() > exponent || whole.size() + exponent > max_digits) return std::string{text};
  return std::string{whole}.append(fraction).append(exponent - fraction.size(), '0');
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

namespace {

/// Returns the number of bytes with which a word that is too long begins in a line: up to the end of a part of a name
/// or path if one fits, else as many as fit.
std::size_t bytes_of_piece(std::string_view word, std::size_t width) {
  constexpr std::size_t min_width = 6;  // shorter pieces would be hard to read
  const std::size_t room = std::max(width, min_width);
  std::size_t fits = 0;
  for (std::size_t used = 0; fits < word.size();) {
    const auto [code, bytes] = first_utf8_character(word.substr(fits));
    used += width_of(code);
    if (used > room) break;
    fits += std::max<std::size_t>(bytes, 1);
  }
  const auto end = fits < word.size() ? word.find_last_of("_,/", fits - 1) : std::string_view::npos;
  return end == std::string_view::npos ? fits : end + 1;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines(1);
  bool is_begun = false;  // the last line has a word
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return lines;
    auto word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (is_begun && display_width(lines.back()) + 1 + display_width(word) > width) {
      lines.emplace_back(indent, ' ');
      is_begun = false;
    }
    if (is_begun) lines.back() += ' ';
    while (true) {
      const auto piece = bytes_of_piece(word, width - std::min(width, display_width(lines.back())));
      lines.back() += word.substr(0, piece);
      word.remove_prefix(piece);
      if (word.empty()) break;
      lines.emplace_back(indent, ' ');
    }
    is_begun = true;
  }
}

std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t hanging) {
  std::string all;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
    for (const auto& part : wrapped(line, width - std::min(width, indent.size()), hanging)) all += indent + part + "\n";
  }
  return all;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  if (whole < 172'800) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} days", whole / 86400);
}

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'')
      result += "'\\''";
    else
      result += letter;
  }
  return result + "'";
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  const bool is_plain = !text.empty() && text.find_first_not_of(harmless) == std::string_view::npos;
  return is_plain ? std::string{text} : shell_quoted(text);
}

}  // namespace gridcensus::host
