#pragma once

#include "burnside_bfs/by_bands/band_symmetry.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

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
/// - `BandTables`, for each cycle of bands, alone in an empty grid: the keys that its fillings have, and how many have
///   each. Row by row, as in `Fillings`, but every state is put into a least form (`KeyForms`) as soon as it is met, so
///   only one is kept of all that maps which commute with g make of one another.
/// - `JoinedBands` parts the cycles of bands into two sides. The keys K of one side that may occur are listed in least
///   form. The fillings of that side with K are the sum over all ways to part the words of K between its two cycles of
///   bands; those of the other side have the complement of K, and are counted in the same way.
///
/// Let S(K) be the fillings with the labels in exactly these columns, r(K) the renamings that keep them, and o(K) the
/// keys that the maps make of K. Then the sum over the least K of o(K) S(K) S'(complement of K) / r(K) are the fillings
/// up to renaming: renamings act freely.
class Bands {
 public:
  /// @param commuting  maps that commute with `map`
  /// @throws std::invalid_argument  a transposition, or a side above `max_band_side`
  Bands(Shape shape, const GridMap& map, std::vector<int> type, std::span<const GridMap> commuting);

  /// Returns the number of fillings, up to renaming.
  ///
  /// @cost  3x4: up to a minute and 200 MB; 2x6: see the README
  Integer count(const Poll& poll = {}) const;

 private:
  BandSymmetry symmetry_;
};

}  // namespace gridcensus::burnside_bfs
