#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

// All text for a terminal is lines, paragraphs and tables. They are laid out here: nothing else pads, wraps or aligns.

enum class Colour { off, on };

namespace shade {

constexpr std::string_view none;
constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

}  // namespace shade

/// Rows of text in columns below their names. A column without text is left out, and so are the names if all are empty.
/// In a table that is too wide, numbers use what the cells on their left leave. If that is not enough, cells are broken
/// into lines: at blanks; then in names; then long numbers lose digits in the middle; then cells are broken anywhere.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string name;
    Align align = Align::left;
    std::vector<std::string> cells = {};
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// @param cells    one for each column; made printable
  /// @param of_last  the shade of the last one
  void add(const std::vector<std::string>& cells, std::string_view of_last = shade::none);

  /// @param width  of a row, if its cells can be broken enough
  std::string text(std::size_t width = unlimited, Colour colour = Colour::off) const;

 private:
  static constexpr std::size_t unlimited = 1'000'000;

  std::vector<Column> columns_;
  std::vector<std::string_view> shades_;  ///< by row
};

/// A text built from paragraphs and tables of a maximum width. Paragraphs are made printable.
class Lines {
 public:
  explicit Lines(std::size_t width, Colour colour = Colour::off) : width_{width}, colour_{colour} {}

  std::size_t width() const { return width_; }
  /// Adds an empty line.
  void add() { text_ += '\n'; }
  void add(const TextTable& table, std::size_t indent = 0);
  /// Adds a text in one line if it fits, otherwise broken at blanks.
  ///
  /// @param indent  of every line but the first
  void add_wrapped(std::string_view text, std::size_t indent) { add_wrapped("", shade::none, text, indent); }
  /// Adds the same with a painted head.
  void add_wrapped(std::string_view head, std::string_view shade, std::string_view text, std::size_t indent);

  const std::string& text() const { return text_; }

 private:
  std::size_t width_;
  Colour colour_;
  std::string text_;
};

/// Returns a number in at most `width` characters if it can lose digits in the middle, and adds how many it has:
/// "at least 81,171,437,...,654,720,000 (47 digits)".
///
/// @param text  any other text is returned as it is
std::string digits_within(const std::string& text, std::size_t width);

}  // namespace gridcensus::host
