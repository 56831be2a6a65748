#pragma once

#include "gridcensus/poll.hpp"
#include "uint128/uint128.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::UInt128;

/// The action on the stacks of a map that exchanges the two bands of two-column boxes and is its own inverse: the
/// number of stacks that it fixes column by column, of stacks whose two columns it exchanges, and of pairs of stacks
/// that it exchanges.
struct InvolutionStacks {
  int fixed = 0;
  int turned = 0;
  int pairs = 0;
  auto operator<=>(const InvolutionStacks&) const = default;
};

/// Counts the grids that a map g turns into their own relabelling by p, if g exchanges the two bands of R rows, and g
/// and p are their own inverses. The first band is any band that, with its image as the second band, completes all
/// columns. With L the symbols of the left column of a stack, R those of the right one:
///
///     fixed stack           p L = R             turned stack           p L = L
///     exchanged stacks      L' = p R, or what is the same, {L', R'} = p {L, R}
///
/// A row of a stack has two symbols, one of them in L: the rows make a matching M of the symbols, and L takes one
/// symbol of each pair. So only M matters: the number of sets L with p L = R or p L = L that take one symbol of each
/// pair of M is 2 to the number of components of the graph of M and p (for p L = L: 0 if a cycle has an odd number of
/// pairs of M). The number of sets that fit two exchanged stacks is 2 to the number of cycles of M and p M' together.
///
/// So the bands are built stack by stack. All that must be known of the stacks before is the rows of each symbol
/// (`RowUses`). The first half of the stacks and the second meet:
///
///     bands = sum over classes of uses of size * (ways to the use in the first half) * (ways to the rest)
///
/// Signatures are not distinguished, and no band is counted on its own: 6 rows have 132 to 839,120 classes, for the
/// seven types of p. If all stacks are exchanged in pairs and half their number is odd, one pair is parted between the
/// halves: the ways are then kept separate by its set L.
class InvolutionBands {
 public:
  /// @param rows             of a band, 2 to 6
  /// @param exchanged_pairs  of symbols, by p
  /// @param wanted           the counts wanted, each with as many stacks as rows
  InvolutionBands(int rows, int exchanged_pairs, std::vector<InvolutionStacks> wanted);

  /// Returns the number of parts of the sum.
  std::size_t parts() const;
  /// Returns the relative cost of a part.
  double weight() const;

  /// Returns, for each of `wanted` in their order, a part of the number of grids, for one p of the type.
  ///
  /// @cost  for 6 rows 0.3 s if p fixes all symbols, 10 minutes for all parts if it exchanges 8 or 10 of 12
  std::vector<UInt128> count(std::size_t part, const Poll& poll) const;

 private:
  int rows_;
  int exchanged_pairs_;
  std::vector<InvolutionStacks> wanted_;
};

}  // namespace gridcensus::russell_jarvis
