#pragma once

#include <compare>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridcensus {

/// The largest side of a shape [cells]: the candidates of a cell fit one 64-bit word.
inline constexpr int max_side = 64;

/// Thrown for a text or a pair of numbers that is not a shape.
class InvalidShape : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The box shape RxC: boxes of R rows and C columns, grids of side N = R*C.
///
/// A grid has C bands (each of R rows, holding R boxes) and R stacks (each of C columns, holding C boxes).
struct Shape {
  int box_rows = 0;  ///< R [cells]
  int box_cols = 0;  ///< C [cells]

  /// Returns N = R C, the number of symbols and of cells in a row.
  constexpr int side() const { return box_rows * box_cols; }
  /// Returns N^2.
  constexpr int cells() const { return side() * side(); }
  /// Returns the number of bands of a grid: C.
  constexpr int bands() const { return box_cols; }
  /// Returns the number of stacks of a grid: R.
  constexpr int stacks() const { return box_rows; }
  /// Returns CxR: rows and columns exchanged.
  constexpr Shape transposed() const { return {box_cols, box_rows}; }

  auto operator<=>(const Shape&) const = default;
};

/// Checks the limits of a shape.
///
/// @throws InvalidShape  a size below 1, or a side above `max_side`; the message names the limit.
Shape make_shape(long long box_rows, long long box_cols);

/// Parses "3x3": two numbers without sign or leading zeros, with an 'x' between.
///
/// @throws InvalidShape  with a message that says what was expected.
Shape parse_shape(std::string_view text);

/// Returns "3x3".
std::string to_string(Shape shape);

}  // namespace gridcensus
