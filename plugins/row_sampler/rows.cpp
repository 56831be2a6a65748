#include "row_sampler/rows.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>

namespace gridcensus::row_sampler {

void Fillings::count(std::span<const Symbols> cells, int symbols) {
  if (symbols < 1 || symbols > max_symbols || cells.empty() || cells.size() > static_cast<std::size_t>(symbols)) {
    throw std::invalid_argument{"no such cells and symbols"};
  }
  cells_.assign(cells.begin(), cells.end());
  const Symbols end = Symbols{1} << static_cast<unsigned>(symbols);
  if (ways_.size() < end) ways_.resize(end);
  ways_[0] = 1;
  for (Symbols set = 1; set < end; ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (size > cells_.size()) continue;
    double sum = 0;
    for (Symbols last = set & cells_[size - 1]; last != 0; last &= last - 1) sum += ways_[set ^ (last & -last)];
    ways_[set] = sum;
  }
}

void Fillings::draw(Random& random, Symbols set, std::span<int> filled) const {
  for (auto cell = static_cast<std::size_t>(std::popcount(set)); cell > 0; --cell) {
    double left = random.unit_interval() * ways_[set];
    Symbols chosen = 0;
    for (Symbols last = set & cells_[cell - 1]; last != 0; last &= last - 1) {
      const Symbols bit = last & -last;
      const double ways = ways_[set ^ bit];
      if (ways <= 0) continue;
      chosen = bit;  // if rounding leaves a remainder, the last one possible
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
  columns_.fill(first_symbols(shape.side()));
  boxes_.fill(first_symbols(shape.side()));
}

void PartialGrid::add_unchecked(std::span<const int> row) {
  const auto cols = static_cast<std::size_t>(shape_.box_cols);
  for (std::size_t stack = 0, col = 0; col < row.size(); ++stack) {
    for (const std::size_t end = col + cols; col < end; ++col) {
      const Symbols bit = single(row[col]);
      columns_[col] &= ~bit;
      boxes_[stack] &= ~bit;
    }
  }
  ++rows_;
  if (rows_ % shape_.box_rows == 0) boxes_.fill(first_symbols(shape_.side()));
}

}  // namespace gridcensus::row_sampler
