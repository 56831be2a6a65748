#include "row_sampler/last_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace gridcensus::row_sampler {

namespace {

/// The bipartite graph of columns and symbols, an edge if the column lacks the symbol. Sets of columns have the type of
/// sets of symbols.
class LeftOver {
 public:
  explicit LeftOver(const PartialGrid& grid) : side_{grid.shape().side()} {
    for (int col = 0; col < side_; ++col) {
      symbols_of_[at(col)] = grid.column_left(col);
      for (Symbols left = grid.column_left(col); left != 0; left &= left - 1) {
        columns_of_[at(std::countr_zero(left))] |= single(col);
      }
    }
  }

  /// Returns the ways for a 2-regular graph: 2^cycles.
  double ways_of_two_rows() const {
    double ways = 1;
    Symbols columns = first_symbols(side_);
    while (columns != 0) {
      ways *= 2;
      int col = std::countr_zero(columns);
      Symbols symbol = symbols_of_[at(col)] & -symbols_of_[at(col)];
      do {
        columns &= ~single(col);
        col = std::countr_zero(columns_of_[at(std::countr_zero(symbol))] & ~single(col));
        symbol ^= symbols_of_[at(col)];
      } while ((columns & single(col)) != 0);
    }
    return ways;
  }

  /// Returns the ways for a 3-regular graph.
  double ways_of_three_rows() {
    const Symbols columns = first_symbols(side_);
    const int symbol = std::countr_zero(symbols_of_[0]);
    toggle(0, symbol);
    const double ways = sum_over_matchings(columns & ~single(0), columns & ~single(symbol));
    toggle(0, symbol);
    return 3 * ways;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void toggle(int col, int symbol) {
    symbols_of_[at(col)] ^= single(symbol);
    columns_of_[at(symbol)] ^= single(col);
  }

  /// Removes every matching of the given columns and symbols in turn, and adds up the ways of the rest.
  double sum_over_matchings(Symbols columns, Symbols symbols) {
    if (columns == 0) return ways_of_two_rows();
    int col = 0;
    int fewest = side_ + 1;
    for (Symbols left = columns; left != 0 && fewest > 1; left &= left - 1) {
      const int choices = std::popcount(symbols_of_[at(std::countr_zero(left))] & symbols);
      if (choices >= fewest) continue;
      fewest = choices;
      col = std::countr_zero(left);
    }
    double sum = 0;
    for (Symbols left = symbols_of_[at(col)] & symbols; left != 0; left &= left - 1) {
      const int symbol = std::countr_zero(left);
      toggle(col, symbol);
      sum += sum_over_matchings(columns & ~single(col), symbols & ~single(symbol));
      toggle(col, symbol);
    }
    return sum;
  }

  int side_;
  std::array<Symbols, max_symbols> symbols_of_{};
  std::array<Symbols, max_symbols> columns_of_{};
};

}  // namespace

int counted_rows(Shape shape) {
  const int rows = shape.box_rows == 1 ? shape.side() : shape.box_rows;
  return std::min(rows, 3);
}

double count_last_rows(const PartialGrid& grid) {
  const int rows = grid.shape().side() - grid.rows();
  if (rows > counted_rows(grid.shape())) throw std::invalid_argument{"too many rows are left"};
  if (rows < 2) return 1;
  LeftOver graph{grid};
  return rows == 2 ? graph.ways_of_two_rows() : graph.ways_of_three_rows();
}

}  // namespace gridcensus::row_sampler
