#pragma once

#include "burnside_bfs/by_bands/keys.hpp"
#include "burnside_bfs/cycles/cycles.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

/// The fillings of a grid that a map g (no transposition) and a relabelling p of one cycle type keep, counted band by
/// band and joined in the middle.
///
/// g turns bands into one another in cycles. Cycles of bands share nothing but columns: of the filling of one, all that
/// the others need to know is in which columns each label stands. That is its key, a word for each cycle of p as in
/// `Fillings`.
///
/// - For each cycle of bands, alone in an empty grid: the keys that its fillings have, and how many have each. Row by
///   row, as in `Fillings`, but every state is put into a least form (`KeyForms`) as soon as it is met, and so only one
///   is kept of all that maps which commute with g make of one another.
/// - The cycles of bands are parted into two sides. The keys K of one side that may occur are listed in least form. The
///   fillings of that side with K are the sum over all ways to part the words of K between its two cycles of bands;
///   those of the other side have the complement of K, and are counted in the same way.
///
/// Let S(K) be the fillings with the labels in exactly these columns, r(K) the renamings that keep them, and o(K) the
/// keys that the maps make of K. Then the sum over the least K of o(K) S(K) S'(complement of K) / r(K) are the fillings
/// up to renaming: renamings act freely.
class Bands {
 public:
  /// @param commuting  maps that commute with `map`
  /// @throws std::invalid_argument  a transposition, or a side above `max_band_side`
  Bands(Shape shape, const GridMap& map, std::vector<int> type, std::span<const GridMap> commuting);

  /// About how many seconds a count by bands takes, as measured on 3x4 and 2x6: to choose between a grid and its
  /// transpose. Where more maps of columns commute than can be listed, no count is harder.
  static double difficulty(Shape shape, const GridMap& map, std::span<const GridMap> commuting);

  /// All fillings, up to renaming.
  ///
  /// @cost  3x4: up to a minute and 200 MB; 2x6: see the README
  Integer count(const Poll& poll = {}) const;

 private:
  class Count;
  /// Bands that g turns into one another.
  struct BandCycle {
    std::vector<std::size_t> bands;
    std::vector<int> row_cycles;  ///< the lengths of the cycles of the rows of its first band: what keys depend on
  };
  static std::vector<BandCycle> band_cycles(Shape shape, const GridMap& map);
  /// The permutations of columns among maps that leave rows alone.
  static std::vector<mathematics::Images> column_maps(std::span<const GridMap> commuting);

  Shape shape_;
  GridMap map_;
  std::vector<int> type_;
  std::vector<mathematics::Images> column_maps_;  ///< generators of a group that commutes with the map
  std::vector<BandCycle> band_cycles_;
};

}  // namespace gridcensus::burnside_bfs
