#pragma once

#include "gridcensus/random.hpp"
#include "grids/grids.hpp"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace gridcensus::testing {

/// Returns a grid far from the base grid, by random cycle switches: two rows of a band are followed from column to
/// column until both have met the same symbols, which are then exchanged in these columns. Every second switch is
/// applied to the mirror image.
inline mathematics::Grid scrambled_grid(Shape shape, std::uint64_t seed, int switches = 200) {
  Random random{seed, 3, 0};
  const auto draw = [&random](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
  mathematics::Grid grid = mathematics::base_grid(shape);
  for (int i = 0; i < 2 * switches; ++i) {
    grid = transposed(grid);
    const int side = grid.shape.side();
    const int box_rows = grid.shape.box_rows;
    if (box_rows == 1) continue;
    const int upper = draw(side);
    const int lower = upper / box_rows * box_rows + (upper % box_rows + 1 + draw(box_rows - 1)) % box_rows;
    const int start = draw(side);
    for (int col = start;;) {
      std::swap(grid.at(upper, col), grid.at(lower, col));
      // The upper row now has this symbol twice, unless the cycle is closed.
      const int twice = grid.at(upper, col);
      int next = 0;
      while (next < side && (next == col || grid.at(upper, next) != twice)) ++next;
      if (next == side) break;
      col = next;
    }
  }
  mathematics::check(grid);
  return grid;
}

/// Returns all grids of a small shape that begin with these symbols, by trying every symbol in every further cell.
inline std::vector<mathematics::Grid> grids_by_trial(mathematics::Grid begin) {
  std::vector<mathematics::Grid> grids;
  const Shape shape = begin.shape;
  const std::function<void()> fill = [&] {
    const auto cell = static_cast<int>(begin.symbols.size());
    if (cell == shape.cells()) {
      grids.push_back(begin);
      return;
    }
    const int row = cell / shape.side();
    const int col = cell % shape.side();
    for (int symbol = 0; symbol < shape.side(); ++symbol) {
      bool clashes = false;
      for (int other = 0; other < cell; ++other) {
        const int other_row = other / shape.side();
        const int other_col = other % shape.side();
        const bool is_box =
            row / shape.box_rows == other_row / shape.box_rows && col / shape.box_cols == other_col / shape.box_cols;
        clashes =
            clashes || (begin.at(other_row, other_col) == symbol && (row == other_row || col == other_col || is_box));
      }
      if (clashes) continue;
      begin.symbols.push_back(static_cast<std::uint8_t>(symbol));
      fill();
      begin.symbols.pop_back();
    }
  };
  fill();
  return grids;
}

}  // namespace gridcensus::testing
