#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// "512 KiB", "1.5 GiB": the size in the unit that fits, for people.
std::string bytes_text(std::uint64_t bytes);

/// A text of somebody else's as it may be shown and stored: in UTF-8, and not too long.
std::string presentable(std::string_view text);

/// "45 s", "12 min 05 s", "3 h 20 min", "16 days": rounded up, for people.
std::string duration_text(double seconds);

/// The text as one word of the shell, in quotes.
std::string shell_quoted(std::string_view text);
/// The same without quotes where it needs none.
std::string shell_word(std::string_view text);

}  // namespace gridcensus::host
