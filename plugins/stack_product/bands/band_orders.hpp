#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// The orders of the rows and of the boxes of a band, R!^2 of them. The grids that a set of bands makes do not depend
/// on them.
class BandOrders {
 public:
  /// @param box_rows  R, rows and boxes of the band
  explicit BandOrders(int box_rows);

  /// Returns the band in a uniformly random order.
  RowStructure put(const RowStructure& band, Random& random) const;

  /// Returns the number of orders that turn one band into the other.
  ///
  /// @cost  R^2 steps if the two are unrelated
  int count_between(const RowStructure& one, const RowStructure& other) const;

 private:
  using Order = std::array<std::uint8_t, max_box_rows>;

  std::size_t box_rows_;
  std::vector<Order> orders_;
};

}  // namespace gridcensus::stack_product
