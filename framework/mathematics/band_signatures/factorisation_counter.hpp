#pragma once

#include "band_signatures/column_graph.hpp"
#include "band_signatures/sliced_count.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;
using mathematics::UInt128;

/// Counts the bands with given column contents.
///
/// A band with the column sets S_1..S_N is a bipartite graph (columns against symbols, an edge where the symbol is in
/// the column), and its rows are perfect matchings that use every edge once. So B is the number of ordered
/// 1-factorisations of an R-regular graph.
///
/// The edge (first column, its least symbol) is in one row, for which there are R choices, all with the same count:
///
///     F_R(G) = R * sum over the perfect matchings M with the edge of F_(R-1)(G - M)
///
/// Two to four rows are swept along the columns (`Sweep`). F depends on the graph only, not on the numbering of its
/// vertices: for up to ten columns, the values for four and more rows are cached under a normal form. For 5x2 that
/// leaves a small part of the 355 * 1200 graphs G - M. With more than ten columns normal forms seldom coincide, so five
/// to seven rows are cut in two parts instead (`SlicedCount`).
///
/// @threads  all functions may be called from many threads; they share the cache. No value depends on it.
/// @source   elementary; R = 2, 3 as in Silver's program (forum.enjoysudoku.com, "Fast 3x3-counting", 2005).
class FactorisationCounter {
 public:
  /// @param columns  column sets, all of one size R >= 1; every symbol is in R of them. At most 16.
  /// @return         bands with these columns. It is at most the product over d = 1..R of (d!)^(N/d) (Bregman's
  ///                 bound for each row), which is below 2^128 for all N <= 9, for N = 10 with R = 5, and for R <= 2.
  /// @throws std::invalid_argument  the sizes of the sets differ, or a symbol is not in R of them.
  /// @cost           Grows fast with R: 1 microsecond for 3x3, 80 for 4x3, minutes for 6x2; see README.md.
  UInt128 count(std::span<const SymbolSet> columns, const Poll& poll = {}) const;

 private:
  struct Hash {
    std::size_t operator()(const ColumnGraph& graph) const noexcept;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<ColumnGraph, UInt128, Hash> values;
  };
  class Search;

  std::optional<UInt128> known(const ColumnGraph& graph) const;
  void remember(const ColumnGraph& graph, UInt128 value) const;

  // The number of rows is the size of every column, so a graph alone is the key.
  mutable std::array<Shard, 16> shards_;
};

}  // namespace gridcensus::band_signatures
