#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::symbol_frontier {

/// For each cell, the cells that must hold another symbol.
using CellsSeen = std::vector<std::vector<int>>;

/// What a frontier knows of a problem.
struct Constraints {
  CellsSeen seen;  ///< of side * side cells, row by row; symmetric, and rows and columns are among it
  /// Sets of `side` cells that see each other, so that each symbol is in each of them: used to rule out symbols.
  std::vector<Region> regions = {};
  std::vector<SymbolBits> allowed = {};    ///< by cell: the symbols that it may have; empty: every cell any
  std::vector<RelatedCells> related = {};  ///< pairs of cells with relations of their symbols

  /// The side of the square of cells; of a larger one where they are no square.
  std::size_t side() const;
  /// Whether exchanging any two symbols changes nothing.
  bool symbols_are_alike() const;
};

/// Returns the constraints of a problem, with the regions that follow from its own. What the problem restricts and
/// relates is not narrowed yet.
Constraints constraints_of(const Problem& problem);

/// Removes symbols of cells that no grid has there, as far as trials show: a symbol is put into a cell, and what then
/// has only one place, or only one symbol, follows. Does nothing where symbols are alike.
///
/// Where there is no grid, no cell may be left with a symbol.
///
/// @cost    some milliseconds for a 9x9 puzzle
/// @source  singleton consistency: R. Debruyne and C. Bessière, IJCAI 1997.
void rule_out_symbols(Constraints& constraints);

}  // namespace gridcensus::symbol_frontier
