#include "burnside_bfs/by_bands/bands.hpp"

#include "burnside_bfs/by_bands/band_tables.hpp"
#include "burnside_bfs/by_bands/joined_bands.hpp"
#include "burnside_bfs/by_bands/keys.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::burnside_bfs {

Bands::Bands(Shape shape, const GridMap& map, std::vector<int> type, std::span<const GridMap> commuting)
    : symmetry_{shape, map, std::move(type), column_maps(commuting), band_cycles(shape, map)} {
  if (map.is_transposed) throw std::invalid_argument{"a transposition maps no band to a band"};
  if (shape.side() > static_cast<int>(max_band_side)) {
    throw std::invalid_argument{"grids are counted by bands up to side " + std::to_string(max_band_side)};
  }
}

Integer Bands::count(const Poll& poll) const {
  BandTables maker{symmetry_, poll};
  std::map<std::pair<std::size_t, std::vector<int>>, std::size_t> numbers;  // of kinds of cycles of bands
  std::vector<KeyTable> tables;
  std::vector<JoinedBands::Cycle> cycles;
  for (const BandCycle& cycle : symmetry_.band_cycles) {
    const auto [kind, is_new] = numbers.try_emplace({cycle.bands.size(), cycle.row_cycles}, tables.size());
    if (is_new) tables.push_back(maker.table_of(cycle));
    cycles.push_back({kind->second, cycle.bands.size()});
  }
  if (std::ranges::any_of(tables, [](const KeyTable& table) { return table.size() == 0; })) return 0;
  return JoinedBands{std::move(tables), maker.joins(), poll}.total(cycles);
}

}  // namespace gridcensus::burnside_bfs
