#pragma once

#include "row_sampler/rows.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// Draws the next row of a partial grid, cell by cell.
///
/// If all rows that fit were to be equally likely, the next cell would take a symbol with a probability proportional to
/// the permanent of the rest. An approximation replaces it: a matrix of columns and symbols is scaled until each column
/// and each symbol has the sum 1; the entry of cell and symbol is then about the share of the rows that have the symbol
/// in that cell. The last cells are drawn by the permanents themselves. The probability of a drawn row is known
/// exactly, however good the approximation.
///
/// If the band has a row above and two or more below, the matrix is first scaled within each box, each column to 1,
/// each symbol to 1 / (remaining rows of the band): a symbol that few cells of its box may have is then more likely in
/// this row.
///
/// @source  scaling: Sinkhorn and Knopp, Pacific Journal of Mathematics 21 (1967) 343-348; drawing a matching edge by
///          edge by a scaled matrix: Beichl and Sullivan, Journal of Computational Physics 149 (1999) 128-147
class ScaledRow {
 public:
  /// @param counted_cells  the number of a row's cells that are drawn by permanents, 1 to 12
  ScaledRow(Shape shape, int counted_cells);

  /// @param grid  not full
  void prepare(const PartialGrid& grid);

  /// Draws a row. Requires `prepare`.
  ///
  /// @param row  set to a symbol for each column, unless there is a dead end
  /// @return     1 / probability of that row; 0 if the first cells leave no symbol for the others
  /// @cost       some N^3 steps and 2^counted_cells
  double draw(Random& random, std::span<int> row);

 private:
  static constexpr int max_counted_cells = 12;
  static constexpr std::size_t few_lanes = 16;
  static constexpr std::size_t max_lanes = 32;
  using Lanes = std::array<float, max_lanes>;

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
  std::array<Symbols, max_symbols> cells_{};    // by column: the symbols allowed
  std::array<Lanes, max_symbols> by_column_{};  // the matrix before it is scaled, by column and symbol; else 0
  std::array<Lanes, max_symbols> by_symbol_{};  // the same, by symbol and column
  Lanes factors_{};                             // by symbol: the scaling factor
  Lanes first_factors_{};                       // the factors before the first cell is drawn
  // Of the last cells, and of symbols numbered from 0:
  std::array<std::size_t, max_counted_cells> names_{};  // the symbols by these numbers
  std::array<Symbols, max_counted_cells> allowed_{};    // by cell
  std::array<std::array<double, max_counted_cells>, max_counted_cells> entries_{};
  std::vector<double> ways_;  // by set: sum over the ways to fill the first cells
};

}  // namespace gridcensus::row_sampler
