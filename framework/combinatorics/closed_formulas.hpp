#pragma once

#include "combinatorics/wide.hpp"

namespace gridcensus::combinatorics {

/// n! for n >= 0.
///
/// @throws std::overflow_error  n is above 34.
constexpr Wide factorial(int n) {
  Wide product = 1;
  for (int i = 2; i <= n; ++i) product = checked_multiply(product, static_cast<Wide>(i));
  return product;
}

/// The number of k-subsets of n things; 0 where k is not in 0..n.
///
/// @throws std::overflow_error  a step does not fit 128 bits (n well above 100).
constexpr Wide binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  Wide value = 1;
  // After step i the value is binomial(n - k + i, i), so every division is exact.
  for (int i = 1; i <= k; ++i) value = checked_multiply(value, Wide(n - k) + Wide(i)) / Wide(i);
  return value;
}

/// The partitions of n = blocks * block_size things into unordered blocks of one size: n! / (block_size!^blocks
/// blocks!).
///
/// @throws std::overflow_error  the number does not fit 128 bits.
constexpr Wide equal_partitions(int blocks, int block_size) {
  Wide value = 1;
  // The block of the least thing left takes block_size - 1 of the others.
  for (int left = blocks * block_size; left > 0; left -= block_size) {
    value = checked_multiply(value, binomial(left - 1, block_size - 1));
  }
  return value;
}

}  // namespace gridcensus::combinatorics
