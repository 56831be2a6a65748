#pragma once

#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::band_recursion {

/// A positive number for each of some row uses, which are keys of 128 bits. A flat table, because the recursion does
/// little but look up uses: with std::unordered_map 6x4 takes three times as long.
class UseTable {
 public:
  /// A row use, 128 bits.
  using Key = mathematics::UInt128;

  /// Reserves slots for this many uses; more cannot be added.
  void reserve(std::size_t uses) { slots_.assign(uses + uses / 2 + 1, Slot{}); }
  /// Sets the number of a use.
  void set(Key key, std::uint64_t number) {
    Slot& slot = slots_[place_of(key)];
    slot = {static_cast<std::uint64_t>(key), static_cast<std::uint64_t>(key >> word_bits), number};
  }
  /// Returns the number of a use; 0 if none was set.
  std::uint64_t operator[](Key key) const { return slots_[place_of(key)].number; }

 private:
  static constexpr unsigned word_bits = 64;

  /// Three words; a key of 128 bits would make them four.
  struct Slot {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t number = 0;  ///< 0 in a free slot
  };

  std::size_t place_of(Key key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio: Fibonacci hashing
    const auto low = static_cast<std::uint64_t>(key);
    const auto high = static_cast<std::uint64_t>(key >> word_bits);
    const std::uint64_t mixed = (low ^ (high * odd)) * odd;
    const std::uint64_t hash = (mixed ^ (mixed >> 32U)) * odd;
    auto place = static_cast<std::size_t>((Key{hash} * slots_.size()) >> word_bits);
    while (slots_[place].number != 0 && (slots_[place].low != low || slots_[place].high != high)) {
      if (++place == slots_.size()) place = 0;
    }
    return place;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1);
};

}  // namespace gridcensus::band_recursion
