#pragma once

#include <compare>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridcensus {

/// The largest side that a shape may have [cells]: the candidates of a cell fit one 64-bit word.
inline constexpr int max_side = 64;

/// A text or a pair of numbers that is no shape.
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

  /// N = R C, the number of symbols and of cells in a row.
  constexpr int side() const { return box_rows * box_cols; }
  /// N^2.
  constexpr int cells() const { return side() * side(); }
  /// How many bands a grid has: C.
  constexpr int bands() const { return box_cols; }
  /// How many stacks a grid has: R.
  constexpr int stacks() const { return box_rows; }
  /// Rows and columns exchanged: CxR.
  constexpr Shape transposed() const { return {box_cols, box_rows}; }

  auto operator<=>(const Shape&) const = default;
};

/// Checks the limits of a shape.
///
/// @throws InvalidShape  a size below 1, or a side above `max_side`; the message names the limit.
Shape make_shape(long long box_rows, long long box_cols);

/// Reads "3x3": two numbers without sign or leading zeros, with an 'x' between.
///
/// @throws InvalidShape  the message says what was expected.
Shape parse_shape(std::string_view text);

/// "3x3".
std::string to_string(Shape shape);

}  // namespace gridcensus
