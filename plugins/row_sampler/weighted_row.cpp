#include "row_sampler/weighted_row.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gridcensus::row_sampler {

WeightedRow::WeightedRow(const Neighbours& neighbours, double foresight)
    : neighbours_{&neighbours},
      side_{static_cast<std::size_t>(neighbours.side)},
      unplaced_(neighbours.regions.size()),
      places_(neighbours.regions.size() * side_),
      weights_(side_ * side_),
      cells_(side_),
      sums_(std::size_t{1} << side_) {
  for (std::size_t before = 0; before <= side_; ++before) {
    for (std::size_t after = 0; after <= side_; ++after) {
      const double share = after == 0 ? 0 : static_cast<double>(after) / static_cast<double>(before);
      cell_factors_.push_back(after == 0 || after > before ? 0 : std::pow(share, foresight));
    }
  }
}

/// @return  true if every symbol has a place in every region
bool WeightedRow::find_places(const OpenGrid& grid) {
  const auto& candidates = grid.candidates();
  const int first = grid.rows() * neighbours_->side;
  const int first_below = first + neighbours_->side;
  std::ranges::fill(places_, 0);
  for (std::size_t region = 0; region < unplaced_.size(); ++region) {
    const Region& cells = neighbours_->regions[region];
    Symbols held = 0;
    Symbols in_row = 0;
    Symbols below = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Symbols symbols = candidates[static_cast<std::size_t>(cells[i])];
      if (cells[i] < first) {
        held |= symbols;
      } else if (cells[i] < first_below) {
        in_row |= symbols;
      } else {
        below |= symbols;
        for (Symbols left = symbols; left != 0; left &= left - 1) {
          places_[region * side_ + static_cast<std::size_t>(std::countr_zero(left))] |= Neighbours::Cells{1} << i;
        }
      }
    }
    unplaced_[region] = first_symbols(neighbours_->side) & ~held;
    if ((unplaced_[region] & ~(in_row | below)) != 0) return false;
    // A symbol without a place below must be in this row within the region.
    const Symbols due = unplaced_[region] & ~below;
    if (due == 0) continue;
    for (std::size_t col = 0; col < side_; ++col) {
      if (!std::ranges::binary_search(cells, first + static_cast<int>(col))) cells_[col] &= ~due;
    }
  }
  return true;
}

void WeightedRow::weigh(const OpenGrid& grid) {
  const auto& candidates = grid.candidates();
  const std::size_t first = static_cast<std::size_t>(grid.rows()) * side_;
  for (std::size_t col = 0; col < side_; ++col) {
    for (Symbols left = cells_[col]; left != 0; left &= left - 1) {
      const Symbols bit = left & -left;
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      double product = 1;
      for (const int below : neighbours_->seen_below[first + col]) {
        const Symbols of_cell = candidates[static_cast<std::size_t>(below)];
        const int count = std::popcount(of_cell);
        if ((of_cell & bit) != 0) product *= cell_factor(count, count - 1);
      }
      for (const auto& [other, goes_with] : neighbours_->related[first + col]) {
        if (static_cast<std::size_t>(other) < first + side_) continue;
        const Symbols of_cell = candidates[static_cast<std::size_t>(other)];
        product *= cell_factor(std::popcount(of_cell), std::popcount(of_cell & goes_with[symbol]));
      }
      for (const auto& touched : neighbours_->touched[first + col]) {
        if ((unplaced_[touched.region] & bit) == 0) continue;
        if ((places_[touched.region * side_ + symbol] & ~touched.seen) == 0) product = 0;
      }
      weight(col, symbol) = product;
      if (product <= 0) cells_[col] &= ~bit;
    }
  }
}

void WeightedRow::prepare(const OpenGrid& grid, const Poll& poll) {
  total_ = 0;
  if (grid.is_dead_end()) return;
  row_ = static_cast<std::size_t>(grid.rows());
  const auto first = grid.candidates().begin() + static_cast<std::ptrdiff_t>(grid.rows()) * neighbours_->side;
  std::copy_n(first, side_, cells_.begin());
  if (!find_places(grid)) return;
  weigh(grid);

  // Sets without a symbol that no later cell allows cannot be part of a full row.
  const Symbols all = first_symbols(neighbours_->side);
  std::vector<Symbols> needed(side_ + 1, all);
  Symbols later = 0;
  for (std::size_t size = side_; size > 0; --size) {
    needed[size] = all & ~later;
    later |= cells_[size - 1];
  }
  constexpr Symbols polled = (Symbols{1} << 20U) - 1;
  sums_[0] = 1;
  for (Symbols set = 1; set <= all; ++set) {
    if ((set & polled) == 0) poll();
    const auto size = static_cast<std::size_t>(std::popcount(set));
    double sum = 0;
    if ((needed[size] & ~set) == 0) {
      for (Symbols last = set & cells_[size - 1]; last != 0; last &= last - 1) {
        sum += weight(size - 1, static_cast<std::size_t>(std::countr_zero(last))) * sums_[set ^ (last & -last)];
      }
    }
    sums_[set] = sum;
  }
  total_ = sums_[all];
}

double WeightedRow::draw(Random& random, std::span<int> row) const {
  if (neighbours_->has_related_in_rows) return draw_related(random, row);
  Symbols set = first_symbols(neighbours_->side);
  double inverse = total_;
  for (std::size_t col = side_; col-- > 0;) {
    double left = random.unit_interval() * sums_[set];
    Symbols chosen = 0;
    for (Symbols last = set & cells_[col]; last != 0; last &= last - 1) {
      const Symbols bit = last & -last;
      const double sum = weight(col, static_cast<std::size_t>(std::countr_zero(bit))) * sums_[set ^ bit];
      if (sum <= 0) continue;
      chosen = bit;  // if rounding leaves a remainder, the last one possible
      left -= sum;
      if (left < 0) break;
    }
    const int symbol = std::countr_zero(chosen);
    row[col] = symbol;
    inverse /= weight(col, static_cast<std::size_t>(symbol));
    set ^= chosen;
  }
  return inverse;
}

double WeightedRow::draw_related(Random& random, std::span<int> row) const {
  Symbols set = first_symbols(neighbours_->side);
  double inverse = 1;
  std::vector<Symbols> cells = cells_;
  for (std::size_t col = side_; col-- > 0;) {
    const auto sum_of = [&](Symbols bit) {
      return weight(col, static_cast<std::size_t>(std::countr_zero(bit))) * sums_[set ^ bit];
    };
    double total = 0;
    for (Symbols last = set & cells[col]; last != 0; last &= last - 1) total += sum_of(last & -last);
    if (total <= 0) return 0;
    double left = random.unit_interval() * total;
    Symbols chosen = 0;
    for (Symbols last = set & cells[col]; last != 0; last &= last - 1) {
      const Symbols bit = last & -last;
      if (sum_of(bit) <= 0) continue;
      chosen = bit;  // if rounding leaves a remainder, the last one possible
      left -= sum_of(bit);
      if (left < 0) break;
    }
    row[col] = std::countr_zero(chosen);
    inverse *= total / sum_of(chosen);
    set ^= chosen;
    const std::size_t first = row_ * side_;
    for (const auto& [other, goes_with] : neighbours_->related[first + col]) {
      const auto cell = static_cast<std::size_t>(other);
      if (cell >= first && cell < first + col) cells[cell - first] &= goes_with[static_cast<std::size_t>(row[col])];
    }
  }
  return inverse;
}

}  // namespace gridcensus::row_sampler
