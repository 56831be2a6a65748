#pragma once

#include "canonical_grids/canonical_grid.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gridcensus::canonical_grids {

/// Lists the grids of a problem, or the least forms of its classes, in lexicographic order.
///
/// Grids are made line by line, by trying every symbol in every cell. Of classes, a beginning of whole rows is given up
/// if a symmetry makes it less, because no least form begins so. What is left at the end are the least forms, each
/// once ("orderly generation").
///
/// @threads  const functions may be called from many threads at once
/// @source   I. A. Faradzev 1978; R. C. Read, "Every one a winner", 1978.
class GridList {
 public:
  /// The order in which cells are compared.
  enum class Order { rows, columns };

  /// All grids.
  GridList(const Problem& problem, Order order);
  /// Least forms, row by row.
  ///
  /// @param classes  of the problem; outlives the list
  GridList(const Problem& problem, const Canonicaliser& classes);

  /// Is given each grid in its turn, and the number of its automorphisms if classes are listed, else 0.
  using Visit = std::function<void(const mathematics::Grid& grid, std::uint64_t automorphisms)>;

  /// Visits all ways to continue a beginning.
  ///
  /// @param grid  has `from` lines; its other cells are not read
  /// @param to    how many lines it shall have; beginnings that are not whole have 0 automorphisms
  void extend(mathematics::Grid grid, int from, int to, const Visit& visit) const;

  /// Beginnings of all that is listed, in order.
  struct Beginnings {
    int lines = 0;                         ///< how many lines each has; its other cells are 0
    std::vector<mathematics::Grid> grids;  ///< each with its beginning
  };
  /// Returns beginnings of so many lines that each has few grids if all have about equally many.
  ///
  /// @param expected  how many grids are listed, about
  Beginnings beginnings(const Integer& expected) const;

  /// Returns the first lines of a grid, as `beginnings` has them: its other cells are 0.
  mathematics::Grid beginning_of(const mathematics::Grid& grid, int lines) const;

  /// Compares two grids in the order of the list.
  bool is_before(const mathematics::Grid& grid, const mathematics::Grid& other) const;

 private:
  class Filling;
  /// An earlier cell, and by its symbol the symbols that go with it.
  struct Relation {
    std::size_t cell = 0;
    SymbolTable goes_with;
  };

  Problem problem_;
  const Canonicaliser* classes_ = nullptr;
  bool has_names_ = false;                         ///< whether symbols come in ascending order when they first occur
  std::vector<std::size_t> cells_;                 ///< in the order in which they are filled
  std::vector<std::vector<std::size_t>> earlier_;  ///< by place in that order: the cells before that must differ
  std::vector<SymbolBits> allowed_;                ///< by cell
  std::vector<std::vector<Relation>> related_;     ///< by place
};

}  // namespace gridcensus::canonical_grids
