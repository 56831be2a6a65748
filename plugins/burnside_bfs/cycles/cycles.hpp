#pragma once

#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Cycles of cells and cycles of labels, the source's method to count the grids that a symmetry fixes.
///
/// A map g of the cells fixes a grid up to relabelling if for some relabelling p
///
///     label of g(c) = p(label of c)   for every cell c.
///
/// The label of one cell then determines those of its whole cycle: p^i(label) is in g^i(c).
namespace gridcensus::burnside_bfs {

using mathematics::GridMap;
using mathematics::SymbolSet;

/// The maximum side whose labels fit a SymbolSet.
inline constexpr std::size_t max_labels = mathematics::max_symbols;
inline constexpr std::size_t max_lines = 3 * max_labels;

/// A set of lines of a grid of side N: rows are bits 0..N-1, columns N..2N-1, boxes 2N..3N-1.
using LineSet = std::uint64_t;

/// A cell, by the numbers of its row, its column and its box among the lines.
using CellLines = std::array<std::uint8_t, 3>;

/// c, g(c), g(g(c)) ...
using CellCycle = std::vector<CellLines>;

/// The cells of a row and its images under g (which may be columns), without those of earlier regions. After each
/// region, the filled cells are whole lines.
struct Region {
  std::vector<CellCycle> cycles;  ///< each begins with a cell of the row
  LineSet open = 0;               ///< the lines that have empty cells before the region is filled
};

/// A power of a relabelling, as far as it is known: the exponent, and the cycle type (ascending lengths).
struct PowerType {
  int exponent = 0;
  std::vector<int> type;
};

/// Returns the cycle types (ascending lengths, with sum `side`) of the relabellings that have all of these powers.
std::vector<std::vector<int>> label_cycle_types(int side, const std::vector<PowerType>& powers);

/// A map of cells, as it acts on cells and lines.
class CellMap {
 public:
  CellMap(Shape shape, const GridMap& map);

  /// Returns the image of a set of lines.
  LineSet image(LineSet lines) const;

  /// Partitions the grid into regions. Rows whose images are in the most bands come first, and the rows of a band
  /// together, so boxes are filled early. For 3x3, this order visits a quarter of the nodes of the reverse order.
  std::vector<Region> regions() const;

  /// Returns the possible cycle types (ascending lengths) of a relabelling p.
  ///
  /// Let m be the number of images of a line. Then g^m permutes the cells of the line, and p^m their labels in the same
  /// way: both have the same cycle type. A row whose cells g fixes makes p the identity in this way, and then a cycle
  /// of cells that meets a line twice has no labels (`LabelCycles::fitting_labels`).
  ///
  /// @cost  partitions of N times lines; 16 has 231 partitions
  std::vector<std::vector<int>> label_cycle_types() const;

 private:
  CellLines lines_of(std::size_t cell) const;
  /// Returns the cycle type of g^images on the cells of a line.
  std::vector<int> type_on_line(std::size_t line, int images) const;

  std::size_t rows_ = 0;  // of a box
  std::size_t cols_ = 0;
  std::size_t side_ = 0;
  std::vector<std::uint16_t> cells_;             // images of cells, row by row
  std::array<std::uint8_t, max_lines> lines_{};  // images of lines
};

/// A relabelling p given by its cycles: the first cycle is 0 -> 1 -> ... -> 0, the others follow.
class LabelCycles {
 public:
  /// @param lengths  ascending, with sum N
  explicit LabelCycles(const std::vector<int>& lengths);

  struct Cycle {
    std::uint8_t first = 0;
    std::uint8_t length = 0;
  };
  const std::vector<Cycle>& cycles() const { return cycles_; }
  /// Returns the length of the cycle of a label.
  std::size_t length_at(std::size_t label) const { return cycle_of_[label].length; }
  /// Returns the labels of the cycle of a label.
  SymbolSet cycle_at(std::size_t label) const;
  /// Returns p^times(label).
  std::size_t image(std::size_t label, std::size_t times) const;
  /// Returns the possible labels of the first cell of a cycle of cells. A label of a cycle of length m is possible if m
  /// divides the number of cells, and if no two cells that share a line would get the same label (the source's bad
  /// cycles).
  SymbolSet fitting_labels(const CellCycle& cycle) const;

 private:
  std::vector<Cycle> cycles_;
  std::vector<Cycle> cycle_of_;  // by label
};

/// Returns some maps that commute with g and preserve the shape: products of exchanges of two lines or two bands in one
/// cycle of g, and the parts of g. They need not generate all that commute with g.
std::vector<GridMap> commuting_exchanges(Shape shape, const GridMap& map);

}  // namespace gridcensus::burnside_bfs
