#pragma once

#include "gridcensus/integer.hpp"
#include "uint128/uint128.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// Cycle types of permutations, which are the partitions of the number of permuted elements.
namespace gridcensus::mathematics {

/// The lengths of the cycles of a permutation, from large to small.
///
///     (1 2 3)(4 5)(6)(7)   ->   3 2 1 1
using CycleType = std::vector<int>;

/// Returns all cycle types of permutations of n elements, that of one cycle first. For n = 0 only the empty one.
std::vector<CycleType> cycle_types(int n);

/// Returns the number of cycle types: the partitions of n, for n up to 400.
std::uint64_t number_of_cycle_types(int n);

/// Returns the cycle type of the permutation that `images` induces on the `size` elements from `first` on.
template <class Images>
CycleType cycle_type_of(const Images& images, std::size_t first, std::size_t size) {
  CycleType type;
  std::vector<bool> is_seen(size, false);
  for (std::size_t start = 0; start < size; ++start) {
    int length = 0;
    for (std::size_t at = start; !is_seen[at]; at = static_cast<std::size_t>(images[first + at]) - first) {
      is_seen[at] = true;
      ++length;
    }
    if (length > 0) type.push_back(length);
  }
  std::sort(type.begin(), type.end(), std::greater<>{});
  return type;
}

/// Returns the cycle type of a permutation of 0..n-1.
template <class Images>
CycleType cycle_type_of(const Images& images, std::size_t n) {
  return cycle_type_of(images, 0, n);
}

/// Returns the cycle type of the k-th power of a permutation, k > 0: a cycle of length m falls into gcd(m, k) cycles.
CycleType power_type(const CycleType& type, int k);

/// Returns a permutation of that cycle type: its cycles use 0, 1, 2, ... in this order, each ascending.
std::vector<int> permutation_of(const CycleType& type);

/// Returns the number of permutations that commute with one of that type: the product of m^k k! over lengths m that
/// occur k times.
///
/// @throws std::overflow_error  above 2^128.
UInt128 centraliser_order(const CycleType& type);

/// Returns the number of permutations of that type: n! / product of m^k k! over lengths m that occur k times.
Integer permutations_of(const CycleType& type);

}  // namespace gridcensus::mathematics
