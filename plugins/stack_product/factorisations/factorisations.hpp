#pragma once

#include "stack_product/factorisations/states.hpp"
#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gridcensus::stack_product {

/// Counts the ordered 1-factorisations of a regular bipartite graph: the ways to put the symbols of every row in order
/// such that each column has every symbol once.
///
///     rows 12, 23, 13:    1 2        2 1
///                         2 3  and   3 2    are the 2 factorisations
///                         3 1        1 3
///
/// In this folder columns are called colours: an edge (row, symbol) has the colour of the column in which the row has
/// the symbol. Two colours are counted by cycles (cycles.hpp), three with up to 16 rows by a search (search.hpp),
/// everything else by a sweep (sweep.hpp).
///
/// band_classes has its own code for counting 1-factorisations, on purpose: the two strategies check each other.
///
/// @threads  const functions may be called from many threads, with a workspace each.
/// @source   elementary
class Factorisations {
 public:
  /// Memory that calls reuse, one object for each thread. It never changes a result.
  class Workspace {
    friend class Factorisations;
    States now_;
    States next_;
  };

  /// @param side    rows, and symbols
  /// @param degree  symbols of a row, and rows of a symbol
  /// @throws std::invalid_argument  see `why_not`.
  Factorisations(int side, int degree);

  /// Returns why graphs of this size cannot be counted, or nullopt if they can.
  ///
  /// By Bregman's bound for each colour a count is at most the product over d = 1..degree of (d!)^(side/d), which must
  /// be below 2^63. It is for all sides up to 25 with degree 2 or 3, up to 21 with 4 and up to 16 with 5; these are the
  /// limits.
  static std::optional<std::string> why_not(int side, int degree);

  /// @param rows  `side` sets of `degree` symbols; every symbol is in `degree` of them
  /// @return      exact, below 2^63
  /// @throws std::invalid_argument  the rows are not such sets.
  /// @cost        below 0.1 ms up to degree 3, 0.3 ms for 4x4 boxes (degree 4, side 16) and for 5x2 (degree 5,
  ///              side 10), 6 ms for side 20 with degree 4, 0.02 to 0.4 s and up to 0.4 GB for side 15 with degree 5
  std::uint64_t count(std::span<const SymbolSet32> rows, Workspace& workspace) const;

 private:
  int side_;
  int degree_;
};

}  // namespace gridcensus::stack_product
