#pragma once

#include <cstddef>
#include <string_view>

namespace gridcensus::host {

/// One character of a UTF-8 text.
struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the text does not begin with valid UTF-8
};

/// Returns the first character of `text`, which must not be empty. Overlong forms, surrogates and codes above U+10FFFF
/// are invalid.
///
/// @source  The Unicode Standard, table 3-7.
constexpr Utf8Character first_utf8_character(std::string_view text) {
  const auto byte_at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte_at(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(i);
    if ((next & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (next & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[bytes] || is_surrogate || code > 0x10FFFF) return {};
  return {code, bytes};
}

constexpr bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = first_utf8_character(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

/// Checks whether a terminal could interpret the character as a command: C0 and C1 controls, and characters that change
/// the direction of text.
constexpr bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace gridcensus::host
