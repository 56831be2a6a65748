#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::enumeration {

/// A symbol that was put into a cell.
struct Step {
  int cell = 0;
  int symbol = 0;
};

/// The choices that lead to a node of the search, at which a unit of work begins.
using Steps = std::vector<Step>;

/// Visits the grids of a problem whose symbols are not alike: puzzles, restricted and related cells.
///
/// The cells are filled one by one. A cell with only one candidate is filled at once, and so is the only cell of a
/// region that can have some symbol; otherwise the cell with the fewest candidates is filled in every way. Two symbols
/// that can be exchanged without changing the problem are alike until one of them is used: of unused symbols that are
/// alike, only the first is tried.
///
/// @threads  const functions may be called from many threads.
/// @source   the definition; no theorem.
class CandidateSearch {
 public:
  explicit CandidateSearch(const Problem& problem);

  /// Returns the number of grids that differ only by exchanging symbols that are alike; each grid visited represents
  /// them.
  std::uint64_t relabellings() const { return relabellings_; }

  /// Returns nodes of the search such that each grid is below exactly one: at least `wanted` nodes, if there are as
  /// many grids, and none if there is no grid.
  std::vector<Steps> beginnings(std::size_t wanted) const;

  /// Counts the grids below a node by visiting them one at a time.
  ///
  /// @param beginning  one of `beginnings`
  /// @throws std::invalid_argument  the steps break the rules.
  std::uint64_t completions(const Steps& beginning, const Poll& poll = {}) const;

  /// Estimates the number of nodes of the search: a mean over random ways down, the same ones every time.
  ///
  /// @cost    some milliseconds for 9x9
  /// @source  D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
  double estimated_nodes() const;

 private:
  class Walk;

  /// A cell that is restricted by the symbol of another cell.
  struct Relation {
    int other = 0;
    SymbolTable goes_with;  // by the symbol of the cell: the symbols allowed in the other
  };

  std::size_t side_ = 0;
  std::vector<Region> regions_;
  std::vector<std::vector<int>> seen_;            // by cell
  std::vector<SymbolBits> allowed_;               // by cell
  std::vector<std::vector<Relation>> relations_;  // by cell
  std::vector<SymbolBits> alike_;                 // sets of symbols that can be exchanged, two in each at least
  std::uint64_t relabellings_ = 1;
};

}  // namespace gridcensus::enumeration
