#pragma once

#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grids.hpp"

#include <cstdint>

namespace gridcensus::uniform_grids {

/// Draws grids that are nearly uniform, for shapes whose grids nobody can count: a Markov chain from a shuffled cyclic
/// grid.
///
/// A step takes two rows of one band, two columns of one stack, or two symbols, at random. What stands in two lines is
/// a permutation of symbols with cycles; along each cycle the two lines are exchanged or not, evenly. Two symbols are
/// exchanged or not in each set of cells that lines and boxes tie together. So a step draws what it changes anew,
/// uniformly given all the rest, and keeps the uniform distribution. That the chain comes near to it is measured, not
/// proved: docs/mathematics.md. Without the symbols it does not reach 13 of the 49 classes of 2x3.
class SwitchingChain {
 public:
  /// After 8 no difference from uniform grids was seen.
  static constexpr std::uint64_t default_rounds = 32;

  /// @param rounds  steps, in multiples of the pairs of lines and of symbols that there are
  explicit SwitchingChain(Shape shape, std::uint64_t rounds = default_rounds) : shape_{shape}, rounds_{rounds} {}

  /// @cost  4x4: 5 ms
  mathematics::Grid draw(Random& random) const;

 private:
  Shape shape_;
  std::uint64_t rounds_;
};

}  // namespace gridcensus::uniform_grids
