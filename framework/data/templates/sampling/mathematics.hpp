#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/sampling.hpp"

#include <cstddef>
#include <vector>

namespace new_strategy {

/// Random descents through the tree of partly filled grids: cell by cell, in reading order, each takes one of its
/// candidates at random. The product of the numbers of candidates, or 0 at a dead end, has the number of grids as its
/// mean, because a grid is reached with probability one over this product.
///
/// @source  Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975) 121-136
class Descent {
 public:
  explicit Descent(const gridcensus::Problem& problem);

  /// Draws one sample.
  ///
  /// @cost    the number of cells times the number of symbols
  /// @throws  what `poll` throws
  gridcensus::Real sample(gridcensus::Random& random, const gridcensus::Poll& poll);

 private:
  int side_;
  std::vector<std::vector<std::size_t>> rivals_;  ///< by cell: the earlier cells that must differ from it
  std::vector<int> symbols_;                      ///< of the filled cells
};

}  // namespace new_strategy
