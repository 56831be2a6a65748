#include "burnside_bfs/by_bands/band_fillings.hpp"

#include <utility>

namespace gridcensus::burnside_bfs {

BandFillings::BandFillings(Shape shape, const LabelCycles& labels, std::vector<std::uint16_t> cells)
    : shape_{shape}, side_{static_cast<std::size_t>(shape.side())}, labels_{labels}, cells_{std::move(cells)} {}

CellLines BandFillings::lines_of(std::size_t cell) const {
  const auto rows = static_cast<std::size_t>(shape_.box_rows);
  const std::size_t row = cell / side_;  // NOLINT(clang-analyzer-core.DivideZero): a side is 1 at least
  const std::size_t column = cell % side_;
  const std::size_t box = row / rows * rows + column / static_cast<std::size_t>(shape_.box_cols);
  return {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(side_ + column),
          static_cast<std::uint8_t>(2 * side_ + box)};
}

PlannedCycle<BandFillings::Filling> BandFillings::planned(const CellCycle& cycle) const {
  PlannedCycle<Filling> plan{cycle.front(), labels_.fitting_labels(cycle), std::vector<Filling>(side_)};
  for (std::size_t label = 0; label < side_; ++label) {
    Filling& filling = plan.with[label];
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const std::size_t image = labels_.image(label, i);
      for (const std::size_t line : cycle[i]) {
        filling.labels[line] =
            static_cast<SymbolSet>(filling.labels[line] | mathematics::singleton(static_cast<int>(image)));
        for (std::size_t c = 0; c < labels_.cycles().size(); ++c) {
          if (labels_.cycles()[c].first == image) filling.lines[c] |= LineSet{1} << line;
        }
      }
    }
  }
  return plan;
}

std::vector<BandFillings::Region> BandFillings::regions_of(std::size_t band) const {
  const auto rows = static_cast<std::size_t>(shape_.box_rows);
  std::vector<bool> is_filled(cells_.size(), false);
  std::vector<Region> regions;
  for (std::size_t row = band * rows; row < (band + 1) * rows; ++row) {
    Region region;
    for (std::size_t column = 0; column < side_; ++column) {
      CellCycle cells;
      for (std::size_t cell = row * side_ + column; !is_filled[cell]; cell = cells_[cell]) {
        is_filled[cell] = true;
        cells.push_back(lines_of(cell));
      }
      if (!cells.empty()) region.cycles_.push_back(planned(cells));
    }
    if (region.cycles_.empty()) continue;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (is_filled[cell]) continue;
      for (const std::size_t line : lines_of(cell)) region.open_after_ |= LineSet{1} << line;
    }
    region.is_first_ = regions.empty();
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace gridcensus::burnside_bfs
