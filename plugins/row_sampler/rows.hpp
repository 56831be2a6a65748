#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// A set of symbols, one bit each.
using Symbols = std::uint32_t;

/// The largest side: a set of symbols is one number, and 2^N sets must fit in memory if rules are not classic.
inline constexpr int max_symbols = 25;

/// Returns the symbols below `count`: the least set of that size.
constexpr Symbols first_symbols(int count) { return (Symbols{1} << static_cast<unsigned>(count)) - 1; }

constexpr Symbols single(int symbol) { return Symbols{1} << static_cast<unsigned>(symbol); }

/// Returns the next larger number with as many bits, of a set with at least one symbol.
///
/// @source  Gosper, HAKMEM item 175 (1972).
constexpr Symbols next_of_same_size(Symbols set) {
  const Symbols low = set & -set;
  const Symbols ripple = set + low;
  return ripple | (((set ^ ripple) >> 2U) >> static_cast<unsigned>(std::countr_zero(set)));
}

/// Counts the ways in which a set of symbols can fill the first cells of a list, one symbol per cell, each symbol once.
///
/// For a set S of n symbols, ways(S) = sum over the symbols s of S that cell n - 1 allows of ways(S - s). This is the
/// permanent of the 0-1 matrix of the first n cells and S. Values are whole numbers, exact below 2^53, which
/// includes every value of up to 18 cells.
///
/// @cost  time and memory 2^symbols, 8 bytes each; kept between uses
class Fillings {
 public:
  /// Tabulates the ways of all sets that have at most as many symbols as there are cells.
  ///
  /// @param cells    the symbols that each cell allows
  /// @param symbols  their number, at most max_symbols
  void count(std::span<const Symbols> cells, int symbols);

  /// @param set  of at most as many symbols as there are cells
  double ways(Symbols set) const { return ways_[set]; }

  /// Fills the first cells with `set`, each of its `ways` being equally likely.
  ///
  /// @param set     with ways(set) > 0
  /// @param filled  set to the symbol of each cell; has as many entries as the set
  void draw(Random& random, Symbols set, std::span<int> filled) const;

 private:
  std::vector<Symbols> cells_;
  std::vector<double> ways_;
};

/// The upper rows of a grid, with the symbols still allowed in its columns and in the boxes of the current band.
class PartialGrid {
 public:
  /// Creates an empty grid.
  ///
  /// @param shape  R, C >= 1, side at most max_symbols
  explicit PartialGrid(Shape shape);

  Shape shape() const { return shape_; }
  /// Returns the number of filled rows.
  int rows() const { return rows_; }
  bool is_full() const { return rows_ == shape_.side(); }
  /// Returns the number of empty rows of the current band, from 1 to R; R for a full grid.
  int rows_left_of_band() const { return shape_.box_rows - rows_ % shape_.box_rows; }

  /// Returns the symbols missing in the box of the current band in that stack.
  Symbols box_left(int stack) const { return boxes_[static_cast<std::size_t>(stack)]; }
  /// Returns the symbols missing in the column.
  Symbols column_left(int col) const { return columns_[static_cast<std::size_t>(col)]; }
  /// Returns the symbols allowed in the next cell of the column.
  Symbols candidates(int col) const { return column_left(col) & box_left(col / shape_.box_cols); }

  /// Fills the next row.
  ///
  /// @param row  a candidate for each column, all different; not checked
  void add_unchecked(std::span<const int> row);

 private:
  Shape shape_;
  int rows_ = 0;
  std::array<Symbols, max_symbols> columns_{};  // symbols not yet in the column
  std::array<Symbols, max_symbols> boxes_{};    // symbols not yet in the box of the current band, by stack
};

}  // namespace gridcensus::row_sampler
