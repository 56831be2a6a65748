#pragma once

#include "row_sampler/rows.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// The next row of a partial grid, drawn cell by cell.
///
/// Were all rows that fit to be equally likely, the next cell would take a symbol with a probability in proportion to
/// the permanent of what is left. In its stead stands what is nearly known of it: of a matrix of columns and symbols
/// that is scaled until each column and each symbol has the sum 1, the entry of cell and symbol is about the share of
/// the rows that have the symbol in that cell. The last cells are drawn by the permanents themselves. What a row is
/// drawn with is known exactly, however good the guess.
///
/// Where a row of the band is above, and two or more below, the matrix is scaled within each box beforehand, each
/// column to 1, each symbol to 1 / (rows of the band that are left): a symbol that few cells of its box may hold is the
/// more likely to come now.
///
/// @source  scaling: Sinkhorn and Knopp, Pacific Journal of Mathematics 21 (1967) 343-348; drawing a matching edge by
///          edge by a scaled matrix: Beichl and Sullivan, Journal of Computational Physics 149 (1999) 128-147
class ScaledRow {
 public:
  /// @param counted_cells  how many of a row's cells are drawn by permanents, 1 to 12
  ScaledRow(Shape shape, int counted_cells);

  /// @param grid  not full
  void prepare(const PartialGrid& grid);

  /// Draws a row, after `prepare`.
  ///
  /// @param row  gets a symbol for each column, if there is no dead end
  /// @return     1 / probability of that row; 0 where the first cells leave the others no symbol
  /// @cost       some N^3 steps and 2^counted_cells
  double draw(Random& random, std::span<int> row);

 private:
  static constexpr int most_counted_cells = 12;
  static constexpr std::size_t few_lanes = 16;
  static constexpr std::size_t most_lanes = 32;
  using Lanes = std::array<float, most_lanes>;

  void scale_boxes(const PartialGrid& grid);
  double share(std::size_t col, std::size_t symbol) const {
    return static_cast<double>(by_column_[col][symbol]) * static_cast<double>(factors_[symbol]);
  }
  template <std::size_t lanes>
  void scale(std::span<const int> columns, Symbols symbols, int times);
  void count_last_cells(std::span<const int> columns, Symbols symbols);
  double draw_last_cells(Random& random, std::span<const int> columns, std::span<int> row) const;
  double entry(std::size_t cell, Symbols bit) const {
    return entries_[cell][static_cast<std::size_t>(std::countr_zero(bit))];
  }

  Shape shape_;
  int counted_cells_;
  std::array<Symbols, max_symbols> cells_{};    // by column: what it may hold
  std::array<Lanes, max_symbols> by_column_{};  // the matrix before it is scaled, by column and symbol; else 0
  std::array<Lanes, max_symbols> by_symbol_{};  // the same, by symbol and column
  Lanes factors_{};                             // by symbol: what scales it
  Lanes first_factors_{};                       // before the first cell is drawn
  // Of the last cells, and of symbols numbered from 0:
  std::array<std::size_t, most_counted_cells> names_{};  // what the symbols are else
  std::array<Symbols, most_counted_cells> allowed_{};    // by cell
  std::array<std::array<double, most_counted_cells>, most_counted_cells> entries_{};
  std::vector<double> ways_;  // by set: sum over the ways to fill the first cells
};

}  // namespace gridcensus::row_sampler
