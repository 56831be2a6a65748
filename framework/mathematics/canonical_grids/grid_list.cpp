#include "canonical_grids/grid_list.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

GridList::GridList(const Problem& problem, Order order)
    : problem_{problem},
      earlier_(static_cast<std::size_t>(problem.shape.cells())),
      allowed_{problem.allowed()},
      related_(earlier_.size()) {
  const auto seen = cells_seen(problem);
  const auto side = static_cast<std::size_t>(problem.shape.side());
  std::vector<std::size_t> place_of(seen.size());
  for (std::size_t place = 0; place < seen.size(); ++place) {
    cells_.push_back(order == Order::rows ? place : place % side * side + place / side);
    place_of[cells_.back()] = place;
  }
  for (std::size_t place = 0; place < seen.size(); ++place) {
    for (const int other : seen[cells_[place]]) {
      const auto cell = static_cast<std::size_t>(other);
      if (place_of[cell] < place) earlier_[place].push_back(cell);
    }
  }
  for (const auto& [cells, goes_with] : problem.related()) {
    const auto one = static_cast<std::size_t>(cells.first);
    const auto other = static_cast<std::size_t>(cells.second);
    if (place_of[one] < place_of[other]) {
      related_[place_of[other]].push_back({one, goes_with});
      continue;
    }
    // The same relation, from the second cell.
    SymbolTable turned(side, 0);
    for (std::size_t symbol = 0; symbol < side; ++symbol) {
      for (std::size_t with = 0; with < side; ++with) {
        turned[with] |= (goes_with[symbol] >> with & 1U) << symbol;
      }
    }
    related_[place_of[one]].push_back({other, std::move(turned)});
  }
}

GridList::GridList(const Problem& problem, const Canonicaliser& classes) : GridList{problem, Order::rows} {
  classes_ = &classes;
  has_names_ = problem.symbols_are_alike();
}

/// Fills the cells that follow one beginning.
class GridList::Filling {
 public:
  Filling(const GridList& list, Grid& grid, std::size_t end, const Visit& visit)
      : list_{list}, grid_{grid}, side_{static_cast<std::size_t>(grid.shape.side())}, end_{end}, visit_{visit} {}

  /// @param used  number of symbols before this place, if they are named as they occur
  void fill(std::size_t place, std::size_t used) {
    if (place > begin_ && place % side_ == 0 && !may_continue(place)) return;
    if (place == end_) {
      visit_(grid_, automorphisms_);
      return;
    }
    const std::size_t symbols = list_.has_names_ ? std::min(used + 1, side_) : side_;
    SymbolBits left = list_.allowed_[list_.cells_[place]] & ~SymbolBits{0} >> (64 - symbols);
    for (const std::size_t cell : list_.earlier_[place]) left &= ~(SymbolBits{1} << grid_.symbols[cell]);
    for (const auto& [cell, goes_with] : list_.related_[place]) left &= goes_with[grid_.symbols[cell]];
    std::uint8_t& symbol = grid_.symbols[list_.cells_[place]];
    for (; left != 0; left &= left - 1) {
      symbol = static_cast<std::uint8_t>(std::countr_zero(left));
      fill(place + 1, std::max<std::size_t>(used, symbol + 1U));
    }
  }

  void run(std::size_t begin) {
    begin_ = begin;
    std::size_t used = 0;
    for (std::size_t place = 0; place < begin; ++place) {
      used = std::max<std::size_t>(used, grid_.symbols[list_.cells_[place]] + 1U);
    }
    fill(begin, used);
  }

 private:
  bool may_continue(std::size_t place) {
    if (list_.classes_ == nullptr) return true;
    const auto automorphisms = list_.classes_->least_rows(grid_, static_cast<int>(place / side_));
    automorphisms_ = place == grid_.symbols.size() ? automorphisms.value_or(0) : 0;
    return automorphisms.has_value();
  }

  const GridList& list_;
  Grid& grid_;
  std::size_t side_;
  std::size_t begin_ = 0;
  std::size_t end_;
  const Visit& visit_;
  std::uint64_t automorphisms_ = 0;
};

void GridList::extend(Grid grid, int from, int to, const Visit& visit) const {
  const auto side = static_cast<std::size_t>(problem_.shape.side());
  grid.symbols.resize(cells_.size());
  Filling{*this, grid, static_cast<std::size_t>(to) * side, visit}.run(static_cast<std::size_t>(from) * side);
}

GridList::Beginnings GridList::beginnings(const Integer& expected) const {
  constexpr std::size_t few = 20'000;
  Beginnings all{0, {Grid{problem_.shape, std::vector<std::uint8_t>(cells_.size())}}};
  while (all.lines + 1 < problem_.shape.side() && Integer{all.grids.size()} * few < expected) {
    std::vector<Grid> next;
    for (const Grid& beginning : all.grids) {
      extend(beginning, all.lines, all.lines + 1,
             [&](const Grid& grid, std::uint64_t /*automorphisms*/) { next.push_back(grid); });
    }
    all = {all.lines + 1, std::move(next)};
  }
  return all;
}

Grid GridList::beginning_of(const Grid& grid, int lines) const {
  Grid beginning = grid;
  const auto begin = static_cast<std::size_t>(lines) * static_cast<std::size_t>(grid.shape.side());
  for (std::size_t place = begin; place < cells_.size(); ++place) {
    beginning.symbols[cells_[place]] = 0;
  }
  return beginning;
}

bool GridList::is_before(const Grid& grid, const Grid& other) const {
  for (const std::size_t cell : cells_) {
    if (grid.symbols[cell] != other.symbols[cell]) return grid.symbols[cell] < other.symbols[cell];
  }
  return false;
}

}  // namespace gridcensus::canonical_grids
