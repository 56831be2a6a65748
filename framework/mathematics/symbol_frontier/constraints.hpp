#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::symbol_frontier {

/// For each cell, the cells that must have another symbol.
using CellsSeen = std::vector<std::vector<int>>;

/// The parts of a problem that a frontier uses.
struct Constraints {
  CellsSeen seen;  ///< of side * side cells, row by row; symmetric, and rows and columns are among it
  /// Sets of `side` cells that see each other, so that each symbol is in each of them: used to rule out symbols.
  std::vector<Region> regions = {};
  std::vector<SymbolBits> allowed = {};    ///< by cell: its allowed symbols; empty: all symbols in every cell
  std::vector<RelatedCells> related = {};  ///< pairs of cells with relations of their symbols

  /// Returns the side of the square of cells; of a larger square if they are not a square.
  std::size_t side() const;
  /// Checks that exchanging any two symbols changes nothing.
  bool symbols_are_alike() const;
};

/// Returns the constraints of a problem, with the regions that its own regions imply. Restrictions and relations are
/// not narrowed yet.
Constraints constraints_of(const Problem& problem);

/// Removes symbols that no grid has in a cell, as far as trials show: puts a symbol into a cell and propagates symbols
/// with one place and cells with one symbol. Does nothing if symbols are alike.
///
/// If no grid exists, a cell may be left without any symbol.
///
/// @cost    some milliseconds for a 9x9 puzzle
/// @source  singleton consistency: R. Debruyne and C. Bessière, IJCAI 1997.
void rule_out_symbols(Constraints& constraints);

}  // namespace gridcensus::symbol_frontier
