#pragma once

#include <stdexcept>

namespace gridcensus::mathematics {

/// An unsigned integer of 128 bits, for counts whose bound is known to fit. If no bound is known, use the functions
/// below: they throw where plain operators would wrap.
__extension__ using UInt128 = unsigned __int128;

/// @throws std::overflow_error  the sum does not fit 128 bits.
constexpr UInt128 checked_add(UInt128 a, UInt128 b) {
  const UInt128 sum = a + b;
  if (sum < a) throw std::overflow_error{"a sum does not fit 128 bits"};
  return sum;
}

/// @throws std::overflow_error  the product does not fit 128 bits.
constexpr UInt128 checked_multiply(UInt128 a, UInt128 b) {
  if (a != 0 && b > ~UInt128{0} / a) throw std::overflow_error{"a product does not fit 128 bits"};
  return a * b;
}

/// Returns base^exponent for exponent >= 0.
///
/// @throws std::overflow_error  the power does not fit 128 bits.
constexpr UInt128 checked_power(UInt128 base, int exponent) {
  UInt128 product = 1;
  for (int i = 0; i < exponent; ++i) product = checked_multiply(product, base);
  return product;
}

}  // namespace gridcensus::mathematics
