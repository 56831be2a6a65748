#pragma once

#include "band_signatures/box_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// Whether relabellings must keep every box, or may exchange boxes.
enum class BoxOrder { kept, free };

/// A group of relabellings.
struct Automorphisms {
  std::uint64_t count = 1;              ///< the order
  std::vector<Relabelling> generators;  ///< none where the group has one member
};

/// The relabellings that keep some boxes of one band.
///
/// A symbol is seen as the list of the columns that it stands in, one per box. Symbols are told apart by what they
/// share columns with, again and again (colour refinement); where that leaves some alike, one of them is marked, and so
/// on, until only *twins*, which share a column in every box, are alike: a *leaf*, an order of the symbols. Two leaves
/// that look the same are an automorphism. Of the symbols that can be marked on the way to the first leaf, each is
/// tried unless a known automorphism leads to it; the numbers of images of those marked, and the orders of the twins,
/// multiply to the number of automorphisms.
///
/// @param boxes  1 to R codes
/// @cost         1 us where there is none but the unchanged; more with every generator.
/// @threads      Reentrant: no shared state.
/// @source       B. McKay, Practical graph isomorphism (1981), in its simplest form. The colours are 64-bit hashes: two
///               that are equal by accident cost time, never the result.
Automorphisms automorphisms(const BoxCodes& codes, std::span<const BoxCode> boxes, BoxOrder order);

}  // namespace gridcensus::band_signatures
