#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "uniform_grids/factorisation_draws.hpp"
#include "uniform_grids/grid_draws.hpp"

#include <vector>

namespace gridcensus::uniform_grids {

/// Draws grids with two bands (Rx2) or two stacks (2xR): what stands in a column of one band, the rest stands in below.
///
/// A class of column signatures is drawn in proportion to its grids, (signatures in the class) * B^2, and its
/// representative's two bands are filled; then symbols, columns and boxes are permuted at random, which makes of the
/// representative any signature of the class, evenly.
class HalvesDraws final : public GridDraws {
 public:
  /// @param shape  with two bands or two stacks, of side at most 10
  /// @throws std::invalid_argument  another one
  /// @cost  2x5: 0.6 s
  explicit HalvesDraws(Shape shape, const Poll& poll = {});

  UInt128 grids() const override { return sums_.back(); }
  /// @cost  2x5: 1 ms
  Grid draw(Random& random) const override;

 private:
  Shape shape_;
  std::vector<std::vector<SymbolSet>> columns_;  ///< by class: of its representative
  std::vector<UInt128> sums_;                    ///< by class: the grids of it and of those before it
  FactorisationDraws fillings_;
};

/// Draws Latin squares, in a shape of their own: all rows are one band whose columns have all symbols.
class LatinDraws final : public GridDraws {
 public:
  /// @param shape  of the grids that are drawn, of side at most 8
  /// @throws std::invalid_argument  a larger side
  explicit LatinDraws(Shape shape, const Poll& poll = {});

  UInt128 grids() const override { return grids_; }
  Grid draw(Random& random) const override;

 private:
  Shape shape_;
  std::vector<SymbolSet> columns_;
  FactorisationDraws fillings_;
  UInt128 grids_ = 0;
};

}  // namespace gridcensus::uniform_grids
