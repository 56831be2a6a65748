#include "stack_product/bands/narrow_bands.hpp"

#include "closed_formulas/closed_formulas.hpp"

namespace gridcensus::stack_product {

namespace {

/// Returns the sum over k up to `last` of binomial(n, k)^3.
std::uint64_t sum_of_cubes(int n, int last) {
  mathematics::UInt128 sum = 0;
  for (int k = 0; k <= last; ++k) sum += mathematics::checked_power(mathematics::binomial(n, k), 3);
  return static_cast<std::uint64_t>(sum);
}

Shuffle shuffle_for(Shape shape) {
  if (shape.box_rows == 3) return Shuffle{shape.side(), 1, sum_of_cubes(shape.box_cols, shape.box_cols)};
  return Shuffle{shape.side(), shape.box_cols};  // the first box_cols symbols are a row
}

}  // namespace

NarrowBands::NarrowBands(Shape shape)
    : box_rows_{static_cast<std::size_t>(shape.box_rows)},
      box_cols_{static_cast<std::size_t>(shape.box_cols)},
      side_{static_cast<std::size_t>(shape.side())},
      shuffle_{shuffle_for(shape)} {
  if (shape.box_rows < 3) {
    ends_[0] = 1;
    return;
  }
  for (int k = 0; k <= shape.box_cols; ++k) ends_.at(static_cast<std::size_t>(k)) = sum_of_cubes(shape.box_cols, k);
}

}  // namespace gridcensus::stack_product
