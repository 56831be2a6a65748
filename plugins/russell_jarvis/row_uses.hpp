#pragma once

#include "gridcensus/poll.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gridcensus::russell_jarvis {

/// The most rows of a band, and the most symbols.
inline constexpr std::size_t max_rows_of_uses = 6;
inline constexpr std::size_t max_symbols_of_uses = 2 * max_rows_of_uses;

/// By symbol, the rows of a band that have it within some of the boxes, a bit each. The first symbols are the pairs
/// that a relabelling p exchanges, 0 1, 2 3, ...; it fixes the others.
using RowUses = std::array<std::uint8_t, max_symbols_of_uses>;

/// The possible uses of rows by some boxes of a band, up to symmetry: every symbol is in one row of each box, and every
/// row has two symbols in each box.
///
/// Rows may be permuted, and symbols by maps that commute with p: the pairs among each other, the two symbols of a
/// pair, and the fixed symbols. So a use is a multiset of unordered pairs of sets of rows and a multiset of single
/// sets, written as ascending codes:
///
///     pairs of symbols         (set, set) (set, set) ..     the first part of the codes
///     symbols that p fixes     set set set ..               the second
///
/// Of the uses that permutations of the rows turn into each other, the one with the least codes is followed. Without
/// its last code it is still least, so no beginning is extended that is not least.
class RowUseClasses {
 public:
  /// @param rows             of a band, at most 6
  /// @param exchanged_pairs  of symbols
  /// @param boxes            the number of boxes that are used, less than that of the rows
  RowUseClasses(int rows, int exchanged_pairs, int boxes);

  /// Receives one of the uses of a class, and the number of uses of the class.
  using Visit = std::function<void(const RowUses&, std::uint64_t)>;

  /// Calls `visit` once for each class, always in the same order.
  ///
  /// @cost  for 3 of 6 boxes up to 839,120 classes in 5 s
  void for_each(const Visit& visit, const Poll& poll) const;

  /// The codes that identify a class, the same for all its uses.
  using Codes = std::array<std::uint8_t, max_symbols_of_uses>;
  Codes codes_of(const RowUses& uses) const;

 private:
  struct Search;

  int rows_;
  std::size_t pairs_;
  std::size_t singles_;
  int boxes_;
  std::vector<std::uint8_t> sets_;                        ///< of rows, by code
  std::vector<std::uint8_t> code_of_set_;                 ///< by set
  std::vector<std::array<std::uint8_t, 2>> set_pairs_;    ///< codes of sets, by code of the pair
  std::vector<std::vector<std::uint8_t>> code_of_pair_;   ///< by codes of two sets
  std::vector<std::vector<std::uint8_t>> permuted_sets_;  ///< by permutation of rows and code
  std::vector<std::vector<std::uint8_t>> permuted_set_pairs_;
};

}  // namespace gridcensus::russell_jarvis
