#pragma once

#include "burnside_bfs/by_bands/band_symmetry.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Counts the fillings of a grid that a map g (no transposition) and a relabelling p of one cycle type fix, band by
/// band and joined in the middle.
///
/// g permutes bands in cycles. Cycles of bands have only columns in common: the others depend on the filling of one
/// only through the columns of each label. These are its key, a word for each cycle of p as in `Fillings`.
///
/// - `BandTables`, for each cycle of bands, alone in an empty grid: the keys of its fillings, and the number of
/// fillings of each. Row by row, as in `Fillings`, but every state is put into a least form (`KeyForms`) immediately,
/// so only one remains of all images under maps that commute with g.
/// - `JoinedBands` splits the cycles of bands into two sides. The possible keys K of one side are listed in least form.
/// The fillings of that side with K are the sum over all ways to split the words of K between its two cycles of bands.
/// Those of the other side have the complement of K, and are counted in the same way.
///
/// Let S(K) be the number of fillings with the labels in exactly these columns, r(K) the renamings that fix them, and
/// o(K) the number of images of K under the maps. Then the sum over the least K of o(K) S(K) S'(complement of K) / r(K)
/// is the number of fillings up to renaming, because renamings act freely.
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
