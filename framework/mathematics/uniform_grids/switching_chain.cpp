#include "uniform_grids/switching_chain.hpp"

#include "grids/grid_maps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gridcensus::uniform_grids {

using mathematics::Grid;

namespace {

/// Exchanges the contents of two lines with probability 1/2 along each cycle of the permutation that maps the symbols
/// of one to those of the other.
///
/// @param first   the place of the line's first cell
/// @param stride  from a cell of a line to the next
void switch_cycles(Grid& grid, std::size_t first, std::size_t second, std::size_t stride, Random& random) {
  const auto side = static_cast<std::size_t>(grid.shape.side());
  std::array<std::uint8_t, mathematics::max_grid_side> where{};  // by symbol: its place in the first line
  for (std::size_t i = 0; i < side; ++i) where[grid.symbols[first + i * stride]] = static_cast<std::uint8_t>(i);
  std::uint64_t coins = random();  // there are at most 12 cycles
  std::uint32_t is_met = 0;
  for (std::size_t begin = 0; begin < side; ++begin) {
    if ((is_met >> begin & 1U) != 0) continue;
    const bool is_exchanged = (coins & 1U) != 0;
    coins >>= 1U;
    for (std::size_t i = begin; (is_met >> i & 1U) == 0;) {
      is_met |= std::uint32_t{1} << i;
      std::uint8_t& one = grid.symbols[first + i * stride];
      std::uint8_t& other = grid.symbols[second + i * stride];
      const std::size_t next = where[other];
      if (is_exchanged) std::swap(one, other);
      i = next;
    }
  }
}

/// Exchanges two symbols with probability 1/2 in each set of cells that rows, columns and boxes connect.
void switch_symbols(Grid& grid, std::uint8_t one, std::uint8_t other, Random& random) {
  const auto side = static_cast<std::size_t>(grid.shape.side());
  const auto rows = static_cast<std::size_t>(grid.shape.box_rows);
  const auto columns = static_cast<std::size_t>(grid.shape.box_cols);
  // A line, or a box, connects a cell with the one symbol to a cell with the other: each cell has three connections.
  // Their positions: by symbol; by row, column and box.
  std::array<std::array<std::uint16_t, std::size_t{3} * mathematics::max_grid_side>, 2> at{};
  const auto lines_of = [&](std::size_t cell) {
    const std::size_t row = cell / side;
    const std::size_t column = cell % side;
    return std::array{row, side + column, 2 * side + row / rows * rows + column / columns};
  };
  for (std::size_t cell = 0; cell < side * side; ++cell) {
    const std::uint8_t symbol = grid.symbols[cell];
    if (symbol != one && symbol != other) continue;
    for (const std::size_t line : lines_of(cell)) at[symbol == one ? 0 : 1][line] = static_cast<std::uint16_t>(cell);
  }
  std::array<bool, mathematics::max_grid_side> is_met{};  // by row: its cell with the one symbol
  std::array<std::uint16_t, mathematics::max_grid_side> waiting{};
  const std::uint64_t coins = random();
  for (std::size_t first = 0; first < side; ++first) {
    if (is_met[first]) continue;
    const bool is_exchanged = (coins >> first & 1U) != 0;
    std::size_t count = 0;
    const auto meet = [&](std::uint16_t cell) {
      if (is_met[cell / side]) return;
      is_met[cell / side] = true;
      waiting[count++] = cell;
    };
    meet(at[0][first]);
    // The row of each cell connects it to a cell of the other symbol, which two more lines connect to cells of the
    // first.
    for (std::size_t next = 0; next < count; ++next) {
      for (const std::size_t line : lines_of(waiting[next])) {
        for (const std::size_t back : lines_of(at[1][line])) meet(at[0][back]);
      }
    }
    if (!is_exchanged) continue;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = waiting[i] / side;
      grid.symbols[waiting[i]] = other;
      grid.symbols[at[1][row]] = one;
    }
  }
}

}  // namespace

Grid SwitchingChain::draw(Random& random) const {
  Grid grid =
      apply(mathematics::random_map(shape_, mathematics::all_moves(shape_), random), mathematics::base_grid(shape_));
  const auto [rows, columns] = shape_;
  const auto side = static_cast<std::uint64_t>(shape_.side());
  // Pairs of rows of a band, then pairs of columns of a stack, then pairs of symbols, each pair in both orders.
  const std::uint64_t row_pairs = side * static_cast<std::uint64_t>(rows - 1);
  const std::uint64_t column_pairs = side * static_cast<std::uint64_t>(columns - 1);
  const std::uint64_t symbol_pairs = side * (side - 1);
  const std::uint64_t pairs = row_pairs + column_pairs + symbol_pairs;
  for (std::uint64_t step = 0; step < rounds_ * pairs / 2; ++step) {
    std::uint64_t pair = random.below(pairs);
    const bool has_rows = pair < row_pairs;
    const bool has_symbols = pair >= row_pairs + column_pairs;
    if (has_symbols) {
      pair -= row_pairs + column_pairs;
    } else if (!has_rows) {
      pair -= row_pairs;
    }
    const auto size = has_symbols ? side : static_cast<std::uint64_t>(has_rows ? rows : columns);
    const std::uint64_t others = std::max<std::uint64_t>(size, 2) - 1;  // a single line is in no pair, and never drawn
    const std::uint64_t first = pair / others;
    const std::uint64_t block = first / size * size;
    const std::uint64_t second = block + (first % size + 1 + pair % others) % size;
    if (has_symbols) {
      switch_symbols(grid, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second), random);
    } else {
      const std::uint64_t along = has_rows ? side : 1;  // from a line to the next
      switch_cycles(grid, first * along, second * along, has_rows ? 1 : side, random);
    }
  }
  return grid;
}

}  // namespace gridcensus::uniform_grids
