#include "burnside_bfs/fixed_count.hpp"

#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/fixed_grids_search.hpp"

namespace gridcensus::burnside_bfs {

std::unique_ptr<FixedCount> fixed_count(const Problem& problem, const SymmetryClass& symmetry_class) {
  const auto& [name, cells, size, map] = symmetry_class;
  const bool has_other_shape = map && map->is_transposed && problem.shape.box_rows != problem.shape.box_cols;
  if (!map || has_other_shape) return std::make_unique<FixedGridsSearch>(problem, cells);
  return std::make_unique<FixedGrids>(problem.shape, *map, commuting_exchanges(problem.shape, *map));
}

}  // namespace gridcensus::burnside_bfs
