#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/fixed_count.hpp"
#include "burnside_bfs/group/symmetries.hpp"
#include "gridcensus/problem.hpp"

#include <cstddef>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Counts the grids that a permutation of cells fixes, under any rules, by a plain search: one label for a cycle of
/// cells at a time, the cycle with the fewest possible labels first.
///
/// As in `FixedGrids`, only the cycle type of a relabelling p matters, and the label of one cell determines its cycle.
/// Clashes are checked between cells that must differ, in the first cell of a cycle only. Of labels that are not placed
/// yet, one is tried for each length of their cycles. The search knows no lines, merges no states and shares no
/// counting code with `FixedGrids`, so under classic rules each checks the other.
class FixedGridsSearch final : public FixedCount {
 public:
  /// @param map  a symmetry of the problem, not the identity
  /// @throws std::invalid_argument  a side above 16
  FixedGridsSearch(const Problem& problem, const CellImages& map);

  std::size_t slices() const override { return parts_ * types_.size(); }
  /// @cost  some 100 ns for each tried label
  Integer count(std::size_t slice, const Poll& poll = {}) const override;
  double weight(std::size_t slice) const override;

 private:
  /// A cell that must differ from the first cell of a cycle, by its cycle and its place in the cycle.
  struct Neighbour {
    std::size_t cycle = 0;
    std::size_t place = 0;
  };
  struct Cycle {
    std::size_t length = 0;
    std::vector<Neighbour> neighbours;
  };
  /// The plan of the search of one cycle type of p.
  struct Plan {
    LabelCycles labels;
    std::vector<SymbolSet> fitting;     ///< by cycle of cells
    std::vector<SymbolSet> taken_away;  ///< by cycle, by label of its first cell, by cycle: the clashing labels
  };
  class Search;

  Plan planned(const std::vector<int>& type) const;

  std::size_t side_;
  std::vector<Cycle> cycles_;
  std::vector<Plan> types_;
  std::size_t parts_ = 1;  ///< slices of each type
};

}  // namespace gridcensus::burnside_bfs
