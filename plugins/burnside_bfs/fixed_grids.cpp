#include "burnside_bfs/fixed_grids.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

void check_arguments(Shape shape, const GridMap& map, std::span<const GridMap> commuting) {
  if (shape.side() > static_cast<int>(max_labels)) {
    throw std::invalid_argument{"fixed grids are counted up to side " + std::to_string(max_labels)};
  }
  if (map == GridMap{}) throw std::invalid_argument{"the identity fixes every grid"};
  if (map.labels != mathematics::unmoved()) throw std::invalid_argument{"a symmetry of cells has no relabelling"};
  if (map.is_transposed && shape.box_rows != shape.box_cols) {
    throw std::invalid_argument{"transposition makes another shape of " + to_string(shape)};
  }
  const bool all_commute = std::all_of(commuting.begin(), commuting.end(), [&](const GridMap& other) {
    return composed(map, other) == composed(other, map);
  });
  if (!all_commute) throw std::invalid_argument{"a map that is said to commute does not"};
}

GridMap transposed(GridMap map) {
  std::swap(map.rows, map.columns);
  return map;
}

/// Whether the count is faster on the transposed grid: regions are made of rows, and small regions are good. Where a
/// box has few rows, it is soon full.
bool is_better_transposed(Shape shape, const GridMap& map) {
  if (shape.box_rows != shape.box_cols) return shape.box_rows > shape.box_cols;
  return CellMap{shape, transposed(map)}.regions().size() > CellMap{shape, map}.regions().size();
}

}  // namespace

FixedGrids::FixedGrids(Shape shape, const GridMap& map, std::span<const GridMap> commuting) {
  check_arguments(shape, map, commuting);
  const bool is_transposed = is_better_transposed(shape, map);
  const auto on_cells = [&](const GridMap& original) {
    return is_transposed ? CellMap{shape.transposed(), transposed(original)} : CellMap{shape, original};
  };
  const CellMap cells = on_cells(map);
  const auto types = cells.label_cycle_types();
  if (types.empty()) return;
  std::vector<CellMap> commuting_cells;
  for (const GridMap& other : commuting) commuting_cells.push_back(on_cells(other));
  const std::vector<Region> regions = cells.regions();
  for (const auto& type : types) fillings_.emplace_back(shape, cells, regions, type, commuting_cells);
}

Integer FixedGrids::count(std::size_t slice, const Poll& poll) const {
  const Fillings& fillings = fillings_[slice];
  return Integer{fillings.completions(fillings.none(), 0, poll)};
}

double FixedGrids::weight(std::size_t slice) const {
  // Measured: about twice the time for two cycles of cells more.
  const auto cycles = static_cast<double>(fillings_[slice].cell_cycles());
  return std::exp2(cycles / 2) / static_cast<double>(slices());
}

}  // namespace gridcensus::burnside_bfs
