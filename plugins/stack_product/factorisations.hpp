#pragma once

#include "stack_product/row_sets.hpp"

#include <cstdint>
#include <memory>
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
/// Columns are called colours below: an edge (row, symbol) has the colour of the column in which the symbol stands.
///
/// Two colours: the rows are edges of a graph on the symbols, made of cycles; 2^cycles.
///
/// Three colours, up to 16 rows: a search for the edges of one colour, 2^cycles for the others; a row's symbols with
/// both edges of the others already used up must have the colour, so that few branches are in vain.
///
/// Else row by row, with equal states put together. A state says which symbols have which colours already; symbols
/// whose rows have all been met are left out, and states that differ in the names of the colours only are the same:
///
///     word of a state    | colour 2 | colour 1 | colour 0 |   a bit for each symbol, colours sorted
///
/// The last colour is left out, as every symbol has as many colours as it has rows so far. The rows are taken in an
/// order in which few symbols are begun and not finished, or the symbols, where that is better: the graph is the same.
///
/// Tried and worse: pairs of colours with the ends of their paths as states (twice as many states for 4x4 boxes); a
/// sweep from both ends (as many steps); dropping states without a future (a tenth of them); better orders than the
/// greedy one by local search (no fewer states).
///
/// @threads  const functions may be called from many threads, with a workspace each.
/// @source   elementary
class Factorisations {
  class States;

 public:
  /// Memory that is used again from call to call; one for each thread. It never changes a result.
  class Workspace {
   public:
    Workspace();
    ~Workspace();
    Workspace(Workspace&& other) noexcept;
    Workspace& operator=(Workspace&& other) noexcept;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

   private:
    friend class Factorisations;
    std::unique_ptr<States> now_;
    std::unique_ptr<States> next_;
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
  std::uint64_t count(std::span<const SymbolSet> rows, Workspace& workspace) const;

 private:
  template <int degree>
  static std::uint64_t swept(std::span<const SymbolSet> unordered, Workspace& workspace);

  int side_;
  int degree_;
};

}  // namespace gridcensus::stack_product
