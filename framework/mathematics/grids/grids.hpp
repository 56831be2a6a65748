#pragma once

#include "gridcensus/shape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::mathematics {

/// The maximum side of a grid that is stored, read or printed here [cells]: that of 5x5. The one-line form has a
/// character for each symbol, 1..9 and then A..P.
inline constexpr int max_grid_side = 25;

/// Thrown if a text or a list of symbols is not a completed grid. The message states where, rows and columns counted
/// from 1.
class InvalidGrid : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A filled grid: side * side symbols 0..side-1, row by row. `check` checks that it obeys the rules.
struct Grid {
  Shape shape;                        ///< of a box
  std::vector<std::uint8_t> symbols;  ///< row by row, N^2 of them

  /// Returns the symbol in a cell; rows and columns are numbered from 0.
  std::uint8_t at(int row, int col) const { return symbols[place(row, col)]; }
  /// Returns a reference to the symbol in a cell.
  std::uint8_t& at(int row, int col) { return symbols[place(row, col)]; }

  bool operator==(const Grid&) const = default;

 private:
  std::size_t place(int row, int col) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(shape.side()) + static_cast<std::size_t>(col);
  }
};

/// Returns the character of a symbol in the one-line form: 0 is '1', 8 is '9', 9 is 'A'.
constexpr char character_of(int symbol) { return static_cast<char>(symbol < 9 ? '1' + symbol : 'A' + (symbol - 9)); }

namespace grids_detail {

inline std::string place_text(int row, int col) {
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(col + 1);
}

/// Returns the characters of the one-line form: "1..4", "1..9, A..C".
inline std::string characters_text(int side) {
  if (side == 1) return "1";
  std::string text = std::string{"1.."} + character_of(side < 9 ? side - 1 : 8);
  if (side > 9) text += side == 10 ? ", A" : std::string{", A.."} + character_of(side - 1);
  return text;
}

inline void require_side(Shape shape) {
  if (shape.side() > max_grid_side) {
    throw InvalidGrid{"grids are held up to side " + std::to_string(max_grid_side) + ", that of 5x5; " +
                      to_string(shape) + " has side " + std::to_string(shape.side())};
  }
}

inline void require_count(std::size_t found, Shape shape) {
  const auto expected = static_cast<std::size_t>(shape.cells());
  if (found == expected) return;
  throw InvalidGrid{"a grid of " + to_string(shape) + " has " + std::to_string(expected) + " symbols, not " +
                    std::to_string(found)};
}

}  // namespace grids_detail

/// Checks that every row, column and box has every symbol once.
///
/// @throws InvalidGrid  the message names the first cell, row by row, that clashes with an earlier one, and that one.
inline void check(const Grid& grid) {
  using grids_detail::place_text;
  grids_detail::require_side(grid.shape);
  grids_detail::require_count(grid.symbols.size(), grid.shape);
  const auto [rows, cols] = grid.shape;
  const int side = grid.shape.side();
  for (int row = 0; row < side; ++row) {
    for (int col = 0; col < side; ++col) {
      const int symbol = grid.at(row, col);
      if (symbol >= side) {
        throw InvalidGrid{place_text(row, col) + ": symbol " + std::to_string(symbol + 1) + " is above " +
                          std::to_string(side)};
      }
      for (int other_row = 0; other_row <= row; ++other_row) {
        for (int other_col = 0; other_col < (other_row < row ? side : col); ++other_col) {
          if (grid.at(other_row, other_col) != symbol) continue;
          const bool is_box = row / rows == other_row / rows && col / cols == other_col / cols;
          if (row != other_row && col != other_col && !is_box) continue;
          throw InvalidGrid{place_text(row, col) + ": " + std::to_string(symbol + 1) + " is already in this " +
                            (row == other_row ? "row" : (col == other_col ? "column" : "box")) + ", at " +
                            place_text(other_row, other_col)};
        }
      }
    }
  }
}

/// Returns the grid whose row i of band b is 1..N shifted to the left by C*i + b. For 3x3 its rows begin with 1, 4, 7,
/// 2, 5, 8, 3, 6, 9.
///
/// In a box the shifts C*i + b step by C from row to row, and the C cells of a row are C symbols in a row, so no symbol
/// comes twice; and the N shifts of all rows are 0..N-1, each once, so none comes twice in a column.
///
/// @throws InvalidGrid  the side is above `max_grid_side`.
inline Grid base_grid(Shape shape) {
  grids_detail::require_side(shape);
  const auto [rows, cols] = shape;
  const int side = shape.side();
  Grid grid{shape, std::vector<std::uint8_t>(static_cast<std::size_t>(shape.cells()))};
  for (int row = 0; row < side; ++row) {
    const int shift = cols * (row % rows) + row / rows;
    for (int col = 0; col < side; ++col) grid.at(row, col) = static_cast<std::uint8_t>((col + shift) % side);
  }
  return grid;
}

/// Returns the grid with rows and columns exchanged: a grid of the transposed shape.
inline Grid transposed(const Grid& grid) {
  Grid image{grid.shape.transposed(), std::vector<std::uint8_t>(grid.symbols.size())};
  for (int i = 0; i < grid.shape.side(); ++i) {
    for (int j = 0; j < grid.shape.side(); ++j) image.at(j, i) = grid.at(i, j);
  }
  return image;
}

/// Returns the usual one-line form: one character for each cell, row by row.
inline std::string to_line(const Grid& grid) {
  std::string text;
  for (const int symbol : grid.symbols) text += character_of(symbol);
  return text;
}

/// Returns the plain form: the numbers 1..N, separated by blanks, one row per line, then an empty line.
inline std::string to_plain(const Grid& grid) {
  std::string text;
  for (int row = 0; row < grid.shape.side(); ++row) {
    for (int col = 0; col < grid.shape.side(); ++col) {
      text.append(col == 0 ? "" : " ").append(std::to_string(grid.at(row, col) + 1));
    }
    text += '\n';
  }
  return text + '\n';
}

/// Reads the output of `to_line`.
///
/// @throws InvalidGrid  another number of characters, another character, or a clash.
inline Grid parse_line(std::string_view text, Shape shape) {
  grids_detail::require_side(shape);
  grids_detail::require_count(text.size(), shape);
  const int side = shape.side();
  Grid grid{shape, {}};
  for (int row = 0; row < side; ++row) {
    for (int col = 0; col < side; ++col) {
      const char character = text[grid.symbols.size()];
      int symbol = 0;
      while (symbol < side && character_of(symbol) != character) ++symbol;
      if (symbol == side) {
        throw InvalidGrid{grids_detail::place_text(row, col) + ": expected one of " +
                          grids_detail::characters_text(side) + ", not '" + character + "'"};
      }
      grid.symbols.push_back(static_cast<std::uint8_t>(symbol));
    }
  }
  check(grid);
  return grid;
}

}  // namespace gridcensus::mathematics
