#pragma once

#include "permutations/permutations.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace gridcensus::mathematics {

/// The maximum number of symbols in a SymbolSet.
inline constexpr int max_symbols = 16;

/// A set of symbols 0..15, one bit each.
using SymbolSet = std::uint16_t;

/// A permutation of the symbols: symbol s becomes relabelling[s]. Entries past the symbols in use are ignored.
using Relabelling = Permutation<max_symbols>;

/// Returns the set of the first `count` symbols.
constexpr SymbolSet first_symbols(int count) {
  return static_cast<SymbolSet>((1U << static_cast<unsigned>(count)) - 1U);
}

/// Returns the set of one symbol.
constexpr SymbolSet singleton(int symbol) { return static_cast<SymbolSet>(1U << static_cast<unsigned>(symbol)); }

/// Returns the least symbol of a non-empty set.
constexpr int least(SymbolSet set) { return std::countr_zero(set); }

/// Returns the number of symbols in the set.
constexpr int size_of(SymbolSet set) { return std::popcount(set); }

/// Returns the symbols of `set` that are not in `other`.
constexpr SymbolSet without(SymbolSet set, SymbolSet other) { return static_cast<SymbolSet>(set & ~other); }

/// Returns the set without its least symbol.
constexpr SymbolSet without_least(SymbolSet set) { return static_cast<SymbolSet>(set & (set - 1U)); }

/// Returns the image of the set.
constexpr SymbolSet relabelled(SymbolSet set, const Relabelling& relabelling) {
  SymbolSet image = 0;
  for (; set != 0; set = without_least(set)) {
    image = static_cast<SymbolSet>(image | singleton(relabelling[static_cast<std::size_t>(least(set))]));
  }
  return image;
}

/// Returns the identity relabelling.
constexpr Relabelling identity_relabelling() { return identity<max_symbols>(); }

}  // namespace gridcensus::mathematics
