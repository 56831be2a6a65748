#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <functional>
#include <vector>

namespace gridcensus::grid_shuffle {

using mathematics::Grid;
using mathematics::GridMap;
using mathematics::Moves;

/// The maps of a chosen group that give a grid back, as a stabiliser chain.
///
///     level 0   maps that do not transpose           base line: row 0,    images q, each with one such map
///     level 1   ... that also fix row 0              base line: column 0
///     level 2   ... that also fix column 0           base line: row 1
///     ...       until every line is fixed, and with the lines every symbol
///
/// A map of level k is a map of level k+1 followed by the representative of the image of the base line, in exactly one
/// way. So the number of maps is the product of the numbers of images, and twice that if some map transposes the grid.
class StabiliserChain {
 public:
  /// @param grid   a valid grid, side at most 25
  /// @param moves  with a group (`why_no_group`)
  /// @cost  A search for each image of a base line that is not reached by maps already found. Well below a second for
  ///        every grid tried, up to 5x5.
  /// @throws  what `poll` throws.
  StabiliserChain(const Grid& grid, const Moves& moves, const Poll& poll = {});

  /// Returns the number of maps.
  Integer order() const;

  /// Returns maps that generate all of them.
  const std::vector<GridMap>& generators() const { return generators_; }

  /// Calls `visit` with each map that does not transpose, once.
  void for_each_untransposed(const std::function<void(const GridMap&)>& visit) const;

 private:
  /// One map for each image of the base line; the first is the identity.
  using Representatives = std::vector<GridMap>;

  std::vector<Representatives> levels_;  ///< the deepest first
  std::vector<GridMap> generators_;
  bool has_transposing_map_ = false;
};

}  // namespace gridcensus::grid_shuffle
