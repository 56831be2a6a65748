#pragma once

#include "permutations/permutations.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace gridcensus::mathematics {

/// The most symbols that a SymbolSet holds.
inline constexpr int max_symbols = 16;

/// A set of symbols 0..15, one bit each.
using SymbolSet = std::uint16_t;

/// A permutation of the symbols: symbol s becomes relabelling[s]. Entries past the symbols in use are ignored.
using Relabelling = Permutation<max_symbols>;

/// The set of the first `count` symbols.
constexpr SymbolSet first_symbols(int count) {
  return static_cast<SymbolSet>((1U << static_cast<unsigned>(count)) - 1U);
}

/// The set of one symbol.
constexpr SymbolSet singleton(int symbol) { return static_cast<SymbolSet>(1U << static_cast<unsigned>(symbol)); }

/// The least symbol of a set that is not empty.
constexpr int least(SymbolSet set) { return std::countr_zero(set); }

/// How many symbols are in the set.
constexpr int size_of(SymbolSet set) { return std::popcount(set); }

/// The symbols of `set` that are not in `other`.
constexpr SymbolSet without(SymbolSet set, SymbolSet other) { return static_cast<SymbolSet>(set & ~other); }

/// The set with its least symbol taken out.
constexpr SymbolSet without_least(SymbolSet set) { return static_cast<SymbolSet>(set & (set - 1U)); }

/// The set of what the symbols become.
constexpr SymbolSet relabelled(SymbolSet set, const Relabelling& relabelling) {
  SymbolSet image = 0;
  for (; set != 0; set = without_least(set)) {
    image = static_cast<SymbolSet>(image | singleton(relabelling[static_cast<std::size_t>(least(set))]));
  }
  return image;
}

/// The relabelling that changes nothing.
constexpr Relabelling unchanged() { return identity<max_symbols>(); }

}  // namespace gridcensus::mathematics
