#include "burnside_bfs/by_bands/band_symmetry.hpp"

#include "burnside_bfs/by_bands/free_bands.hpp"
#include "burnside_bfs/size_of.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace gridcensus::burnside_bfs {

namespace {

/// Returns the lengths of the cycles of a permutation.
std::vector<int> cycle_lengths(const mathematics::Images& images, std::size_t size) {
  std::vector<int> lengths;
  std::vector<bool> is_seen(size, false);
  for (std::size_t first = 0; first < size; ++first) {
    int length = 0;
    for (std::size_t image = first; !is_seen[image]; image = images[image], ++length) is_seen[image] = true;
    if (length > 0) lengths.push_back(length);
  }
  return lengths;
}

/// Returns the number of cycles of cells in a cycle of bands.
std::size_t cell_cycles(const BandCycle& cycle, const std::vector<int>& column_lengths) {
  std::size_t cells = 0;
  for (const int row_length : cycle.row_cycles) {
    for (const int column_length : column_lengths) cells += size_of(std::gcd(row_length, column_length));
  }
  return cells;
}

/// Returns about how many seconds the table of a cycle of bands takes.
///
/// @param is_quick  one band, or free bands: rows that g turns into rows of the same band make fewer states than those
///                  of two
double table_seconds(std::size_t cells, bool is_quick) {
  if (cells <= 24) return 1;
  if (cells <= 36) return is_quick ? 20 : 1'000;
  return cells <= 48 ? 5'000 : 1e6;
}

/// Returns whether the maps of columns, with the turns of the longest cycle of bands, are few enough to be listed.
bool can_list_maps(Shape shape, std::span<const GridMap> commuting, std::size_t max_bands) {
  PermutationGroup maps{size_of(shape.side())};
  for (const mathematics::Images& columns : column_maps(commuting)) {
    maps.insert(PointImages(columns.begin(), columns.begin() + shape.side()));
  }
  return maps.order() * max_bands <= max_column_maps;
}

}  // namespace

std::vector<BandCycle> band_cycles(Shape shape, const GridMap& map) {
  const auto rows = size_of(shape.box_rows);
  std::vector<bool> is_seen(size_of(shape.side()), false);
  std::vector<BandCycle> found;
  for (std::size_t first = 0; first < size_of(shape.bands()); ++first) {
    if (is_seen[first * rows]) continue;
    BandCycle& cycle = found.emplace_back();
    for (std::size_t row = first * rows; row < (first + 1) * rows; ++row) {
      int length = 0;
      for (std::size_t image = row; !is_seen[image]; image = map.rows[image], ++length) {
        is_seen[image] = true;
        const std::size_t band = image / rows;
        if (std::ranges::find(cycle.bands, band) == cycle.bands.end()) cycle.bands.push_back(band);
      }
      if (length > 0) cycle.row_cycles.push_back(length);
    }
    std::ranges::sort(cycle.row_cycles);
  }
  return found;
}

std::vector<mathematics::Images> column_maps(std::span<const GridMap> commuting) {
  std::vector<mathematics::Images> found;
  for (const GridMap& other : commuting) {
    if (!other.is_transposed && other.rows == mathematics::unmoved()) found.push_back(other.columns);
  }
  return found;
}

double band_difficulty(Shape shape, const GridMap& map, std::span<const GridMap> commuting) {
  const auto cycles = band_cycles(shape, map);
  const std::vector<int> column_lengths = cycle_lengths(map.columns, size_of(shape.side()));
  std::size_t max_bands = 0;
  double hardest_table = 1;
  for (const BandCycle& cycle : cycles) {
    max_bands = std::max(max_bands, cycle.bands.size());
    const bool is_quick = cycle.bands.size() == 1 || FreeBands::are_free(shape, map, cycle.bands, {});
    hardest_table = std::max(hardest_table, table_seconds(cell_cycles(cycle, column_lengths), is_quick));
  }
  constexpr double impossible = 1e9;
  if (!can_list_maps(shape, commuting, max_bands)) return impossible;
  // By how many tables are joined.
  constexpr std::array<double, max_band_side + 1> joining{0, 0, 0, 10, 30, 300, 600, 1e4, 1e4, 1e5, 1e5, 1e6, 1e6};
  return hardest_table + joining[cycles.size()];
}

}  // namespace gridcensus::burnside_bfs
