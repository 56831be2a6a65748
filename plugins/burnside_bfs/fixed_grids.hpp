#pragma once

#include "burnside_bfs/by_bands/bands.hpp"
#include "burnside_bfs/by_rows/fillings.hpp"
#include "burnside_bfs/fixed_count.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

/// A symmetry of a grid or of its transpose, and maps that commute with it.
struct Orientation {
  Shape shape;
  GridMap map;
  std::vector<GridMap> commuting;
};

/// Counts the grids that a symmetry fixes under classic rules.
///
/// The source tries every relabelling p, and fills cycles of cells with cycles of labels. Here only the cycle type of p
/// matters, because grids are counted up to relabelling, and only types that agree with every line are tried:
/// `CellMap::label_cycle_types`. The grid is filled row by row, each row with its images, and fillings with equally
/// many completions are counted together: `Fillings`. If a count gets long, it is done band by band and meets in the
/// middle: `Bands`.
///
/// @source   "Sudoku: so how many of them? Part 2/2", habr.com/ru/post/314514
class FixedGrids final : public FixedCount {
 public:
  /// Prepares the count.
  ///
  /// @param map        of cells (with identity labels), not the identity
  /// @param commuting  maps that commute with `map`, such as `commuting_exchanges` finds; they save time and change
  ///                   nothing else
  /// @throws std::invalid_argument  a side above 16, the identity, a map with labels or with a transposition if R != C,
  /// or
  ///                                maps that do not commute.
  /// @cost  3x3: 50 us for each class on average
  FixedGrids(Shape shape, const GridMap& map, std::span<const GridMap> commuting = {});

  /// Returns the number of slices: one for each cycle type of relabellings that agrees with every line, mostly one or
  /// none.
  ///
  /// Parts of a type (states of the first regions) were tried as slices, but they no longer reach the same states: one
  /// symmetry of 2x5 that takes 2 s as a whole took over 100 s in parts.
  std::size_t slices() const override { return by_rows_.size(); }
  Integer count(std::size_t slice, const Poll& poll = {}) const override;
  double weight(std::size_t slice) const override;

 private:
  std::vector<Fillings> by_rows_;  // by slice
  // Only if the count may get long:
  std::vector<Bands> by_bands_;          // by slice
  std::vector<std::vector<int>> types_;  // by slice, of the relabelling
  Orientation other_;                    // the orientation that `by_rows_` does not use
  double weight_ = 0;                    // of a slice
};

}  // namespace gridcensus::burnside_bfs
