#include "burnside_bfs/fixed_grids.hpp"

#include "burnside_bfs/by_bands/keys.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

/// Checks whether the count is faster on the transposed grid: regions are made of rows, and small regions are better. A
/// box with few rows is filled early.
bool is_better_transposed(Shape shape, const GridMap& map) {
  if (shape.box_rows != shape.box_cols) return shape.box_rows > shape.box_cols;
  return CellMap{shape, transposed(map)}.regions().size() > CellMap{shape, map}.regions().size();
}

/// From this side on, a long count by rows is abandoned: first for one of the transposed grid, then for one by bands.
/// With at most this many cycles of cells, no count gets long.
constexpr int min_side_by_bands = 10;
constexpr std::size_t max_cycles_by_rows = 30;
/// The number of states and thousands of fillings after which a count is long. They are counted, not timed, so every
/// machine makes the same choice.
constexpr std::uint64_t max_polls_by_rows = 500;
/// The weight of a second of a count by bands, in proportion to counts by rows.
constexpr double weight_of_difficulty = 200'000;

Orientation oriented(Shape shape, const GridMap& map, std::span<const GridMap> commuting, bool is_transposed) {
  if (!is_transposed) return {shape, map, {commuting.begin(), commuting.end()}};
  Orientation turned{shape.transposed(), transposed(map), {}};
  for (const GridMap& other : commuting) turned.commuting.push_back(transposed(other));
  return turned;
}

std::vector<Fillings> fillings_of(const Orientation& grid, const std::vector<std::vector<int>>& types) {
  const CellMap cells{grid.shape, grid.map};
  std::vector<CellMap> commuting;
  for (const GridMap& other : grid.commuting) commuting.emplace_back(grid.shape, other);
  const std::vector<Region> regions = cells.regions();
  std::vector<Fillings> fillings;
  for (const auto& type : types) fillings.emplace_back(grid.shape, cells, regions, type, commuting);
  return fillings;
}

}  // namespace

FixedGrids::FixedGrids(Shape shape, const GridMap& map, std::span<const GridMap> commuting) {
  check_arguments(shape, map, commuting);
  const bool is_transposed = is_better_transposed(shape, map);
  const Orientation first = oriented(shape, map, commuting, is_transposed);
  const auto types = CellMap{first.shape, first.map}.label_cycle_types();
  if (types.empty()) return;
  by_rows_ = fillings_of(first, types);
  const std::size_t cycles = by_rows_.front().cell_cycles();
  // Measured: two more cycles of cells take about twice the time.
  weight_ = std::exp2(static_cast<double>(cycles) / 2) / static_cast<double>(slices());
  if (cycles <= max_cycles_by_rows || map.is_transposed || shape.side() < min_side_by_bands ||
      shape.side() > static_cast<int>(max_band_side)) {
    return;
  }
  Orientation second = oriented(shape, map, commuting, !is_transposed);
  const double first_cost = band_difficulty(first.shape, first.map, first.commuting);
  const double second_cost = band_difficulty(second.shape, second.map, second.commuting);
  const Orientation& chosen = second_cost < first_cost ? second : first;
  for (const auto& type : types) by_bands_.emplace_back(chosen.shape, chosen.map, type, chosen.commuting);
  weight_ = weight_of_difficulty * std::min(first_cost, second_cost);
  types_ = types;
  other_ = std::move(second);
}

Integer FixedGrids::count(std::size_t slice, const Poll& poll) const {
  if (by_bands_.empty()) {
    PollBudget unlimited{poll};
    return Integer{by_rows_[slice].count(unlimited).value()};
  }
  const auto by_rows_if_short = [&](const Fillings& fillings) {
    PollBudget budget{poll, max_polls_by_rows};
    return fillings.count(budget);
  };
  if (const auto found = by_rows_if_short(by_rows_[slice])) return Integer{*found};
  if (const auto found = by_rows_if_short(fillings_of(other_, {types_[slice]}).front())) return Integer{*found};
  return by_bands_[slice].count(poll);
}

double FixedGrids::weight(std::size_t /*slice*/) const { return weight_; }

}  // namespace gridcensus::burnside_bfs
