#include "row_sampler/rows.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>

namespace gridcensus::row_sampler {

void Fillings::count(std::span<const Symbols> cells, int symbols, const Poll& poll) {
  if (symbols < 1 || symbols > max_symbols || cells.empty() || cells.size() > static_cast<std::size_t>(symbols)) {
    throw std::invalid_argument{"no such cells and symbols"};
  }
  cells_.assign(cells.begin(), cells.end());
  const Symbols end = Symbols{1} << static_cast<unsigned>(symbols);
  if (ways_.size() < end) ways_.resize(end);
  ways_[0] = 1;
  const int most = static_cast<int>(cells.size());
  constexpr Symbols polled = (Symbols{1} << 20U) - 1;
  if (2 * most < symbols) {
    // Few of all sets: size by size.
    for (int size = 1; size <= most; ++size) {
      for (Symbols set = first_symbols(size); set < end; set = next_of_same_size(set)) {
        ways_[set] = count_one(set, size);
      }
      if (poll) poll();
    }
    return;
  }
  // Sets that lack a symbol which no later cell allows cannot be part of a full row.
  std::vector<Symbols> needed(cells.size() + 1, 0);
  if (most == symbols) {
    Symbols later = 0;
    for (std::size_t size = cells.size(); size > 0; --size) {
      needed[size] = (end - 1) & ~later;
      later |= cells[size - 1];
    }
  }
  for (Symbols set = 1; set < end; ++set) {
    if (poll && (set & polled) == 0) poll();
    const int size = std::popcount(set);
    if (size > most) continue;
    const bool is_part = (needed[static_cast<std::size_t>(size)] & ~set) == 0;
    ways_[set] = is_part ? count_one(set, size) : 0;
  }
}

double Fillings::count_one(Symbols set, int size) const {
  double sum = 0;
  for (Symbols last = set & cells_[static_cast<std::size_t>(size) - 1]; last != 0; last &= last - 1) {
    sum += ways_[set ^ (last & -last)];
  }
  return sum;
}

void Fillings::draw(Random& random, Symbols set, std::span<int> filled) const {
  for (auto cell = static_cast<std::size_t>(std::popcount(set)); cell > 0; --cell) {
    double left = random.unit_interval() * ways_[set];
    Symbols chosen = 0;
    for (Symbols last = set & cells_[cell - 1]; last != 0; last &= last - 1) {
      const Symbols bit = last & -last;
      const double ways = ways_[set ^ bit];
      if (ways <= 0) continue;
      chosen = bit;  // where rounding leaves something over, the last one possible
      left -= ways;
      if (left < 0) break;
    }
    filled[cell - 1] = std::countr_zero(chosen);
    set ^= chosen;
  }
}

PartialGrid::PartialGrid(Shape shape) : shape_{shape} {
  if (shape.box_rows < 1 || shape.box_cols < 1 || shape.side() > max_symbols) {
    throw std::invalid_argument{"no such shape"};
  }
  columns_.assign(static_cast<std::size_t>(shape.side()), first_symbols(shape.side()));
  boxes_.assign(static_cast<std::size_t>(shape.stacks()), first_symbols(shape.side()));
}

void PartialGrid::add_unchecked(std::span<const int> row) {
  for (std::size_t col = 0; col < columns_.size(); ++col) {
    const Symbols bit = single(row[col]);
    columns_[col] &= ~bit;
    boxes_[col / static_cast<std::size_t>(shape_.box_cols)] &= ~bit;
  }
  ++rows_;
  if (rows_ % shape_.box_rows == 0) std::fill(boxes_.begin(), boxes_.end(), first_symbols(shape_.side()));
}

}  // namespace gridcensus::row_sampler
