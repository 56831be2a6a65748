#pragma once

#include "gridcensus/problem.hpp"
#include "orbit_search/cell_set.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace gridcensus::orbit_search {

/// The largest side whose cells fit a `CellSet`.
inline constexpr int max_side_of_search = 11;

/// What of a problem the search goes by: which cells must differ, and the sets of N cells in which each symbol stands
/// once.
struct Constraints {
  explicit Constraints(const Problem& problem);

  int side = 0;
  std::vector<CellSet> seen;    ///< by cell: the cells that must hold another symbol
  std::vector<Region> regions;  ///< rows first
};

/// Every template: the cells that one symbol can take in a grid, if the other symbols are left out of account. N cells,
/// one in each region, of which no two must differ. A grid is N templates that have no cell in common.
///
/// @param most  more than so many are not listed
/// @return      in ascending order of the cells' numbers; nullopt: there are more
/// @cost        some 10 ns for each cell that is tried
std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most);

}  // namespace gridcensus::orbit_search
