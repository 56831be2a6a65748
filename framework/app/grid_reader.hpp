#pragma once

#include "gridcensus/problem.hpp"
#include "grids/grids.hpp"
#include "host/base/errors.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::app {

/// Reads completed grids from a text, in the forms in which the field exchanges them. The first grid determines the
/// form; the others must have the same.
///
///     123456789456789123...          one a line: N^2 characters, or numbers with blanks, commas, ... between
///     1 2 3 | 4 5 6 | 7 8 9          N lines of N symbols; lines of - + = | are rulers
///     draw,grid                      CSV: the column `grid`, or without a header the longest field
///     {"grid": "1234...", ...}       JSON lines: a text of one of the forms above, or a list of numbers from 1
///
/// Symbols are 1..9 and then A..., 0..9 and then A..., or the letters A...; numbers from 1 or from 0 if separated.
/// Blank lines and lines that begin with # are skipped.
class GridReader {
 public:
  /// @param name        of the text, for messages
  /// @param shape       if not given, follows from the number of symbols: 81 are of 3x3
  /// @param problem_of  returns the problem for the shape of the grids
  /// @throws BadInput   the first grid cannot be read, or has no shape.
  GridReader(std::istream& text, std::string name, std::optional<Shape> shape,
             const std::function<Problem(Shape)>& problem_of);

  /// Returns the problem of the grids.
  const Problem& problem() const { return problem_; }

  /// Returns the next grid, or nullopt at the end.
  ///
  /// @throws BadInput  the text is not a grid of the problem; the message has file, line, column and the expected text.
  std::optional<mathematics::Grid> next();

  /// Returns the line in which the last grid begins, from 1.
  int line_of_grid() const { return begins_; }

  /// Returns what was read: "read 1000 grids of 3x3, one a line, symbols 0..8".
  std::string summary() const;

 private:
  enum class Form { lines, rows, csv, json };
  enum class Symbols { from_1, from_0, letters };

  /// One symbol of a text, and its place.
  struct Word {
    std::string text;
    int line = 0;
    int column = 0;  ///< from 1
  };
  using Words = std::vector<Word>;

  [[noreturn]] void fail(int line, int column, const std::string& message) const;
  bool next_line();
  Words words_of(std::string_view text, std::size_t offset) const;
  Words csv_words();
  Words json_words() const;
  Words next_words();
  void find_form();
  Shape shape_of(std::size_t words) const;
  void find_symbols(const Words& words);
  int symbol_of(const std::string& word, Symbols symbols) const;
  std::string expected_symbols() const;
  std::string place_of(std::size_t cell) const;
  std::optional<mathematics::Grid> plain_grid() const;
  void check_values(const mathematics::Grid& grid, const Words& words) const;

  std::istream& text_;
  std::string name_;
  std::optional<Shape> given_shape_;
  Problem problem_;
  std::vector<std::vector<int>> earlier_;  ///< by cell: the cells before it that must differ
  std::vector<SymbolBits> allowed_;        ///< by cell; empty if symbols are alike
  std::vector<RelatedCells> related_;

  std::string line_;
  int line_number_ = 0;
  bool is_pending_ = false;  ///< true if the line has not been used yet
  Form form_ = Form::lines;
  std::optional<std::size_t> column_;  ///< of CSV
  Symbols symbols_ = Symbols::from_1;
  std::array<std::uint8_t, 256> symbol_table_{};  ///< by character; 255 is no symbol
  std::size_t side_ = 0;
  std::uint64_t grids_ = 0;
  int begins_ = 0;
};

/// A file of grids, or stdin.
class GridFile {
 public:
  /// @param name       - is stdin
  /// @throws BadInput  it cannot be opened; or as GridReader.
  GridFile(const std::string& name, std::optional<Shape> shape, const std::function<Problem(Shape)>& problem_of);

  GridReader& reader() { return *reader_; }

  /// Checks whether a text names a file, or stdin, rather than being a grid itself.
  static bool names_file(const std::string& text);

 private:
  std::ifstream file_;
  std::optional<GridReader> reader_;
};

/// Returns the grid in the value of an option, in one of the forms of a file.
///
/// @throws BadInput  the text is not a grid of the problem; the message names the option.
mathematics::Grid read_given_grid(const std::string& option, const std::string& text, const Problem& problem);

}  // namespace gridcensus::app
