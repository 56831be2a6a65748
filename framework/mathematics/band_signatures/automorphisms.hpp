#pragma once

#include "band_signatures/box_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// The effect of relabellings on boxes: each box is fixed, or boxes may be exchanged.
enum class BoxOrder { fixed, free };

/// A group of relabellings.
struct Automorphisms {
  std::uint64_t count = 1;              ///< the order
  std::vector<Relabelling> generators;  ///< empty if the group is trivial
};

/// Returns the group of relabellings that fix some boxes of one band.
///
/// A symbol is represented by the list of its columns, one per box. Colour refinement distinguishes symbols by the
/// symbols with which they share columns, repeatedly. If some remain alike, one of them is marked, and so on, until
/// only *twins*, which share a column in every box, are alike. That is a *leaf*, an order of the symbols; two equal
/// leaves give an automorphism. At each mark on the way to the first leaf, every alike symbol is tried unless a known
/// automorphism maps to it. The number of automorphisms is the product of the numbers of images of the marked symbols
/// and the orders of the twins.
///
/// @param boxes  1 to R codes
/// @cost         1 us if there is only the identity; more with every generator.
/// @threads      Reentrant: no shared state.
/// @source       B. McKay, Practical graph isomorphism (1981), in its simplest form. The colours are 64-bit hashes: an
///               accidental collision costs time, but never changes the result.
Automorphisms automorphisms(const BoxCodes& codes, std::span<const BoxCode> boxes, BoxOrder order);

}  // namespace gridcensus::band_signatures
