#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "orbit_search/cell_set.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace gridcensus::orbit_search {

/// The largest side whose cells fit a `CellSet`.
inline constexpr int max_side_of_search = 11;

/// What the search knows of a problem. All of it stays the same under the group: a symmetry carries cells that must
/// differ to such cells, and regions to regions.
///
/// The rules are those of the problem, or, if their group is not smaller, those with the regions that follow from it
/// (`with_implied_regions`): both have the same grids.
struct Constraints {
  explicit Constraints(const Problem& problem);

  int side = 0;
  std::vector<CellSet> seen;            ///< by cell: the cells that must hold another symbol
  std::vector<PointImages> generators;  ///< of the group
  Integer group_order;
  /// Sets of N cells in which each symbol stands once: rows first, then others of which all images are regions here,
  /// too.
  std::vector<Region> regions;
};

/// Returns every template: the cells that one symbol can take in a grid, as far as that shows without trying two
/// others. N cells, one in each region, of which no two must differ, and such that for every other cell there is a
/// template with it that has no cell in common. A grid is N templates that have no cell in common.
///
/// @param most  more than so many are not listed
/// @return      in ascending order of the cells' numbers; nullopt if there are more
/// @cost        some 10 ns for each cell that is tried; then orbits of templates * templates, which is left out if it
///              would take some seconds
std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most,
                                                  const Poll& poll = {});

}  // namespace gridcensus::orbit_search
