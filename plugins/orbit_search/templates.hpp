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

/// The largest side whose cells and symbols fit a `CellSet`.
inline constexpr int max_side_of_symbols = 10;

/// The constraints of a problem as the search uses them. The group preserves all of them: a symmetry maps cells that
/// must differ to such cells, and regions to regions.
///
/// The rules are those of the problem or, if their group is not smaller, those with the implied regions
/// (`with_implied_regions`): both have the same grids.
///
/// If symbols are not alike, they are points after the cells: a template includes the point of its symbol, the group
/// moves these points, and all of them are one more region.
struct Constraints {
  /// @throws std::invalid_argument  the points do not fit a `CellSet`.
  explicit Constraints(const Problem& problem);

  /// A cell that a symbol in another cell restricts.
  struct Related {
    int cell = 0;
    SymbolTable goes_with;  ///< by the symbol of the other cell: the symbols allowed here
  };

  int side = 0;
  bool are_told_apart = false;                ///< true if the symbols are not alike
  int points = 0;                             ///< cells, and symbols if they are told apart
  std::vector<CellSet> seen;                  ///< by cell: the cells that must hold another symbol
  std::vector<PointImages> generators;        ///< of the group
  Integer group_order;                        ///< of points
  std::vector<SymbolBits> allowed;            ///< by cell: the symbols allowed
  std::vector<std::vector<Related>> related;  ///< by cell: those that it restricts; empty if no cells are related
  /// Sets of N points, with one point of each template: rows first, then others whose images are all regions here, too.
  std::vector<Region> regions;
};

/// Decides which templates can be in one grid with a given one: those without a common point whose symbols go with its
/// symbol in related cells.
class Beside {
 public:
  Beside(const Constraints& constraints, const CellSet& set);

  /// Returns true if the other template can.
  bool operator()(const CellSet& other) const {
    if (!set_.is_disjoint_from(other)) return false;
    return excluded_.empty() ||
           excluded_[static_cast<std::size_t>(other.first_from(cells_) - cells_)].is_disjoint_from(other);
  }

 private:
  CellSet set_;
  int cells_;
  std::vector<CellSet> excluded_;  // by symbol: cells that it cannot have; empty if no cells are related
};

/// Returns every template: the cells that one symbol can take in a grid, as far as this can be seen without trying two
/// others. These are N cells, one in each region, no two of which must differ, such that for every other cell
/// there is a template with it that can be in the same grid. A grid is N templates that are pairwise compatible.
///
/// If symbols are not alike, returns those of each symbol, with its point.
///
/// @param most  the largest number of templates listed
/// @return      in ascending order of the cells' numbers; nullopt if there are more
/// @cost        some 10 ns for each cell that is tried; then up to orbits of templates * templates, at most some
///              seconds
std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most,
                                                  const Poll& poll = {});

}  // namespace gridcensus::orbit_search
