#pragma once

#include "combinatorics/symbols.hpp"
#include "combinatorics/wide.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

namespace gridcensus::band_classes {

using combinatorics::SymbolSet;
using combinatorics::Wide;

/// Called now and then by long work; it ends the work by throwing.
using Poll = std::function<void()>;

/// A bipartite graph of columns against symbols: entry k is the symbols of column k. Unused entries are 0.
using ColumnGraph = std::array<SymbolSet, combinatorics::max_symbols>;

/// Another numbering of the symbols and order of the columns of a regular graph, nearly the same one for all graphs
/// that differ in these only: vertices are told apart by what surrounds them, then one of those alike is marked, and so
/// on.
///
/// It is not a canonical form: graphs that are alike may end apart, where vertices look alike that no symmetry
/// exchanges. What is returned is always a graph isomorphic to the given one, and that is all that counting needs.
///
/// @param columns  how many entries are used; as many symbols are
/// @cost           some microseconds
ColumnGraph normal_form(const ColumnGraph& graph, std::size_t columns);

/// Counts the bands that have given column contents.
///
/// A band with the column sets S_1..S_N is a bipartite graph (columns against symbols, an edge where the symbol is in
/// the column), and its rows are perfect matchings that use every edge once. So B is the number of ordered
/// 1-factorisations of an R-regular graph.
///
/// The edge (first column, its least symbol) lies in one row, for which there are R choices, all with the same count:
///
///     F_R(G) = R * sum over the perfect matchings M that hold the edge of F_(R-1)(G - M)
///     F_2(G) = 2^cycles     F_1(G) = 1
///
/// Four rows are cut in two pairs. The first column's symbols {a,b,c,d} go to the pairs in 6 ways, all with the same
/// count, so with {a,b} in the first pair of rows
///
///     F_4(G) = 6 * sum over the 2-regular H in G with H(first column) = {a,b} of 2^cycles(H) 2^cycles(G - H)
///
/// F depends on the graph only, not on the numbering of its vertices: the values for four and more rows are remembered
/// under a normal form. For 5x2 that leaves a small part of the 355 * 1200 graphs G - M.
///
/// @threads  all functions may be called from many threads; they share what is remembered. No value depends on it.
/// @source   elementary; R = 2, 3 as in Silver's program (forum.enjoysudoku.com, "Fast 3x3-counting", 2005).
class FactorisationCounter {
 public:
  /// @param columns  column sets, all of one size R >= 1; every symbol lies in R of them. At most 16.
  /// @return         bands with these columns. It is at most the product over d = 1..R of (d!)^(N/d) (Bregman's
  ///                 bound for each row), which is below 2^128 for all N <= 9, for N = 10 with R = 5, and for R <= 2.
  /// @throws std::invalid_argument  the sets have not one size, or a symbol is not in R of them.
  /// @cost           Grows fast with R: a microsecond for R = 3, N = 9; see README.md.
  Wide count(std::span<const SymbolSet> columns, const Poll& poll = {}) const;

 private:
  struct Hash {
    std::size_t operator()(const ColumnGraph& graph) const noexcept;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<ColumnGraph, Wide, Hash> values;
  };
  class Search;

  std::optional<Wide> known(const ColumnGraph& graph) const;
  void remember(const ColumnGraph& graph, Wide value) const;

  // The number of rows is the size of every column, so a graph alone is the key.
  mutable std::array<Shard, 16> shards_;
};

}  // namespace gridcensus::band_classes
