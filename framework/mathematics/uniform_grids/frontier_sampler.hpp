#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "symbol_frontier/weighted_layers.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <cstddef>

namespace gridcensus::uniform_grids {

/// Draws grids of any problem whose frontier, layer by layer with the completions of each filling, fits into memory.
///
/// Draws the number of a grid. The numbering depends on the order in which cells are filled, which a forecast chooses,
/// so the numbers are not exposed.
class FrontierSampler final : public GridSampler {
 public:
  /// @param memory  [bytes]
  /// @throws std::length_error  more is needed; the message states how much.
  /// @cost  2x4 diagonals: 9e7 fillings, some minutes
  FrontierSampler(const Problem& problem, std::size_t memory, const Poll& poll = {});

  UInt128 grids() const override { return layers_.grids(); }
  Grid draw(Random& random) const override;

 private:
  Shape shape_;
  symbol_frontier::WeightedLayers layers_;
};

}  // namespace gridcensus::uniform_grids
