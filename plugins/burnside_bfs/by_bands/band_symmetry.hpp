#pragma once

#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

using mathematics::GridMap;

/// The maximum number of listed maps of columns; the tables of images of words grow with it.
inline constexpr std::size_t max_column_maps = 65'536;

/// A cycle of bands under a map g.
struct BandCycle {
  std::vector<std::size_t> bands;
  std::vector<int> row_cycles;  ///< the lengths of the cycles of the rows of its first band, on which keys depend
};

/// Returns the cycles of bands of a map without a transposition, by their first bands.
std::vector<BandCycle> band_cycles(Shape shape, const GridMap& map);

/// Returns the permutations of columns among the maps that fix every row.
std::vector<mathematics::Images> column_maps(std::span<const GridMap> commuting);

/// A map g (no transposition) and a relabelling p of one cycle type, with the data for a count by bands.
struct BandSymmetry {
  Shape shape;
  GridMap map;                                   ///< g
  std::vector<int> type;                         ///< the lengths of the cycles of p, ascending
  std::vector<mathematics::Images> column_maps;  ///< generators of a group that commutes with g
  std::vector<BandCycle> band_cycles;
};

/// Returns the approximate seconds of a count by bands, as measured on 3x4 and 2x6, to choose between a grid and its
/// transpose. If more maps of columns commute than can be listed, the count has the maximum difficulty.
double band_difficulty(Shape shape, const GridMap& map, std::span<const GridMap> commuting);

}  // namespace gridcensus::burnside_bfs
