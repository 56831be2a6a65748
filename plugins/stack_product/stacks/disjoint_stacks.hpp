#pragma once

#include "gridcensus/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::stack_product {

/// Averages products over stacks that share no box. A stack is made of one box from every band. R boxes in each of C
/// bands make R^C stacks; R of them that share no box are a grid, and there are R!^(C-1) such grids.
///
/// Values are given by stack, in the order of the number with the digits (box in band 0, box in band 1, ..), band 0
/// being the most significant:
///
///     R = 3, C = 2      band 0   A B C      values  AD AE AF BD BE BF CD CE CF
///                       band 1   D E F      grids   {AD BE CF} {AD BF CE} {AE BD CF} ..
///
/// @threads  const functions may be called from many threads.
class DisjointStacks {
 public:
  /// @param boxes  in each band, 2..6
  /// @param bands  2..8
  /// @throws std::invalid_argument  other numbers
  DisjointStacks(int boxes, int bands);

  std::size_t stacks() const { return stacks_; }
  /// R!^(C-1)
  double grids() const { return sets_.back(); }

  /// Returns the mean of the products of `size` values, over all sets of that many stacks that share no box.
  ///
  /// @param size  2..boxes
  /// @cost        proportional to the number of sets: (R .. (R-size+1))^C / size!
  double mean_product(std::span<const double> values, int size) const;

  /// Returns the mean over all grids of the product of 1 + value.
  double mean_grid(std::span<const double> values) const;

  /// Returns the mean over `draws` random grids of the sum of the products of four and more values.
  double mean_high_products(std::span<const double> values, int draws, Random& random) const;

  /// Returns the box of a band in a stack.
  int box(std::size_t stack, int band) const {
    return static_cast<int>(stack / strides_[static_cast<std::size_t>(band)] % static_cast<std::size_t>(boxes_));
  }

 private:
  int boxes_;
  int bands_;
  std::size_t stacks_ = 1;
  std::vector<std::size_t> strides_;  ///< by band: the distance of stacks with neighbouring boxes of it
  std::vector<double> sets_;          ///< by size: the number of sets of so many stacks that share no box
};

}  // namespace gridcensus::stack_product
