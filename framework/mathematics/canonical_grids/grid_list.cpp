#include "canonical_grids/grid_list.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

GridList::GridList(const Problem& problem, Order order) : problem_{problem}, search_{problem} {
  const auto side = static_cast<std::size_t>(problem.shape.side());
  for (std::size_t place = 0; place < side * side; ++place) {
    cells_.push_back(order == Order::rows ? place : place % side * side + place / side);
  }
}

GridList::GridList(const Problem& problem, const Canonicaliser& classes) : GridList{problem, Order::rows} {
  classes_ = &classes;
  has_names_ = problem.symbols_are_alike();
}

/// Fills the cells that follow one beginning.
class GridList::Filling {
 public:
  Filling(const GridList& list, Grid& grid, std::size_t begin, std::size_t end, const Visit& visit, const Poll& poll)
      : list_{list},
        grid_{grid},
        side_{static_cast<std::size_t>(grid.shape.side())},
        begin_{begin},
        end_{end},
        visit_{visit},
        walk_{list.search_, poll} {}

  void run() {
    std::size_t depth = 0;
    std::size_t used = 0;
    for (std::size_t place = 0; place < begin_; ++place) {
      const std::size_t cell = list_.cells_[place];
      const std::size_t symbol = grid_.symbols[cell];
      const SymbolBits taken = SymbolBits{1} << symbol;
      if ((walk_.candidates(depth, cell) & taken) == 0) return;
      if (!walk_.is_filled(depth, cell) && !walk_.go(depth++, cell, taken)) return;
      used = std::max(used, symbol + 1);
    }
    fill(begin_, depth, used);
  }

 private:
  /// The number of dead ends in a row after which nodes are entered only if a grid is below them.
  static constexpr int many_dead_ends = 32;

  /// @param depth  of the walk
  /// @param used   number of symbols before this place, if they are named as they occur
  void fill(std::size_t place, std::size_t depth, std::size_t used) {
    if (place > begin_ && place % side_ == 0 && !may_continue(place)) return;
    if (place == end_) {
      if (end_ < list_.cells_.size() && !walk_.has_grid(depth)) return;
      dead_ends_ = 0;
      visit_(grid_, automorphisms_);
      return;
    }
    const std::size_t cell = list_.cells_[place];
    const std::size_t symbols = list_.has_names_ ? std::min(used + 1, side_) : side_;
    SymbolBits left = walk_.candidates(depth, cell) & ~SymbolBits{0} >> (64 - symbols);
    const bool is_filled = walk_.is_filled(depth, cell);
    for (; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      if (!is_filled && !may_go(depth, cell, SymbolBits{1} << symbol)) {
        ++dead_ends_;
        continue;
      }
      grid_.symbols[cell] = static_cast<std::uint8_t>(symbol);
      fill(place + 1, is_filled ? depth : depth + 1, std::max(used, symbol + 1));
    }
  }

  bool may_go(std::size_t depth, std::size_t cell, SymbolBits symbol) {
    return walk_.go(depth, cell, symbol) && (dead_ends_ < many_dead_ends || walk_.has_grid(depth + 1));
  }

  bool may_continue(std::size_t place) {
    if (list_.classes_ == nullptr) return true;
    const auto automorphisms = list_.classes_->least_rows(grid_, static_cast<int>(place / side_));
    automorphisms_ = place == grid_.symbols.size() ? automorphisms.value_or(0) : 0;
    // A prefix that is not least may have grids.
    if (!automorphisms) dead_ends_ = 0;
    return automorphisms.has_value();
  }

  const GridList& list_;
  Grid& grid_;
  std::size_t side_;
  std::size_t begin_;
  std::size_t end_;
  const Visit& visit_;
  candidate_search::CandidateSearch::Walk walk_;
  std::uint64_t automorphisms_ = 0;
  int dead_ends_ = 0;  ///< since the last grid
};

void GridList::extend(Grid grid, int from, int to, const Visit& visit, const Poll& poll) const {
  const auto side = static_cast<std::size_t>(problem_.shape.side());
  grid.symbols.resize(cells_.size());
  Filling{*this, grid, static_cast<std::size_t>(from) * side, static_cast<std::size_t>(to) * side, visit, poll}.run();
}

GridList::Beginnings GridList::beginnings(const Integer& expected, const Poll& poll) const {
  constexpr std::size_t few = 20'000;
  Beginnings all{0, {Grid{problem_.shape, std::vector<std::uint8_t>(cells_.size())}}};
  while (all.lines + 1 < problem_.shape.side() && Integer{all.grids.size()} * few < expected) {
    std::vector<Grid> next;
    for (const Grid& beginning : all.grids) {
      extend(
          beginning, all.lines, all.lines + 1,
          [&](const Grid& grid, std::uint64_t /*automorphisms*/) { next.push_back(grid); }, poll);
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
