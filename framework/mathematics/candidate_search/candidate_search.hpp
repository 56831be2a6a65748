#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace gridcensus::candidate_search {

/// A symbol that was put into a cell.
struct Step {
  int cell = 0;    ///< number of the cell, row by row from 0
  int symbol = 0;  ///< from 0
};

/// The choices that lead to a node of the search, at which a unit of work begins.
using Steps = std::vector<Step>;

/// Visits the grids of a problem: puzzles, restricted and related cells, any rules.
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
  /// @param problem  side at most 25
  explicit CandidateSearch(const Problem& problem);

  /// Returns the number of grids that differ only by exchanging symbols that are alike; each grid visited represents
  /// them.
  const Integer& relabellings() const { return relabellings_; }

  /// Returns nodes of the search such that each grid is below exactly one: at least `wanted` nodes, if there are as
  /// many grids, and none if there is no grid.
  std::vector<Steps> beginnings(std::size_t wanted) const;

  /// Counts the grids below a node by visiting them one at a time.
  ///
  /// @param beginning  one of `beginnings`
  /// @throws std::invalid_argument  the steps break the rules.
  std::uint64_t completions(const Steps& beginning, const Poll& poll = {}) const;

  /// An estimate that stands for every larger number, too.
  static constexpr double max_estimated_nodes = 1e200;
  /// Returns the number of nodes of the search: counted if they are few, otherwise a mean over random ways down, the
  /// same ones every time.
  ///
  /// @cost    10 ms; up to 60 ms if the nodes are many
  /// @source  D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
  double estimated_nodes() const;

  class Walk;

 private:
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
  Integer relabellings_ = 1;
};

/// A way down from the root of the search: the candidates of the cells at each depth.
class CandidateSearch::Walk {
 public:
  /// @param search, poll  stored as references
  Walk(const CandidateSearch& search, const Poll& poll);

  /// Returns the cell that is filled next at a depth, and the symbols to try: no symbols if the node has no grid,
  /// nullopt if all cells are filled.
  std::optional<std::pair<std::size_t, SymbolBits>> choice(std::size_t depth) const;

  /// Returns the symbols that a cell may still have at a depth; none if the node has no grid.
  SymbolBits candidates(std::size_t depth, std::size_t cell) const {
    return is_open_ ? candidates_[depth][cell] & ~filled : 0;
  }
  /// Checks whether a cell has its symbol at a depth.
  bool is_filled(std::size_t depth, std::size_t cell) const { return (candidates_[depth][cell] & filled) != 0; }

  /// Puts a symbol into a cell, one step deeper, with everything that follows at once.
  ///
  /// @return  false: no grid is below
  bool go(std::size_t depth, std::size_t cell, SymbolBits symbol);

  /// Counts the grids below the node at a depth.
  std::uint64_t count(std::size_t depth);

  /// Counts the nodes from the one at a depth on. Returns nullopt if there are more than `most`.
  std::optional<std::uint64_t> count_nodes(std::size_t depth, std::uint64_t most);

  /// Checks whether a grid is below the node at a depth.
  bool has_grid(std::size_t depth);

 private:
  struct Node {
    std::size_t unfilled = 0;
    SymbolBits used = 0;
  };
  /// Marks a cell that has its symbol. No side is large enough to need this bit.
  static constexpr SymbolBits filled = SymbolBits{1} << 63U;

  /// Keeps only the first of symbols that are alike and not used yet.
  SymbolBits without_alike(SymbolBits symbols, SymbolBits used) const;
  bool fill(std::size_t depth, std::size_t cell, SymbolBits symbol);
  /// Fills cells that have only one candidate, and the only cells of a region for some symbol.
  ///
  /// @return  false: there is a contradiction
  bool settle(std::size_t depth);

  const CandidateSearch& search_;
  const Poll& poll_;
  std::vector<std::vector<SymbolBits>> candidates_;  // by depth and cell
  std::vector<Node> nodes_;                          // by depth
  bool is_open_ = true;                              // false: the root has no grid
  std::uint64_t visited_ = 0;
};

}  // namespace gridcensus::candidate_search
