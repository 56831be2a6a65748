#include "stack_product/bands/band_orders.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace gridcensus::stack_product {

BandOrders::BandOrders(int box_rows) : box_rows_{static_cast<std::size_t>(box_rows)} {
  std::vector<int> numbers(box_rows_);
  std::iota(numbers.begin(), numbers.end(), 0);
  do {
    Order& order = orders_.emplace_back();
    for (std::size_t i = 0; i < box_rows_; ++i) order[i] = static_cast<std::uint8_t>(numbers[i]);
  } while (std::next_permutation(numbers.begin(), numbers.end()));
}

RowStructure BandOrders::put(const RowStructure& band, Random& random) const {
  const Order& rows = orders_[static_cast<std::size_t>(random.below(orders_.size()))];
  const Order& boxes = orders_[static_cast<std::size_t>(random.below(orders_.size()))];
  RowStructure result;
  for (std::size_t box = 0; box < box_rows_; ++box) {
    for (std::size_t row = 0; row < box_rows_; ++row) result.rows[box][row] = band.rows[boxes[box]][rows[row]];
  }
  return result;
}

int BandOrders::count_between(const RowStructure& one, const RowStructure& other) const {
  int count = 0;
  // The order of the rows follows from the box that becomes the first: its rows have different symbols.
  for (std::size_t first = 0; first < box_rows_; ++first) {
    Order rows{};
    bool fits = true;
    for (std::size_t row = 0; row < box_rows_ && fits; ++row) {
      const auto sets = std::span{one.rows[first]}.first(box_rows_);
      const auto found = std::ranges::find(sets, other.rows[0][row]);
      fits = found != sets.end();
      if (fits) rows[row] = static_cast<std::uint8_t>(found - sets.begin());
    }
    if (!fits) continue;
    // Then every other box must be one of those left, because two boxes of a band differ in every row.
    bool all_found = true;
    for (std::size_t box = 1; box < box_rows_ && all_found; ++box) {
      bool is_found = false;
      for (std::size_t candidate = 0; candidate < box_rows_ && !is_found; ++candidate) {
        is_found = candidate != first;
        for (std::size_t row = 0; row < box_rows_ && is_found; ++row) {
          is_found = one.rows[candidate][rows[row]] == other.rows[box][row];
        }
      }
      all_found = is_found;
    }
    if (all_found) ++count;
  }
  return count;
}

}  // namespace gridcensus::stack_product
