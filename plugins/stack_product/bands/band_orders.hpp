#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// The orders in which the rows and the boxes of a band can be put, R!^2 of them. What grids a set of bands makes does
/// not depend on them.
class BandOrders {
 public:
  /// @param box_rows  R, rows and boxes of the band
  explicit BandOrders(int box_rows);

  /// The band in a random order, uniformly.
  RowStructure put(const RowStructure& band, Random& random) const;

  /// How many of the orders turn one band into the other.
  ///
  /// @cost  R^2 steps where they have nothing to do with each other
  int count_between(const RowStructure& one, const RowStructure& other) const;

 private:
  using Order = std::array<std::uint8_t, max_box_rows>;

  std::size_t box_rows_;
  std::vector<Order> orders_;
};

}  // namespace gridcensus::stack_product
