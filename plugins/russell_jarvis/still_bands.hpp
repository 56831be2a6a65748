#pragma once

#include "gridcensus/poll.hpp"
#include "uint128/uint128.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::UInt128;

/// The stacks under a map that exchanges the two bands of two-column boxes and is its own inverse: how many it keeps
/// column by column, how many it keeps with their columns exchanged, and how many pairs of stacks it exchanges.
struct StillStacks {
  int kept = 0;
  int turned = 0;
  int pairs = 0;
  auto operator<=>(const StillStacks&) const = default;
};

/// Grids that a map g turns into their own relabelling by p, where g exchanges the two bands of R rows, and neither g
/// nor p leaves anything moved when done twice. The first band is any band whose image, as the second, completes all
/// columns. With L the symbols of the left column of a stack, R those of the right one:
///
///     kept stack            p L = R             turned stack           p L = L
///     exchanged stacks      L' = p R, or what is the same, {L', R'} = p {L, R}
///
/// In a row of a stack stand two symbols, one of them in L: the rows make a matching M of the symbols, and L takes one
/// of each pair. So what counts is M alone: sets L with p L = R or p L = L that take one of each pair of M are 2 to the
/// number of components of the graph of M and p (for p L = L: none where a cycle has an odd number of pairs of M), and
/// those that go for two exchanged stacks are 2 to the number of cycles of M and p M' together.
///
/// So the bands are put together stack by stack, with the rows of each symbol (`RowUses`) as all that must be known of
/// the stacks before. The first half of the stacks and the second meet:
///
///     bands = sum over classes of uses of size * (ways to the use in the first half) * (ways to what remains)
///
/// No signature is told from another, and no band is counted on its own: 6 rows have 132 to 839,120 classes, for the
/// seven types of p. Where all stacks are exchanged in pairs and half of them are an odd number, one pair is parted
/// between the halves: the ways are then told apart by its set L.
class StillBands {
 public:
  /// @param rows             of a band, 2 to 6
  /// @param exchanged_pairs  of symbols, by p
  /// @param wanted           what is counted, each with as many stacks as rows
  StillBands(int rows, int exchanged_pairs, std::vector<StillStacks> wanted);

  /// Returns in how many parts the sum is made.
  std::size_t parts() const;
  /// Returns the relative cost of a part.
  double weight() const;

  /// Returns for each that is wanted, in their order, a part of the grids, for one p of the type.
  ///
  /// @cost  for 6 rows 0.3 s where p keeps all symbols, 10 minutes for all parts where it exchanges 8 or 10 of 12
  std::vector<UInt128> count(std::size_t part, const Poll& poll) const;

 private:
  int rows_;
  int exchanged_pairs_;
  std::vector<StillStacks> wanted_;
};

}  // namespace gridcensus::russell_jarvis
