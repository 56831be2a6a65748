#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// Returns a size in the unit that fits, for people: "512 KiB", "1.5 GiB".
std::string bytes_text(std::uint64_t bytes);

/// Returns third-party text in a form that is safe to show and store: valid UTF-8, cut after 1000 bytes.
std::string bounded_utf8(std::string_view text);

/// Returns "1 run" or "2 runs". Give the plural if it does not only take an s.
std::string pluralise(std::size_t number, std::string_view one, std::string_view many = "");

/// Returns "a, b, c": the text of each value, which is a text itself by default.
template <class TextOf = std::identity>
std::string join(const auto& values, TextOf text_of = {}) {
  std::string text;
  for (std::string_view separator; const auto& value : values) {
    text.append(separator).append(std::invoke(text_of, value));
    separator = ", ";
  }
  return text;
}

/// Returns names in one line, of many the first ones: "2x5 1x6 and 3 more".
std::string first_names(const std::vector<std::string>& names);

/// Returns a whole number without the separators between its groups of three digits: "28200960" for "28,200,960" and
/// "28_200_960". Returns any other text as it is.
std::string ungrouped(std::string_view text);

/// Returns the digits of a whole number that has separators, or an exponent: "1000000" for "1e6", "1500" for "1.5e3".
/// Returns any other text as it is, such as "1e-3" and numbers of more than 30 digits.
std::string plain_digits(std::string_view text);

/// Returns the number of terminal columns that a text without escape sequences takes.
std::size_t display_width(std::string_view text);

/// Returns the text padded to the width with blanks after it; unchanged if it is wider.
std::string padded(std::string_view text, std::size_t width);

/// Returns the text in lines of at most `width` columns, broken at blanks; at least one line. A longer word is broken
/// after a part of a name or path (`_`, `,`, `/`) if one fits, but not into pieces of fewer than six columns.
///
/// @param indent  blanks before every line but the first
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// Wraps each line separately. Continuation lines are indented `hanging` columns more than their first line.
std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t hanging = 0);

/// Returns a duration, rounded up, for people: "45 s", "12 min 05 s", "3 h 20 min", "16 days".
std::string duration_text(double seconds);

/// Returns the text as one word of the shell, in quotes.
std::string shell_quoted(std::string_view text);
/// Returns the same, without quotes if it needs none.
std::string shell_word(std::string_view text);

}  // namespace gridcensus::host
