#pragma once

#include <cstdint>

namespace gridcensus::band_signatures {

/// Returns a value each of whose bits depends on every bit of the argument: the finaliser of splitmix64.
///
/// @source  Steele, Lea, Flood (2014), "Fast splittable pseudorandom number generators".
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace gridcensus::band_signatures
