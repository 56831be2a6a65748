#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

enum class Colour { off, on };

namespace shade {

constexpr std::string_view none;
constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

}  // namespace shade

std::string paint(std::string_view text, std::string_view shade, Colour colour);

/// Returns the text, cut to `width` with "..." at its end if it is longer.
std::string shortened(std::string_view text, std::size_t width);

/// Returns the text in lines of at most `width`, broken at blanks if possible, otherwise within a word.
///
/// @param indent  blanks before every line but the first
std::vector<std::string> folded(std::string_view text, std::size_t width, std::size_t indent = 0);

/// A text built from lines of a maximum width. Added text is made printable first.
class Lines {
 public:
  Lines(std::size_t width, Colour colour) : width_{width}, colour_{colour} {}

  std::size_t width() const { return width_; }
  /// Adds the text unwrapped, cut if it is too wide.
  void add(std::string_view text = "");
  void add_wrapped(std::string_view text, std::size_t indent) { add_wrapped("", shade::none, text, indent); }
  /// Adds the text and a painted end, unwrapped. The text is cut if both are too wide.
  void add_ending(std::string_view text, std::string_view end, std::string_view shade);
  /// Adds wrapped text with a painted head.
  void add_wrapped(std::string_view head, std::string_view shade, std::string_view text, std::size_t indent);
  /// Adds a painted head at the left and a tail at the right, on separate lines if both do not fit on one.
  void add_between(std::string_view head, std::string_view shade, std::string_view text, std::string_view tail,
                   std::size_t width);

  std::size_t count() const { return count_; }
  const std::string& text() const { return text_; }

 private:
  std::size_t width_;
  Colour colour_;
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace gridcensus::host
