#pragma once

#include "stack_product/factorisations/states.hpp"
#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gridcensus::stack_product {

/// Counts the ordered 1-factorisations of a regular bipartite graph: the ways to put the symbols of every row in order
/// so that each of the columns holds every symbol once.
///
///     rows 12, 23, 13:    1 2        2 1
///                         2 3  and   3 2    are the 2 factorisations
///                         3 1        1 3
///
/// In this folder columns are called colours: an edge (row, symbol) has the colour of the column in which the symbol
/// stands. Two colours are counted by cycles (cycles.hpp), three of up to 16 rows by a search (search.hpp), all else by
/// a sweep (sweep.hpp).
///
/// band_classes counts 1-factorisations in ways of its own. This is on purpose: the two strategies check each other.
///
/// @threads  const functions may be called from many threads, with a workspace each.
/// @source   elementary
class Factorisations {
 public:
  /// Memory that is used again from call to call; one for each thread. It never changes a result.
  class Workspace {
    friend class Factorisations;
    States now_;
    States next_;
  };

  /// @param side    rows, and symbols
  /// @param degree  symbols of a row, and rows of a symbol
  /// @throws std::invalid_argument  see `why_not`.
  Factorisations(int side, int degree);

  /// Why graphs of this size cannot be counted; nothing if they can.
  ///
  /// By Bregman's bound for each colour a count is at most the product over d = 1..degree of (d!)^(side/d). That has to
  /// be below 2^63; it is so for all sides up to 25 with degree 2 or 3, up to 21 with 4, up to 16 with 5, which are the
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
