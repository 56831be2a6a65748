#pragma once

#include "gridcensus/random.hpp"
#include "grids/grids.hpp"
#include "uint128/uint128.hpp"

namespace gridcensus::uniform_grids {

using mathematics::Grid;
using mathematics::UInt128;

/// Uniform on 0 .. bound-1, without bias: as many random bits as the bound has, until they are below it.
///
/// @param bound  at least 1
UInt128 random_below(Random& random, UInt128 bound);

/// Draws completed grids of one problem, each as likely as any other.
///
/// @threads  const functions may be called from many threads at once
class GridDraws {
 public:
  GridDraws() = default;
  GridDraws(const GridDraws&) = delete;
  GridDraws& operator=(const GridDraws&) = delete;
  GridDraws(GridDraws&&) = delete;
  GridDraws& operator=(GridDraws&&) = delete;
  virtual ~GridDraws() = default;

  /// How many grids there are.
  virtual UInt128 grids() const = 0;

  /// A grid; which one depends on nothing but the random numbers.
  virtual Grid draw(Random& random) const = 0;
};

/// Draws that rest on a numbering: a bijection between 0 .. grids()-1 and the grids.
class GridRanking : public GridDraws {
 public:
  /// The grid with a number.
  ///
  /// @throws std::out_of_range  there are not so many
  virtual Grid unrank(UInt128 index) const = 0;

  /// The number of a grid.
  ///
  /// @throws InvalidGrid  it is no grid of the problem
  virtual UInt128 rank(const Grid& grid) const = 0;

  /// The grid with a random number.
  Grid draw(Random& random) const final { return unrank(random_below(random, grids())); }
};

}  // namespace gridcensus::uniform_grids
