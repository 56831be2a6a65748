#include "host/base/text.hpp"

#include "host/base/errors.hpp"
#include "host/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gridcensus::host {

namespace {

constexpr std::size_t most_bytes = 1000;

}  // namespace

std::string presentable(std::string_view text) {
  std::size_t bytes = std::min(text.size(), most_bytes);
  // Not in the middle of a character.
  const auto is_continuation = [&](std::size_t place) {
    return (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U;
  };
  while (bytes < text.size() && bytes > most_bytes - 4 && is_continuation(bytes)) --bytes;
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
