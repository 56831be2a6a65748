#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/random.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::stack_product {

/// Draws a place of a list with probabilities exactly proportional to integer weights of any size.
///
/// A uniform number in [0, 1) is made digit by digit, only until it is known between which two boundaries (sums of
/// weights, divided by the total) it is. The first word decides in all but about weights.size() / 2^64 of the draws.
///
/// @threads  draw() may be called from many at once.
class ExactChoice {
 public:
  /// @param weights     not negative, with a positive sum
  /// @param digit_bits  the bits of a digit, 1..64; fewer than 64 are for tests of the rare case
  /// @throws std::invalid_argument  invalid weights or bits
  explicit ExactChoice(const std::vector<Integer>& weights, unsigned digit_bits = 64);

  std::size_t draw(Random& random) const;

  const Integer& total() const { return ends_.back(); }

 private:
  std::size_t draw_further(std::uint64_t first_digit, Random& random) const;

  unsigned digit_bits_;
  std::vector<Integer> ends_;          ///< sums of the weights up to this one, including it
  std::vector<std::uint64_t> digits_;  ///< the first digit of ends_ over total; the last is never used
};

}  // namespace gridcensus::stack_product
