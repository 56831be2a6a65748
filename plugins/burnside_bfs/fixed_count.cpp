#include "burnside_bfs/fixed_count.hpp"

#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/fixed_grids_search.hpp"

namespace gridcensus::burnside_bfs {

std::unique_ptr<FixedCount> fixed_count(const Problem& problem, const SymmetryClass& symmetry_class) {
  const auto& [name, cells, size, map] = symmetry_class;
  if (!map) return std::make_unique<FixedGridsSearch>(problem, cells);
  return std::make_unique<FixedGrids>(problem.shape, *map, commuting_exchanges(problem.shape, *map));
}

}  // namespace gridcensus::burnside_bfs
