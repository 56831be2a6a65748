#pragma once

#include "combinatorics/wide.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace gridcensus::russell_jarvis {

using combinatorics::Wide;

/// Asked every few thousand steps; throws where the work shall stop.
using Poll = std::function<void()>;

/// The lengths of the cycles of a permutation, from large to small.
using CycleType = std::vector<int>;

/// All cycle types of permutations of n things: the partitions of n. For n = 0 the empty one.
std::vector<CycleType> cycle_types(int n);

/// The cycle type of a permutation of things 0..n-1.
template <class Images>
CycleType cycle_type_of(const Images& images, std::size_t n) {
  CycleType lengths(n + 1, 0);  // by length, how many
  std::vector<bool> is_seen(n, false);
  for (std::size_t start = 0; start < n; ++start) {
    int length = 0;
    for (std::size_t at = start; !is_seen[at]; at = static_cast<std::size_t>(images[at])) {
      is_seen[at] = true;
      ++length;
    }
    if (length > 0) ++lengths[static_cast<std::size_t>(length)];
  }
  CycleType type;
  for (std::size_t length = n; length > 0; --length) {
    type.insert(type.end(), static_cast<std::size_t>(lengths[length]), static_cast<int>(length));
  }
  return type;
}

/// The cycle type of the k-th power of a permutation, k > 0: a cycle of length m falls into gcd(m, k) cycles.
CycleType power_type(const CycleType& type, int k);

/// A permutation of that cycle type: its cycles take up 0, 1, 2, ... in their order, each going up.
std::vector<int> permutation_of(const CycleType& type);

/// All permutations of n things, in lexicographic order.
std::vector<std::vector<int>> all_permutations(int n);

/// How many permutations commute with one of that type: the product of m^k k! over lengths m that occur k times.
///
/// @throws std::overflow_error  above 2^128.
Wide centraliser_order(const CycleType& type);

}  // namespace gridcensus::russell_jarvis
