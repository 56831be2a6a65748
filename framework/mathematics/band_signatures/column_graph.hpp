#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// A bipartite graph of columns against symbols: entry k is the symbols of column k. Unused entries are 0.
using ColumnGraph = std::array<mathematics::SymbolSet, mathematics::max_symbols>;

/// The size R of the sets.
///
/// @param columns  1 to 16 sets
/// @throws std::invalid_argument  they have not one size R >= 1, or a symbol is not in R of them.
int rows_of_band(std::span<const mathematics::SymbolSet> columns);

/// The columns of a graph in an order in which few symbols are between their first and their last column: then a search
/// along them has few dead ends, and a sweep few states.
///
/// @param symbols  how many there are
/// @cost  a few microseconds for four and more rows
std::vector<mathematics::SymbolSet> in_narrow_order(std::span<const mathematics::SymbolSet> columns,
                                                    std::size_t symbols);

/// A graph in another numbering of its vertices.
struct NormalForm {
  ColumnGraph graph{};                 ///< itself
  mathematics::Relabelling symbols{};  ///< by symbol before: what it has become
  mathematics::Relabelling columns{};  ///< by column before: its place now
};

/// Another numbering of the symbols and order of the columns of a regular graph, nearly the same one for all graphs
/// that differ in these only: vertices are told apart by what surrounds them, then one of those alike is marked, and so
/// on.
///
/// It is not a canonical form: graphs that are alike may end apart, where vertices look alike that no symmetry
/// exchanges. What is returned is always a graph isomorphic to the given one, and that is all that counting needs.
///
/// @param columns  how many entries are used; as many symbols are
/// @cost           some tenths of a microsecond, as much again for every mark
NormalForm normal_form(const ColumnGraph& graph, std::size_t columns);

}  // namespace gridcensus::band_signatures
