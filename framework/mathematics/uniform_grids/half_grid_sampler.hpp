#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "uniform_grids/factorisation_sampler.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <vector>

namespace gridcensus::uniform_grids {

/// Draws grids with two bands (Rx2) or two stacks (2xR): the column contents of one band determine those of the other.
///
/// A class of column signatures is drawn in proportion to its grids, (signatures in the class) * B^2, and the two bands
/// of its representative are filled. Then symbols, columns and boxes are permuted at random, which turns the
/// representative into each signature of the class with equal probability.
class HalfGridSampler final : public GridSampler {
 public:
  /// @param shape  with two bands or two stacks, of side at most 10
  /// @throws std::invalid_argument  the shape is another one
  /// @cost  2x5: 0.6 s
  explicit HalfGridSampler(Shape shape, const Poll& poll = {});

  UInt128 grids() const override { return sums_.back(); }
  /// @cost  2x5: 1 ms
  Grid draw(Random& random) const override;

 private:
  Shape shape_;
  std::vector<std::vector<SymbolSet>> columns_;  ///< by class: those of its representative
  std::vector<UInt128> sums_;                    ///< by class: its grids and those of the classes before it
  FactorisationSampler fillings_;
};

/// Draws Latin squares, in a given shape: all rows are one band whose columns have all symbols.
class LatinSquareSampler final : public GridSampler {
 public:
  /// @param shape  of the drawn grids, of side at most 8
  /// @throws std::invalid_argument  a larger side
  explicit LatinSquareSampler(Shape shape, const Poll& poll = {});

  UInt128 grids() const override { return grids_; }
  Grid draw(Random& random) const override;

 private:
  Shape shape_;
  std::vector<SymbolSet> columns_;
  FactorisationSampler fillings_;
  UInt128 grids_ = 0;
};

}  // namespace gridcensus::uniform_grids
