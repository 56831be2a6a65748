#pragma once

#include "gridcensus/integer.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::signature_burnside {

/// The lengths of the cycles of a permutation: at [m - 1] the number of cycles of length m. The last entry is not 0.
///
///     (1 2 3)(4 5)(6)(7)   ->   2 1 1
using CycleType = std::vector<int>;

/// The type without zeros at its end.
CycleType trimmed(CycleType type);

/// All cycle types of permutations of n things, that of the identity first. For n = 0 the empty one.
std::vector<CycleType> cycle_types(int n);

/// How many there are: the partitions of n, for n up to 64.
std::uint64_t number_of_cycle_types(int n);

/// The type of the exponent-th power of a permutation: a cycle of length m falls into gcd(m, exponent) equal ones.
CycleType power_of(const CycleType& type, int exponent);

/// How many permutations have this type: n! / product over m of m^k k!, with k cycles of length m.
Integer permutations_of(const CycleType& type);

}  // namespace gridcensus::signature_burnside
