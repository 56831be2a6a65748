#pragma once

#include "gridcensus/random.hpp"
#include "grids/grids.hpp"
#include "uint128/uint128.hpp"

namespace gridcensus::uniform_grids {

using mathematics::Grid;
using mathematics::UInt128;

/// Returns a uniform number in 0 .. bound-1 without bias: draws as many random bits as the bound has until they are
/// below it.
///
/// @param bound  at least 1
UInt128 random_below(Random& random, UInt128 bound);

/// Draws completed grids of one problem uniformly.
///
/// @threads  const functions may be called from many threads at once
class GridSampler {
 public:
  GridSampler() = default;
  GridSampler(const GridSampler&) = delete;
  GridSampler& operator=(const GridSampler&) = delete;
  GridSampler(GridSampler&&) = delete;
  GridSampler& operator=(GridSampler&&) = delete;
  virtual ~GridSampler() = default;

  /// Returns the number of grids.
  virtual UInt128 grids() const = 0;

  /// Returns a grid; the choice depends only on the random numbers.
  virtual Grid draw(Random& random) const = 0;
};

/// Draws by a numbering: a bijection between 0 .. grids()-1 and the grids.
class GridRanking : public GridSampler {
 public:
  /// Returns the grid with a number.
  ///
  /// @throws std::out_of_range  `index` is not below `grids()`
  virtual Grid unrank(UInt128 index) const = 0;

  /// Returns the number of a grid.
  ///
  /// @throws InvalidGrid  it is not a grid of the problem
  virtual UInt128 rank(const Grid& grid) const = 0;

  /// Returns the grid with a random number.
  Grid draw(Random& random) const final { return unrank(random_below(random, grids())); }
};

}  // namespace gridcensus::uniform_grids
