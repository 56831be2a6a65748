#pragma once

#include "box_class_zc/border.hpp"
#include "box_class_zc/interior.hpp"

#include <array>
#include <cstdint>
#include <map>

/// The source's tables of hands: the quantities that depend on ZC alone.
namespace gridcensus::box_class_zc {

/// The quantities that a straight hand determines: box 2 beside box 1.
struct StraightHand {
  std::uint64_t box_2_classes = 0;  ///< that have this hand
  std::uint64_t box_3_classes = 0;  ///< compatible with each of them
  bool operator==(const StraightHand&) const = default;
};

/// Returns the straight hands by ZC(rows of box 1, columns of box 2).
///
/// @throws BrokenInvariant  two classes of one hand have different numbers of partners.
std::map<int, StraightHand> straight_hands(const Border& border);

/// The quantities that a cross hand determines: box 5 between box 2 above it and box 4 beside it.
struct CrossHand {
  std::uint64_t cases = 0;          ///< pairs of a column class of box 2 and a row class of box 4
  std::uint64_t fillings = 0;       ///< of box 5, by its rows and columns
  std::uint64_t box_8_classes = 0;  ///< distinct column classes that these leave for box 8
  bool operator==(const CrossHand&) const = default;
};

/// Returns the cross hands by ZC(rows of box 4, columns of box 2).
///
/// @throws BrokenInvariant  two pairs of one hand differ.
std::map<int, CrossHand> cross_hands(const Border& border, const Interior& interior);

/// The numbers of arrangements of a box relative to columns {A, B, C} of the box above it: its rows are written in
/// letters, a for a symbol of A and so on.
///
///     a a b       rows: orders of the three rows         row_1, row_2, row_3: orders of the letters in each
///     a b c       sets: choices of the letters (here, which of the three is in every row)
///     b c c       total: their product, of all 9! / (3!)^3 = 1680 ways to write the letters
struct Arrangements {
  std::uint64_t rows = 0;
  std::array<std::uint64_t, 3> in_row{};
  std::uint64_t sets = 0;
  std::uint64_t total = 0;
  bool operator==(const Arrangements&) const = default;
};

/// Returns the arrangements by ZC of such a box with its neighbour.
///
/// @throws BrokenInvariant  the ways of one hand are not the product of their parts.
std::map<int, Arrangements> arrangements();

}  // namespace gridcensus::box_class_zc
