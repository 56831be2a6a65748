#include "stack_product/bands/row_assignments.hpp"

#include <bit>
#include <utility>

namespace gridcensus::stack_product {

RowAssignments::RowAssignments(int rows, int box_cols, std::vector<RowSet> sets)
    : box_cols_{static_cast<std::size_t>(box_cols)}, sets_{std::move(sets)} {
  std::size_t fills = 1;
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    digit_[row] = fills;
    fills *= box_cols_ + 1;
  }
  ways_.assign(fills, 0);
  ways_.back() = 1;
  for (std::size_t fill = fills - 1; fill-- > 0;) {
    std::array<std::size_t, max_box_rows> filled{};
    std::size_t dealt = 0;
    for (std::size_t row = 0, rest = fill; rest > 0; ++row, rest /= box_cols_ + 1) {
      filled[row] = rest % (box_cols_ + 1);
      dealt += filled[row];
    }
    for (RowSet set = sets_[dealt]; set != 0; set &= set - 1) {
      const auto row = static_cast<std::size_t>(std::countr_zero(set));
      if (filled[row] < box_cols_) ways_[fill] += ways_[fill + digit_[row]];
    }
  }
}

std::uint64_t RowAssignments::count_with_first_in(int row, int symbols) const {
  return static_cast<std::size_t>(symbols) > box_cols_
             ? 0
             : ways_[static_cast<std::size_t>(symbols) * digit_[static_cast<std::size_t>(row)]];
}

void RowAssignments::at(std::uint64_t number, RowOfSymbol& rows) const {
  std::array<std::size_t, max_box_rows> filled{};
  std::size_t fill = 0;
  for (std::size_t symbol = 0; symbol < sets_.size(); ++symbol) {
    for (RowSet set = sets_[symbol];; set &= set - 1) {
      const auto row = static_cast<std::size_t>(std::countr_zero(set));
      // A full row has no digit left to count up; other rows end the loop before the set is empty.
      if (filled[row] == box_cols_) continue;
      const std::uint64_t ways = ways_[fill + digit_[row]];
      if (number < ways) {
        rows[symbol] = static_cast<std::uint8_t>(row);
        ++filled[row];
        fill += digit_[row];
        break;
      }
      number -= ways;
    }
  }
}

}  // namespace gridcensus::stack_product
