#include "row_sampler/open_grid.hpp"

#include "gridcensus/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::row_sampler {

Neighbours::Neighbours(const Problem& problem) : side{problem.shape.side()} {
  if (side > max_symbols) throw std::invalid_argument{"no such shape"};
  const Problem complete = with_implied_regions(problem);
  regions = complete.regions();
  seen = cells_seen(complete);
  const auto cells = static_cast<std::size_t>(complete.shape.cells());
  for (Region& region : regions) std::ranges::sort(region);
  symbols_are_alike = complete.symbols_are_alike();
  for (const SymbolBits symbols : complete.allowed()) allowed.push_back(static_cast<Symbols>(symbols));
  related.resize(cells);
  for (const RelatedCells& pair : complete.related()) add_related(pair);
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

void Neighbours::add_related(const RelatedCells& pair) {
  const auto [first, second] = pair.cells;
  Related backward{first, std::vector<Symbols>(static_cast<std::size_t>(side), 0)};
  Related forward{second, {}};
  for (int symbol = 0; symbol < side; ++symbol) {
    const auto fitting = static_cast<Symbols>(pair.goes_with[static_cast<std::size_t>(symbol)]);
    forward.goes_with.push_back(fitting);
    for (Symbols left = fitting; left != 0; left &= left - 1) {
      backward.goes_with[static_cast<std::size_t>(std::countr_zero(left))] |= single(symbol);
    }
  }
  related[static_cast<std::size_t>(first)].push_back(std::move(forward));
  related[static_cast<std::size_t>(second)].push_back(std::move(backward));
  has_related_in_rows = has_related_in_rows || first / side == second / side;
}

OpenGrid::OpenGrid(const Neighbours& neighbours) : candidates_{neighbours.allowed} {
  if (!neighbours.symbols_are_alike) {
    is_dead_end_ = std::ranges::find(candidates_, Symbols{0}) != candidates_.end();
    return;
  }
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
    for (const auto& [other, goes_with] : neighbours.related[first + col]) {
      if (static_cast<std::size_t>(other) < first + row.size()) continue;
      Symbols& left = candidates_[static_cast<std::size_t>(other)];
      left &= goes_with[static_cast<std::size_t>(row[col])];
      is_dead_end_ = is_dead_end_ || left == 0;
    }
  }
  ++rows_;
}

bool can_place_symbols(const Problem& problem) {
  const std::vector<SymbolBits> allowed = problem.allowed();
  const auto seen = cells_seen(with_implied_regions(problem));
  const int side = problem.shape.side();
  constexpr int max_cells = 100'000;
  std::vector<int> chosen;
  int tried = 0;
  int symbol = 0;
  const std::function<bool(int)> place = [&](int row) {
    if (row == side) return true;
    for (int cell = row * side; cell < (row + 1) * side; ++cell) {
      if (++tried > max_cells) return true;
      if ((allowed[static_cast<std::size_t>(cell)] >> static_cast<unsigned>(symbol) & 1U) == 0) continue;
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
  const int told_apart = problem.symbols_are_alike() ? 1 : side;
  for (; symbol < told_apart; ++symbol) {
    chosen.clear();
    tried = 0;
    if (!place(0)) return false;
  }
  return true;
}

}  // namespace gridcensus::row_sampler
