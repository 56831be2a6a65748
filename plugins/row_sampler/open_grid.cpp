#include "row_sampler/open_grid.hpp"

#include "gridcensus/rules.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace gridcensus::row_sampler {

Neighbours::Neighbours(const Problem& asked) : side{asked.shape.side()} {
  if (side > max_symbols) throw std::invalid_argument{"no such shape"};
  const Problem problem = with_implied_regions(asked);
  regions = problem.regions();
  seen = cells_seen(problem);
  const auto cells = static_cast<std::size_t>(problem.shape.cells());
  for (Region& region : regions) std::ranges::sort(region);
  seen_below.resize(cells);
  touched.resize(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const int first_below = (static_cast<int>(cell) / side + 1) * side;
    for (const int other : seen[cell]) {
      if (other >= first_below) seen_below[cell].push_back(other);
    }
    for (std::size_t region = 0; region < regions.size(); ++region) {
      if (std::ranges::binary_search(regions[region], static_cast<int>(cell))) continue;
      Cells seen_of_region = 0;
      for (std::size_t i = 0; i < regions[region].size(); ++i) {
        if (std::ranges::binary_search(seen_below[cell], regions[region][i])) seen_of_region |= Cells{1} << i;
      }
      if (seen_of_region != 0) touched[cell].push_back({region, seen_of_region});
    }
  }
}

OpenGrid::OpenGrid(const Neighbours& neighbours) : candidates_(neighbours.seen.size(), first_symbols(neighbours.side)) {
  std::array<int, max_symbols> cells{};
  const auto row = std::span{cells}.first(static_cast<std::size_t>(neighbours.side));
  std::iota(row.begin(), row.end(), 0);
  add_unchecked(neighbours, row);
}

void OpenGrid::add_unchecked(const Neighbours& neighbours, std::span<const int> row) {
  const std::size_t first = static_cast<std::size_t>(rows_) * row.size();
  for (std::size_t col = 0; col < row.size(); ++col) {
    const Symbols symbol = single(row[col]);
    candidates_[first + col] = symbol;
    for (const int below : neighbours.seen_below[first + col]) {
      Symbols& left = candidates_[static_cast<std::size_t>(below)];
      left &= ~symbol;
      is_dead_end_ = is_dead_end_ || left == 0;
    }
  }
  ++rows_;
}

bool can_place_a_symbol(const Problem& problem) {
  const auto seen = cells_seen(with_implied_regions(problem));
  const int side = problem.shape.side();
  constexpr int most_cells = 100'000;
  std::vector<int> chosen;
  int tried = 0;
  const std::function<bool(int)> place = [&](int row) {
    if (row == side) return true;
    for (int cell = row * side; cell < (row + 1) * side; ++cell) {
      if (++tried > most_cells) return true;
      const auto& others = seen[static_cast<std::size_t>(cell)];
      const bool is_seen =
          std::ranges::any_of(chosen, [&](int other) { return std::ranges::binary_search(others, other); });
      if (is_seen) continue;
      chosen.push_back(cell);
      if (place(row + 1)) return true;
      chosen.pop_back();
    }
    return false;
  };
  return place(0);
}

}  // namespace gridcensus::row_sampler
