#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// "512 KiB", "1.5 GiB": the size in the unit that fits, for people.
std::string bytes_text(std::uint64_t bytes);

/// A text of somebody else's as it may be shown and stored: in UTF-8, and not too long.
std::string presentable(std::string_view text);

/// "1 run", "2 runs". The plural of what does not take an s is given.
std::string counted(std::size_t number, std::string_view one, std::string_view many = "");

/// A whole number without the separators between its groups of three digits: "28200960" for "28,200,960" and
/// "28_200_960". Any other text as it is.
std::string ungrouped(std::string_view text);

/// Returns the digits of a whole number that has separators, or an exponent: "1000000" for "1e6", "1500" for "1.5e3".
/// Returns any other text as it is, such as "1e-3" and numbers of more than 30 digits.
std::string plain_digits(std::string_view text);

/// How many columns of a terminal a text without escape sequences takes.
std::size_t display_width(std::string_view text);

/// With blanks after it, or before it, as wide as is asked; unchanged where it is wider.
std::string padded(std::string_view text, std::size_t width);
std::string padded_left(std::string_view text, std::size_t width);

/// Lines no wider than is asked, broken at blanks; a longer word stays whole. At least one.
///
/// @param indent  blanks before every line but the first
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// Each line of a text wrapped by itself; what it goes on in is indented by `hanging` more than it is.
std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t hanging = 0);

/// "45 s", "12 min 05 s", "3 h 20 min", "16 days": rounded up, for people.
std::string duration_text(double seconds);

/// The text as one word of the shell, in quotes.
std::string shell_quoted(std::string_view text);
/// The same without quotes where it needs none.
std::string shell_word(std::string_view text);

}  // namespace gridcensus::host
