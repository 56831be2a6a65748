#pragma once

#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grids.hpp"

#include <cstdint>

namespace gridcensus::uniform_grids {

/// Draws nearly uniform grids, for shapes without an exact count: a Markov chain from a shuffled cyclic grid.
///
/// A step takes two rows of one band, two columns of one stack, or two symbols, at random. The contents of two lines
/// are a permutation of symbols with cycles; along each cycle the two lines are exchanged with probability 1/2. Two
/// symbols are exchanged with probability 1/2 in each set of cells that lines and boxes connect. So a step redraws what
/// it changes uniformly, given all the rest, and preserves the uniform distribution. That the chain comes close to it
/// is measured, not proved: docs/mathematics.md. Without the symbols it does not reach 13 of the 49 classes of 2x3.
class SwitchingChain {
 public:
  /// After 8 rounds no difference from uniform grids was measured.
  static constexpr std::uint64_t default_rounds = 32;

  /// @param rounds  steps, in multiples of the number of pairs of lines and of symbols
  explicit SwitchingChain(Shape shape, std::uint64_t rounds = default_rounds) : shape_{shape}, rounds_{rounds} {}

  /// @cost  4x4: 5 ms
  mathematics::Grid draw(Random& random) const;

 private:
  Shape shape_;
  std::uint64_t rounds_;
};

}  // namespace gridcensus::uniform_grids
