#pragma once

#include "gridcensus/integer.hpp"
#include "grids/grids.hpp"
#include "permutations/permutations.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::mathematics {

/// The chosen operations on grids; together they generate a group. Any selection that `why_no_group` does not refuse.
struct Moves {
  bool labels = false;         ///< any permutation of the symbols
  bool rows = false;           ///< any permutation of the rows of a band
  bool columns = false;        ///< any permutation of the columns of a stack
  bool bands = false;          ///< any permutation of the bands, each as a whole
  bool stacks = false;         ///< any permutation of the stacks, each as a whole
  bool transposition = false;  ///< rows become columns; for R = C only

  bool operator==(const Moves&) const = default;
};

/// Returns every operation that preserves the shape.
constexpr Moves all_moves(Shape shape) {
  return {.labels = true,
          .rows = true,
          .columns = true,
          .bands = true,
          .stacks = true,
          .transposition = shape.box_rows == shape.box_cols};
}

/// Returns every operation on the cells that preserves the shape: no relabelling. A single cell is its own transpose.
constexpr Moves geometric_moves(Shape shape) {
  Moves moves = all_moves(shape);
  moves.labels = false;
  moves.transposition = moves.transposition && shape.side() > 1;
  return moves;
}

/// Returns why maps cannot be drawn and counted piece by piece from the chosen operations; nullopt if they can.
inline std::optional<std::string> why_no_group(Shape shape, const Moves& moves) {
  if (!moves.transposition) return std::nullopt;
  if (shape.box_rows != shape.box_cols) {
    return "transposition makes a grid of " + to_string(shape.transposed()) + " of one of " + to_string(shape);
  }
  if (moves.rows != moves.columns || moves.bands != moves.stacks) {
    return "transposition turns rows into columns and bands into stacks: with it, choose rows and columns together, "
           "and bands and stacks together";
  }
  return std::nullopt;
}

/// The images of up to 25 elements. Unused entries are ignored.
using Images = Permutation<max_grid_side>;

/// Returns the identity.
constexpr Images unmoved() { return identity<max_grid_side>(); }

/// A map of grids. The symbol s of cell (r, c) becomes labels[s], and moves to
///
///     (rows[r], columns[c])          if `is_transposed` is false,
///     (rows[c], columns[r])          if it is true: transposed first, then moved.
struct GridMap {
  Images rows = unmoved();     ///< by row: its image
  Images columns = unmoved();  ///< by column: its image
  Images labels = unmoved();   ///< by symbol: its image
  bool is_transposed = false;  ///< whether rows and columns are exchanged, too

  bool operator==(const GridMap&) const = default;
};

/// Returns the map that first applies `first`, then `second`.
inline GridMap composed(const GridMap& first, const GridMap& second) {
  // A transposition in `second` finds the images of `first`'s rows as columns.
  const Images& rows = second.is_transposed ? first.columns : first.rows;
  const Images& columns = second.is_transposed ? first.rows : first.columns;
  return {composed(rows, second.rows), composed(columns, second.columns), composed(first.labels, second.labels),
          first.is_transposed != second.is_transposed};
}

/// Returns the inverse map.
inline GridMap inverse(const GridMap& map) {
  GridMap result{inverse(map.rows), inverse(map.columns), inverse(map.labels), map.is_transposed};
  if (map.is_transposed) std::swap(result.rows, result.columns);
  return result;
}

/// Returns the image of a grid.
inline Grid apply(const GridMap& map, const Grid& grid) {
  const auto at = [](const Images& images, int place) { return int{images[static_cast<std::size_t>(place)]}; };
  Grid image = grid;
  for (int row = 0; row < grid.shape.side(); ++row) {
    for (int col = 0; col < grid.shape.side(); ++col) {
      const int from_row = map.is_transposed ? col : row;
      const int from_col = map.is_transposed ? row : col;
      image.at(at(map.rows, from_row), at(map.columns, from_col)) =
          static_cast<std::uint8_t>(at(map.labels, grid.at(row, col)));
    }
  }
  return image;
}

/// Returns the image of each cell: row by row, as places row * side + column.
inline std::vector<std::uint16_t> cell_images(Shape shape, const GridMap& map) {
  std::vector<std::uint16_t> images;
  images.reserve(static_cast<std::size_t>(shape.cells()));
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape.side()); ++row) {
    for (std::size_t col = 0; col < static_cast<std::size_t>(shape.side()); ++col) {
      const int to_row = map.rows[map.is_transposed ? col : row];
      const int to_col = map.columns[map.is_transposed ? row : col];
      images.push_back(static_cast<std::uint16_t>(to_row * shape.side() + to_col));
    }
  }
  return images;
}

/// Returns the number of maps that the chosen operations generate: combinations of operations, even if two of them turn
/// some grid into the same.
inline Integer group_order(Shape shape, const Moves& moves) {
  const auto [rows, cols] = shape;
  Integer order = 1;
  if (moves.labels) order *= factorial(shape.side());
  if (moves.rows) order *= power(factorial(rows), shape.bands());
  if (moves.columns) order *= power(factorial(cols), shape.stacks());
  if (moves.bands) order *= factorial(shape.bands());
  if (moves.stacks) order *= factorial(shape.stacks());
  if (moves.transposition) order *= 2;
  return order;
}

/// Returns a uniform permutation of 0..size-1.
///
/// @tparam Generator  has `below(bound)`, uniform on 0..bound-1, for bounds up to 2^64 - 1
/// @param  size       at most 25
template <class Generator>
Images random_permutation(int size, Generator& random) {
  // Fisher and Yates, the last place first. One draw gives the choices of as many places as fit: 20! is below 2^64, and
  // a uniform number below a product has uniform, independent digits.
  constexpr int max_places = 20;
  Images images = unmoved();
  std::uint64_t digits = 0;
  for (auto left = static_cast<std::uint64_t>(size); left > 1; --left) {
    std::uint64_t choice = 0;
    if (left > max_places) {
      choice = random.below(left);
    } else {
      if (left == max_places || left == static_cast<std::uint64_t>(size)) {
        std::uint64_t bound = 1;
        for (std::uint64_t factor = 2; factor <= left; ++factor) bound *= factor;
        digits = random.below(bound);
      }
      choice = digits % left;
      digits /= left;
    }
    std::swap(images[static_cast<std::size_t>(left - 1)], images[static_cast<std::size_t>(choice)]);
  }
  return images;
}

/// Returns a uniform permutation of `blocks` blocks of `block_size` lines each, among those that the two choices allow.
template <class Generator>
Images random_lines(int blocks, int block_size, bool move_blocks, bool move_inside, Generator& random) {
  const Images places = move_blocks ? random_permutation(blocks, random) : unmoved();
  const auto size = static_cast<std::size_t>(block_size);
  Images images = unmoved();
  for (std::size_t block = 0; block < static_cast<std::size_t>(blocks); ++block) {
    const Images inside = move_inside ? random_permutation(block_size, random) : unmoved();
    for (std::size_t line = 0; line < size; ++line) {
      images[block * size + line] = static_cast<std::uint8_t>(places[block] * size + inside[line]);
    }
  }
  return images;
}

/// Returns a uniform map of the group that the chosen operations generate.
///
/// @param moves  not refused by `why_no_group`
template <class Generator>
GridMap random_map(Shape shape, const Moves& moves, Generator& random) {
  GridMap map;
  if (moves.labels) map.labels = random_permutation(shape.side(), random);
  map.rows = random_lines(shape.bands(), shape.box_rows, moves.bands, moves.rows, random);
  map.columns = random_lines(shape.stacks(), shape.box_cols, moves.stacks, moves.columns, random);
  map.is_transposed = moves.transposition && random.below(2) == 1;
  return map;
}

}  // namespace gridcensus::mathematics
