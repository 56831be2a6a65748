#pragma once

#include "candidate_search/candidate_search.hpp"
#include "canonical_grids/canonical_grid.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gridcensus::canonical_grids {

/// Lists the grids of a problem, or the least forms of its classes, in lexicographic order.
///
/// Fills the cells in the order of the list, and always knows which symbols the open cells may still have. If this
/// order meets dead end after dead end, as in puzzles, it enters a node only if a search in a better order finds a grid
/// below it. So the time to the next grid is bounded by a few hundred such searches.
///
/// For classes, it prunes a prefix of whole rows if a symmetry makes it less, because no least form begins with it. The
/// grids that remain are the least forms, each once ("orderly generation").
///
/// @threads  const functions may be called from many threads at once
/// @source   I. A. Faradzev 1978; R. C. Read, "Every one a winner", 1978.
class GridList {
 public:
  /// The order in which cells are compared.
  enum class Order { rows, columns };

  /// Lists all grids.
  GridList(const Problem& problem, Order order);
  /// Lists least forms, row by row.
  ///
  /// @param classes  of the problem; must outlive the list
  GridList(const Problem& problem, const Canonicaliser& classes);

  /// Receives each grid in order, and the number of its automorphisms if classes are listed, otherwise 0.
  using Visit = std::function<void(const mathematics::Grid& grid, std::uint64_t automorphisms)>;

  /// Visits all completions of a prefix. If they are not whole grids, only those that some grid begins with.
  ///
  /// @param grid  has `from` lines; its other cells are not read
  /// @param to    number of lines of a completion; if not all, the number of automorphisms is 0
  void extend(mathematics::Grid grid, int from, int to, const Visit& visit, const Poll& poll = {}) const;

  /// Prefixes of all listed grids, in order.
  struct Beginnings {
    int lines = 0;                         ///< the number of lines of each; its other cells are 0
    std::vector<mathematics::Grid> grids;  ///< each with its prefix
  };
  /// Returns prefixes with so many lines that each has few grids if all have about equally many.
  ///
  /// @param expected  approximate number of listed grids
  Beginnings beginnings(const Integer& expected, const Poll& poll = {}) const;

  /// Returns the first lines of a grid, in the form of `beginnings`: its other cells are 0.
  mathematics::Grid beginning_of(const mathematics::Grid& grid, int lines) const;

  /// Compares two grids in the order of the list.
  bool is_before(const mathematics::Grid& grid, const mathematics::Grid& other) const;

 private:
  class Filling;

  Problem problem_;
  candidate_search::CandidateSearch search_;
  const Canonicaliser* classes_ = nullptr;
  bool has_names_ = false;          ///< whether symbols must first occur in ascending order
  std::vector<std::size_t> cells_;  ///< in the order in which they are filled
};

}  // namespace gridcensus::canonical_grids
