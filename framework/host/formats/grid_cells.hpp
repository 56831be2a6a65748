#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// The text of one cell of a grid, and its place. It is empty for a blank that an empty field shows.
struct CellText {
  std::string text;
  int line = 0;
  int column = 0;  ///< [characters], from 1
};
using CellTexts = std::vector<CellText>;

/// A line of a text in which each byte is one character, or a part of it.
struct GridLine {
  std::string text;
  int number = 0;  ///< from 1
  int offset = 0;  ///< of the first character [characters]
};

/// The number of cells that a line can have: a row or a whole grid.
struct GridSizes {
  std::optional<std::size_t> side = std::nullopt;  ///< if not known, that of square boxes up to 5x5

  bool is_row(std::size_t cells) const;
  bool is_grid(std::size_t cells) const;
};

/// Returns a line with one byte for each character: `|`, `+` and `=` for the characters that draw boxes, a blank for a
/// no-break space, SUB for all others that are not ASCII.
std::string plain_characters(std::string_view line);

/// Checks whether a line is part of a frame: "+---+---+", ".-------.", "===". A line of nothing but `-`, `_`, `|` and
/// blanks is not, because it may be a row of blanks.
bool is_ruler(std::string_view line);

/// Returns a line without the blanks and tabs at its ends.
std::string_view trimmed(std::string_view line);

/// Checks whether a character is one of A to Z or a to z.
bool is_letter(char c);

/// Checks whether a text is one of the symbols for a blank cell. `0` and `X` may be symbols, too.
bool can_be_blank(std::string_view cell);

/// Returns the cells of a line: its characters, or the fields between separators if these are single characters or
/// numbers up to the side. If their number fits neither a row nor a grid, tries what only puzzles have: empty fields.
/// Returns at most a few more cells than the largest grid has.
CellTexts cells_of(const GridLine& line, const GridSizes& sizes, bool is_puzzle);

/// Returns the grids that a line has beside other text: fields of CSV, the attribute of an element of XML, words of N^2
/// characters. In a line of HoDoKu's library, `+` marks a digit that was placed and is not given; in a puzzle it is
/// blank.
std::vector<CellTexts> grids_in(const GridLine& line, const GridSizes& sizes, bool is_puzzle);

/// A field of CSV without its quotes.
struct CsvField {
  std::string_view text;
  std::size_t offset = 0;
};
std::vector<CsvField> csv_fields_of(std::string_view line);

/// Checks whether each cell of a row has another symbol, in all rows, and none is certainly a blank.
bool is_complete(const CellTexts& cells, std::size_t side);

}  // namespace gridcensus::host
