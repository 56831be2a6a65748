#include "row_sampler/scaled_row.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::row_sampler {

namespace {

// From measurements; more rounds have no measurable gain.
constexpr int rounds_of_boxes = 8;
constexpr int rounds_of_row = 6;

/// If a matrix cannot be scaled, its rows are dead ends; factors stay bounded anyway, and above 0.
float inverse_of(float sum) {
  constexpr float least = 1e-15F;
  constexpr float greatest = 1e15F;
  return 1 / std::clamp(sum, least, greatest);
}

}  // namespace

ScaledRow::ScaledRow(Shape shape, int counted_cells) : shape_{shape}, counted_cells_{counted_cells} {
  if (counted_cells < 1 || counted_cells > max_counted_cells) throw std::invalid_argument{"no such number of cells"};
  ways_.resize(std::size_t{1} << static_cast<unsigned>(std::min(counted_cells, shape.side())));
}

void ScaledRow::prepare(const PartialGrid& grid) {
  const auto side = static_cast<std::size_t>(shape_.side());
  for (std::size_t col = 0; col < side; ++col) {
    cells_[col] = grid.candidates(static_cast<int>(col));
    by_column_[col].fill(0);
    for (Symbols left = cells_[col]; left != 0; left &= left - 1) {
      by_column_[col][static_cast<std::size_t>(std::countr_zero(left))] = 1;
    }
  }
  if (shape_.box_cols > 1 && grid.rows_left_of_band() < shape_.box_rows) scale_boxes(grid);
  for (std::size_t symbol = 0; symbol < side; ++symbol) {
    by_symbol_[symbol].fill(0);
    for (std::size_t col = 0; col < side; ++col) by_symbol_[symbol][col] = by_column_[col][symbol];
  }
  std::array<int, max_symbols> order{};
  std::iota(order.begin(), order.end(), 0);
  const auto columns = std::span{order}.first(side);
  const Symbols symbols = first_symbols(shape_.side());
  if (shape_.side() <= counted_cells_) {
    count_last_cells(columns, symbols);
    return;
  }
  first_factors_.fill(0);
  std::fill_n(first_factors_.begin(), side, 1.0F);
  factors_ = first_factors_;
  side <= few_lanes ? scale<few_lanes>(columns, symbols, rounds_of_row)
                    : scale<max_lanes>(columns, symbols, rounds_of_row);
  first_factors_ = factors_;
}

void ScaledRow::scale_boxes(const PartialGrid& grid) {
  const auto cols = static_cast<std::size_t>(shape_.box_cols);
  const float sum_of_symbol = 1 / static_cast<float>(grid.rows_left_of_band());
  for (int stack = 0; stack < shape_.stacks(); ++stack) {
    const std::size_t first = static_cast<std::size_t>(stack) * cols;
    Lanes of_symbol{};
    of_symbol.fill(1);
    Lanes of_column{};
    for (int round = 0; round < rounds_of_boxes; ++round) {
      Lanes sums{};
      for (std::size_t col = first; col < first + cols; ++col) {
        float sum = 0;
        for (Symbols left = cells_[col]; left != 0; left &= left - 1) {
          sum += of_symbol[static_cast<std::size_t>(std::countr_zero(left))];
        }
        of_column[col] = inverse_of(sum);
        for (Symbols left = cells_[col]; left != 0; left &= left - 1) {
          sums[static_cast<std::size_t>(std::countr_zero(left))] += of_column[col];
        }
      }
      for (Symbols left = grid.box_left(stack); left != 0; left &= left - 1) {
        const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
        of_symbol[symbol] = sum_of_symbol * inverse_of(sums[symbol]);
      }
    }
    for (std::size_t col = first; col < first + cols; ++col) {
      for (Symbols left = cells_[col]; left != 0; left &= left - 1) {
        const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
        by_column_[col][symbol] = of_column[col] * of_symbol[symbol];
      }
    }
  }
}

/// Scales columns and symbols in turn. All sums have a fixed order, however the compiler transforms the loops.
template <std::size_t lanes>
void ScaledRow::scale(std::span<const int> columns, Symbols symbols, int times) {
  for (int time = 0; time < times; ++time) {
    Lanes of_column{};
    for (Symbols left = symbols; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      const float factor = factors_[symbol];
      for (std::size_t col = 0; col < lanes; ++col) of_column[col] += by_symbol_[symbol][col] * factor;
    }
    Lanes sums{};
    for (const int column : columns) {
      const auto col = static_cast<std::size_t>(column);
      const float factor = inverse_of(of_column[col]);
      for (std::size_t symbol = 0; symbol < lanes; ++symbol) sums[symbol] += by_column_[col][symbol] * factor;
    }
    for (Symbols left = symbols; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      factors_[symbol] = inverse_of(sums[symbol]);
    }
  }
}

double ScaledRow::draw(Random& random, std::span<int> row) {
  factors_ = first_factors_;
  std::array<int, max_symbols> order{};
  const auto columns = std::span{order}.first(row.size());
  std::iota(columns.begin(), columns.end(), 0);
  Symbols symbols = first_symbols(shape_.side());
  double inverse = 1;
  std::size_t done = 0;
  for (; columns.size() - done > static_cast<std::size_t>(counted_cells_); ++done) {
    const auto rest = columns.subspan(done);
    if (done > 0) row.size() <= few_lanes ? scale<few_lanes>(rest, symbols, 1) : scale<max_lanes>(rest, symbols, 1);
    // Cells with the fewest symbols come first, so fewer rows reach a dead end.
    const auto next = std::ranges::min_element(
        rest, {}, [&](int column) { return std::popcount(cells_[static_cast<std::size_t>(column)] & symbols); });
    std::swap(*next, rest.front());
    const auto column = static_cast<std::size_t>(rest.front());
    double total = 0;
    for (Symbols left = cells_[column] & symbols; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      total += share(column, symbol);
    }
    if (total <= 0) return 0;  // no symbol is left
    double draw = random.unit_interval() * total;
    std::size_t chosen = 0;
    double part = 0;
    for (Symbols left = cells_[column] & symbols; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      const double entry = share(column, symbol);
      chosen = symbol;  // if rounding leaves a remainder, the last one possible
      part = entry;
      draw -= entry;
      if (draw < 0) break;
    }
    row[column] = static_cast<int>(chosen);
    inverse *= total / part;
    symbols ^= single(row[column]);
  }
  const auto last = columns.subspan(done);
  if (done > 0) count_last_cells(last, symbols);
  return inverse * draw_last_cells(random, last, row);
}

/// Tabulates the permanents of the last cells: the sums, over the ways to fill them, of the products of their entries.
void ScaledRow::count_last_cells(std::span<const int> columns, Symbols symbols) {
  const std::size_t count = columns.size();
  for (std::size_t local = 0; local < count; ++local, symbols &= symbols - 1) {
    names_[local] = static_cast<std::size_t>(std::countr_zero(symbols));
  }
  for (std::size_t cell = 0; cell < count; ++cell) {
    const Lanes& column = by_column_[static_cast<std::size_t>(columns[cell])];
    allowed_[cell] = 0;
    for (std::size_t local = 0; local < count; ++local) {
      entries_[cell][local] = static_cast<double>(column[names_[local]]);
      if (entries_[cell][local] > 0) allowed_[cell] |= single(static_cast<int>(local));
    }
  }
  // A set of n symbols fills the first n cells.
  ways_[0] = 1;
  for (Symbols set = 1; set <= first_symbols(static_cast<int>(count)); ++set) {
    const auto cell = static_cast<std::size_t>(std::popcount(set)) - 1;
    double sum = 0;
    for (Symbols last = set & allowed_[cell]; last != 0; last &= last - 1) {
      sum += entry(cell, last & -last) * ways_[set ^ (last & -last)];
    }
    ways_[set] = sum;
  }
}

/// Draws the last cells, each way to fill them with a probability proportional to the product of its entries.
///
/// @return  1 / probability; 0 if there is no way
double ScaledRow::draw_last_cells(Random& random, std::span<const int> columns, std::span<int> row) const {
  Symbols set = first_symbols(static_cast<int>(columns.size()));
  double inverse = ways_[set];
  if (inverse <= 0) return 0;
  for (std::size_t cell = columns.size(); cell-- > 0;) {
    double left = random.unit_interval() * ways_[set];
    Symbols chosen = 0;
    for (Symbols last = set & allowed_[cell]; last != 0; last &= last - 1) {
      const Symbols bit = last & -last;
      if (ways_[set ^ bit] <= 0) continue;
      chosen = bit;  // if rounding leaves a remainder, the last one possible
      left -= entry(cell, bit) * ways_[set ^ bit];
      if (left < 0) break;
    }
    inverse /= entry(cell, chosen);
    const std::size_t symbol = names_[static_cast<std::size_t>(std::countr_zero(chosen))];
    row[static_cast<std::size_t>(columns[cell])] = static_cast<int>(symbol);
    set ^= chosen;
  }
  return inverse;
}

}  // namespace gridcensus::row_sampler
