// Counts pairs of a Latin square and a partition of its cells into connected regions of SIDE cells with all symbols: it
// lists the squares, and counts the partitions of each. Strategies count the same pairs by partitions, and this program
// shares no code with them.
//
//     jigsaw_total SIDE TOTAL
//
// Exits with 1 if the number is not TOTAL (OEIS A172478).
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Cells = std::uint64_t;  // bit row * side + column

constexpr int max_side = 6;
constexpr std::size_t max_cells = 36;

Cells cell(int number) { return Cells{1} << number; }

/// Returns the cells that share a side with one of these.
Cells neighbours(Cells cells, int side) {
  Cells found = 0;
  for (int i = 0; i < side * side; ++i) {
    if ((cells & cell(i)) == 0) continue;
    if (i % side > 0) found |= cell(i - 1);
    if (i % side < side - 1) found |= cell(i + 1);
    if (i >= side) found |= cell(i - side);
    if (i < side * (side - 1)) found |= cell(i + side);
  }
  return found & ~cells;
}

/// Returns the connected sets of `side` cells.
std::vector<Cells> connected_regions(int side) {
  std::set<Cells> regions;
  for (int i = 0; i < side * side; ++i) regions.insert(cell(i));
  for (int size = 1; size < side; ++size) {
    std::set<Cells> larger;
    for (const Cells region : regions) {
      for (Cells next = neighbours(region, side); next != 0; next &= next - 1) larger.insert(region | (next & -next));
    }
    regions = std::move(larger);
  }
  return {regions.begin(), regions.end()};
}

class Squares {
 public:
  explicit Squares(int side) : side_{side} {
    for (const Cells region : connected_regions(side)) {
      Region& added = regions_.emplace_back();
      added.cells = region;
      for (Cells rest = region; rest != 0; rest &= rest - 1) added.numbers.push_back(std::countr_zero(rest));
    }
    rainbow_.resize(max_cells);
  }

  /// Returns the number of pairs in which the first row is in order.
  std::uint64_t pairs() {
    std::vector<unsigned> columns;
    for (int column = 0; column < side_; ++column) {
      symbols_[static_cast<std::size_t>(column)] = 1U << column;
      columns.push_back(1U << column);
    }
    return pairs_from(side_, 0, columns);
  }

 private:
  struct Region {
    Cells cells = 0;
    std::vector<int> numbers;
  };

  /// Returns the number of pairs with the cells before this one. `row` has the symbols of its row so far, `columns`
  /// those of each column.
  std::uint64_t pairs_from(int number, unsigned row, std::vector<unsigned>& columns) {
    if (number == side_ * side_) return partitions();
    std::uint64_t pairs = 0;
    unsigned& column = columns[static_cast<std::size_t>(number % side_)];
    const bool ends_row = number % side_ == side_ - 1;
    for (unsigned free = ((1U << side_) - 1) & ~(row | column); free != 0; free &= free - 1) {
      const unsigned symbol = free & -free;
      symbols_[static_cast<std::size_t>(number)] = symbol;
      column |= symbol;
      pairs += pairs_from(number + 1, ends_row ? 0 : row | symbol, columns);
      column &= ~symbol;
    }
    return pairs;
  }

  /// Returns the number of partitions of the square into regions with all symbols.
  std::uint64_t partitions() {
    for (auto& regions : rainbow_) regions.clear();
    const unsigned all = (1U << side_) - 1;
    for (const Region& region : regions_) {
      unsigned seen = 0;
      for (const int number : region.numbers) seen |= symbols_[static_cast<std::size_t>(number)];
      if (seen == all) rainbow_[static_cast<std::size_t>(region.numbers.front())].push_back(region.cells);
    }
    return covers(~Cells{0} >> (64 - side_ * side_));
  }

  /// Returns the number of partitions of these cells. The first cell is in a region of which it is the first cell.
  std::uint64_t covers(Cells left) {
    if (left == 0) return 1;
    std::uint64_t number = 0;
    for (const Cells region : rainbow_[static_cast<std::size_t>(std::countr_zero(left))]) {
      if ((region & ~left) == 0) number += covers(left & ~region);
    }
    return number;
  }

  int side_;
  std::vector<Region> regions_;
  std::vector<std::vector<Cells>> rainbow_;  // regions with all symbols, by their first cell
  std::array<unsigned, max_cells> symbols_{};
};

}  // namespace

int main(int argc, char** argv) {
  const auto side = argc == 3 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 0;
  if (side < 1 || side > max_side) {
    std::cerr << "usage: jigsaw_total SIDE TOTAL, with SIDE from 1 to " << max_side << '\n';
    return 2;
  }
  std::uint64_t total = Squares{side}.pairs();
  for (int symbol = 2; symbol <= side; ++symbol) total *= static_cast<std::uint64_t>(symbol);
  std::cout << total << '\n';
  return std::to_string(total) == argv[2] ? 0 : 1;
}
