#pragma once

#include "gridcensus/shape.hpp"
#include "host/base/errors.hpp"
#include "host/formats/grid_cells.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// The symbol of a blank cell.
inline constexpr int blank_cell = -1;

/// The most bytes of a text up to the end of a grid, from the end of the grid before.
inline constexpr std::size_t max_grid_bytes = std::size_t{1} << 20U;

/// Reads grids or puzzles from a text, in the forms in which the field exchanges them (docs/grids.md):
///
///     12345678945678...  # text      one a line: N^2 characters, or fields with separators between; other text beside
///     | 1 . . | 4 . . | 7 . . |      N lines of N cells, with or without a frame
///     quizzes,solutions              CSV, with a header or without
///     <game data="..."/>             OpenSudoku
///
/// Symbols are 1..9 and then A..., 0..9 and then A..., or the letters A...; fields may be numbers from 1 or from 0.
class GridReader {
 public:
  enum class Wanted {
    puzzles,  ///< cells may be blank; the shape is known
    grids,    ///< completed grids, all in the form and the symbols of the first
  };

  /// @param name       of the text, for messages
  /// @param shape      if not given, follows from the number of symbols: 81 are of 3x3
  /// @throws BadInput  the text has no grid, or the first one cannot be read; the message has file, line and column.
  GridReader(std::istream& text, std::string name, std::optional<Shape> shape, Wanted wanted);

  Shape shape() const { return *shape_; }

  /// Returns the symbols of the next grid, from 0, or nullopt at the end of the text.
  ///
  /// @throws BadInput  the text is not such a grid, is not text, or has no end of a grid within `max_grid_bytes`.
  std::optional<std::vector<int>> next();

  /// Returns the place of a cell of the last grid, and its text.
  Location location_of(std::size_t cell) const;
  std::string text_of(std::size_t cell) const;

  /// Returns the line in which the last grid begins, from 1.
  int line_of_grid() const { return begins_; }
  /// Returns "one a line", "9 lines each".
  std::string form() const;
  /// Returns the texts that symbols have: "1..9, A..C".
  std::string expected_symbols() const;
  /// Returns what was taken for what: "0 is a blank", "A..P are the symbols 1..16". The usual reading has no note: `.`
  /// is a blank, symbols are 1..9 and then A...
  std::vector<std::string> notes() const;

 private:
  enum class Form { lines, rows };
  enum class Alphabet { from_1, from_0, letters };

  [[noreturn]] void fail(int line, int column, const std::string& message) const;
  bool next_raw_line();
  bool next_line();
  bool skips_line();
  bool is_header(const CellTexts& cells) const;
  bool take_header();
  GridLine grid_line() const;
  GridSizes sizes() const;
  bool is_puzzle() const { return wanted_ == Wanted::puzzles; }

  std::optional<CellTexts> next_cells();
  CellTexts rows_from(CellTexts cells);
  CellTexts chosen(std::vector<CellTexts> grids);
  void set_form(Form form);
  void set_shape(std::size_t cells, bool is_row);
  [[noreturn]] void refuse_size(std::size_t cells) const;

  std::optional<int> symbol_of(const std::string& text, Alphabet alphabet) const;
  bool is_blank(const std::string& text, Alphabet alphabet) const;
  std::size_t readable_cells(const CellTexts& cells, Alphabet alphabet) const;
  std::string range_text(Alphabet alphabet) const;
  void find_alphabet(const CellTexts& cells);
  std::optional<std::vector<int>> plain_grid() const;

  std::istream& text_;
  std::string name_;
  std::optional<Shape> shape_;
  Wanted wanted_;

  int line_number_ = 0;
  std::string raw_line_;
  std::string line_;                   ///< one byte for each character
  std::size_t bytes_ = 0;              ///< since the last grid
  std::optional<std::size_t> column_;  ///< of CSV, from its header
  std::vector<CellTexts> waiting_;     ///< further grids of the same line

  std::optional<Form> form_;
  std::optional<Alphabet> alphabet_;
  std::optional<CellTexts> first_;  ///< read, but not yet returned
  CellTexts cells_;                 ///< of the last grid; empty if each character of the line is a cell
  std::set<std::string> notes_;
  int begins_ = 0;
  bool is_pending_ = false;  ///< true if the raw line has not been used yet
  bool is_other_section_ = false;
  bool has_numbers_ = false;                      ///< some symbols are numbers of two digits
  std::array<std::uint8_t, 256> symbol_table_{};  ///< by character; 255 is no symbol
};

/// A puzzle of a text.
struct Puzzle {
  std::string givens;              ///< for each cell its symbol from 1, or `.`, with blanks between
  std::vector<std::string> notes;  ///< what was taken for what
};

/// Reads the only puzzle of a text.
///
/// @throws BadInput  as GridReader; the text has several puzzles; or it has two readings.
Puzzle read_puzzle(const std::string& text, const std::string& name, Shape shape);

}  // namespace gridcensus::host
