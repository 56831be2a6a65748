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

/// What the search knows of a problem. All of it stays the same under the group: a symmetry carries cells that must
/// differ to such cells, and regions to regions.
///
/// The rules are those of the problem, or, if their group is not smaller, those with the regions that follow from it
/// (`with_implied_regions`): both have the same grids.
///
/// Where symbols are not alike, they are points behind the cells: a template has that of its symbol, too, the group
/// moves them, and all of them are one region more.
struct Constraints {
  /// @throws std::invalid_argument  the points do not fit a `CellSet`.
  explicit Constraints(const Problem& problem);

  /// A cell that a symbol in another cell restricts.
  struct Related {
    int cell = 0;
    SymbolTable goes_with;  ///< by the symbol of the other cell: what this one may hold
  };

  int side = 0;
  bool are_told_apart = false;                ///< the symbols
  int points = 0;                             ///< cells, and symbols if they are told apart
  std::vector<CellSet> seen;                  ///< by cell: the cells that must hold another symbol
  std::vector<PointImages> generators;        ///< of the group
  Integer group_order;                        ///< of points
  std::vector<SymbolBits> allowed;            ///< by cell: what it may hold
  std::vector<std::vector<Related>> related;  ///< by cell: those that it restricts; empty if no cells are related
  /// Sets of N points of which each template has one: rows first, then others of which all images are regions here,
  /// too.
  std::vector<Region> regions;
};

/// Which templates can stand beside one in a grid: those without a common point whose symbols go with its symbol in
/// related cells.
class Beside {
 public:
  Beside(const Constraints& constraints, const CellSet& set);

  /// Whether the other one can.
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

/// Returns every template: the cells that one symbol can take in a grid, as far as that shows without trying two
/// others. N cells, one in each region, of which no two must differ, and such that for every other cell there is a
/// template with it that can stand beside it. A grid is N templates of which each can stand beside each other.
///
/// @param most  more than so many are not listed
/// Where symbols are not alike, those of each symbol, with its point.
///
/// @return      in ascending order of the cells' numbers; nullopt if there are more
/// @cost        some 10 ns for each cell that is tried; then orbits of templates * templates, which is left out if it
///              would take some seconds
std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most,
                                                  const Poll& poll = {});

}  // namespace gridcensus::orbit_search
