#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// A bipartite graph of columns and symbols: entry k is the set of symbols of column k. Unused entries are 0.
using ColumnGraph = std::array<mathematics::SymbolSet, mathematics::max_symbols>;

/// Returns the size R of the sets.
///
/// @param columns  1 to 16 sets
/// @throws std::invalid_argument  their sizes differ or are 0, or a symbol is not in R of them.
int rows_of_band(std::span<const mathematics::SymbolSet> columns);

/// Returns the columns of a graph in an order in which few symbols are between their first and their last column. A
/// search along them then has few dead ends, and a sweep few states.
///
/// @param symbols  number of symbols
/// @cost  a few microseconds for four and more rows
std::vector<mathematics::SymbolSet> in_narrow_order(std::span<const mathematics::SymbolSet> columns,
                                                    std::size_t symbols);

/// A graph in another numbering of its vertices.
struct NormalForm {
  ColumnGraph graph{};                 ///< the renumbered graph
  mathematics::Relabelling symbols{};  ///< by old symbol: its new number
  mathematics::Relabelling columns{};  ///< by old column: its new place
};

/// Renumbers the symbols and reorders the columns of a regular graph, nearly in the same way for isomorphic graphs:
/// vertices are distinguished by their neighbourhoods, then one of those alike is marked, and so on.
///
/// It is not a canonical form: isomorphic graphs may get different forms if vertices look alike but no symmetry
/// exchanges them. The result is always isomorphic to the given graph, which is all that counting needs.
///
/// @param columns  number of used entries, and of symbols
/// @cost           some tenths of a microsecond, as much again for every mark
NormalForm normal_form(const ColumnGraph& graph, std::size_t columns);

}  // namespace gridcensus::band_signatures
