#pragma once

#include "uint128/uint128.hpp"

namespace gridcensus::mathematics {

/// Returns n! for n >= 0.
///
/// @throws std::overflow_error  n is above 34.
constexpr UInt128 factorial(int n) {
  UInt128 product = 1;
  for (int i = 2; i <= n; ++i) product = checked_multiply(product, static_cast<UInt128>(i));
  return product;
}

/// Returns the number of k-subsets of n elements; 0 if k is not in 0..n.
///
/// @throws std::overflow_error  a step does not fit 128 bits (n well above 100).
constexpr UInt128 binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  UInt128 value = 1;
  // After step i the value is binomial(n - k + i, i), so every division is exact.
  for (int i = 1; i <= k; ++i) value = checked_multiply(value, UInt128(n - k) + UInt128(i)) / UInt128(i);
  return value;
}

/// Returns the number of partitions of n = blocks * block_size elements into unordered blocks of one size: n! /
/// (block_size!^blocks blocks!).
///
/// @throws std::overflow_error  the number does not fit 128 bits.
constexpr UInt128 equal_partitions(int blocks, int block_size) {
  UInt128 value = 1;
  // The block of the least remaining element takes block_size - 1 of the others.
  for (int left = blocks * block_size; left > 0; left -= block_size) {
    value = checked_multiply(value, binomial(left - 1, block_size - 1));
  }
  return value;
}

}  // namespace gridcensus::mathematics
