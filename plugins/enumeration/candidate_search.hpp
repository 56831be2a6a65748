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

/// The choices that lead to a node of the search: where a unit of work begins.
using Steps = std::vector<Step>;

/// Visits the grids of a problem whose symbols are not alike: puzzles, restricted and related cells.
///
/// The cells are filled one by one. A cell that may have one symbol only is filled at once, and so is the only cell of
/// a region that may have some symbol; else the cell with the fewest symbols is filled in every way. Two symbols that
/// can be exchanged without changing the problem are alike until one of them is used: of the unused ones that are alike
/// only the first is tried.
///
/// @threads  const functions may be called from many threads.
/// @source   the definition; no theorem.
class CandidateSearch {
 public:
  explicit CandidateSearch(const Problem& problem);

  /// How many grids differ only by exchanging symbols that are alike: each of these is one of so many.
  std::uint64_t relabellings() const { return relabellings_; }

  /// Nodes of the search of which each grid is below exactly one: at least so many, if the grids are as many. None if
  /// there is no grid.
  std::vector<Steps> beginnings(std::size_t wanted) const;

  /// How many grids are below a node; they are visited one at a time.
  ///
  /// @param beginning  one of `beginnings`
  /// @throws std::invalid_argument  the steps break the rules.
  std::uint64_t completions(const Steps& beginning, const Poll& poll = {}) const;

  /// About how many nodes the search has: a mean over random ways down, the same ones every time.
  ///
  /// @cost    some milliseconds for 9x9
  /// @source  D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
  double estimated_nodes() const;

 private:
  class Walk;

  /// A cell that may not have every symbol because of the symbol of another cell.
  struct Relation {
    int other = 0;
    SymbolTable goes_with;  // by the symbol of the cell: what the other may have
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
