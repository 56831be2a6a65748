#pragma once

#include "stack_product/factorisations/graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>

namespace gridcensus::stack_product {

/// The increase of the logarithm of the number of states by one more colour of a symbol, by the colours that it has.
inline constexpr std::array<std::array<int, 5>, 6> order_weights{
    {{}, {}, {}, {110, 0, -110, 0, 0}, {139, 41, -41, -139, 0}, {161, 69, 0, -69, -161}}};

/// The symbols by the number of rows so far that contain them.
template <int degree>
class Degrees {
 public:
  explicit Degrees(int side) { at_[0] = (SymbolSet32{1} << static_cast<unsigned>(side)) - 1; }

  void add(SymbolSet32 row) {
    SymbolSet32 risen = 0;
    unrolled<degree>([&](std::size_t level) {
      const SymbolSet32 leave = at_[level] & row;
      at_[level] = (at_[level] & ~leave) | risen;
      risen = leave;
    });
  }
  /// Returns by how much a row would widen the border, in hundredths of a unit of the natural logarithm of the states.
  int widening(SymbolSet32 row) const {
    int sum = 0;
    unrolled<degree>([&](std::size_t level) {
      if (order_weights[degree][level] != 0) sum += order_weights[degree][level] * std::popcount(at_[level] & row);
    });
    return sum;
  }
  SymbolSet32 at(std::size_t level) const { return at_[level]; }

 private:
  std::array<SymbolSet32, std::size_t{degree}> at_{};
};

/// exp(width / 200) in steps of 16: about the square root of the number of states that the width alone would allow. All
/// graphs that are accepted have widths below 16 * 300.
inline constexpr std::array<double, 300> work_of_width = [] {
  std::array<double, 300> all{1.0};
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1] * 1.0832870676749586;
  return all;
}();

/// Puts the rows in an order in which few symbols are begun and not finished: the next row is always the one that
/// widens the border least.
///
/// @param first  the place among `rows` of the first row of the order
/// @return       an estimate of the work of a sweep in this order
template <int degree>
double order_from(std::span<const SymbolSet32> rows, std::size_t first, Rows& order) {
  Rows left{};
  std::ranges::copy(rows, left.begin());
  std::size_t count = rows.size();
  Degrees<degree> degrees{static_cast<int>(rows.size())};
  int width = 0;
  double work = 0;
  std::size_t best = first;
  for (std::size_t place = 0;; ++place) {
    const SymbolSet32 row = left[best];
    order[place] = row;
    width += degrees.widening(row);
    work += work_of_width[static_cast<std::size_t>(std::max(width, 0)) / 16];
    left[best] = left[--count];
    if (count == 0) return work;
    degrees.add(row);
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < count; ++i) {
      const int widening = degrees.widening(left[i]);
      best = widening < least ? i : best;
      least = std::min(least, widening);
    }
  }
}

/// Returns the rows that contain each symbol: the same graph with rows and symbols exchanged.
inline Rows transposed(std::span<const SymbolSet32> rows) {
  Rows symbols{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (SymbolSet32 left = rows[i]; left != 0; left &= left - 1) symbols[lowest_symbol(left)] |= SymbolSet32{1} << i;
  }
  return symbols;
}

/// Sets `best` to the best of the orders from all first rows if its work is below `least`.
///
/// @return  its work, or `least`
template <int degree>
double improve_order(std::span<const SymbolSet32> rows, double least, Rows& best) {
  for (std::size_t first = 0; first < rows.size(); ++first) {
    Rows order{};
    const double work = order_from<degree>(rows, first, order);
    if (work < least) {
      least = work;
      best = order;
    }
  }
  return least;
}

/// Returns the rows, or the symbols if that is better, in the order of least work.
template <int degree>
Rows in_narrow_order(std::span<const SymbolSet32> rows) {
  Rows best{};
  double least = improve_order<degree>(rows, std::numeric_limits<double>::max(), best);
  if (rows.size() >= 9) {
    const Rows symbols = transposed(rows);
    improve_order<degree>({symbols.data(), rows.size()}, least, best);
  }
  return best;
}

}  // namespace gridcensus::stack_product
