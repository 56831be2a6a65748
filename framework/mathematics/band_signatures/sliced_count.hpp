#pragma once

#include "band_signatures/column_graph.hpp"
#include "band_signatures/sweep.hpp"
#include "gridcensus/poll.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// Counts the bands of four to seven rows that have given column contents, as a sum of independent slices.
///
/// The rows are cut in the first h and the other R - h. The symbols of the first column go to the two parts in
/// binomial(R,h) ways, all with the same count, so with one of them
///
///     F_R(G) = binomial(R,h) * sum over the h-regular spanning H with H(first column) = fixed of F_h(H) F_(R-h)(G - H)
///
/// H is chosen column by column; the two factors are swept along (`Sweep`), so that all H that begin alike share that
/// part of the work. A slice fixes what H has of the first few columns.
///
/// Six rows can be cut 3 + 3 or 2 + 4: other graphs H, other factors, the same sum. Nothing is remembered.
///
/// @threads  const functions may be called from many threads.
class SlicedCount {
 public:
  /// @param columns     sets of one size R, with every symbol in R of them, as for `FactorisationCounter::count`
  /// @param first_rows  h; both parts have 2 to 4 rows, and R is at most 7
  /// @throws std::invalid_argument  outside these limits.
  SlicedCount(std::span<const mathematics::SymbolSet> columns, int first_rows);

  /// At least 200 where there are so many beginnings of H.
  std::size_t slices() const { return beginnings_.size(); }

  /// The bands of one slice; those of all slices add up to F_R(G).
  ///
  /// @return  at most F_R, which is below 2^128 by Bregman's bound for N <= 16 and R <= 7.
  /// @throws std::out_of_range  there is no such slice.
  mathematics::UInt128 count(std::size_t slice, const Poll& poll = {}) const;

  /// Every `step`-th slice from `first` on, added up.
  mathematics::UInt128 count_every(std::size_t step, std::size_t first, const Poll& poll = {}) const;

 private:
  /// What a column may give to the two parts.
  struct Choice {
    std::uint64_t first_edges = 0;  // 8 in the entry of each symbol of the first part, 4 bits an entry
    std::uint64_t other_edges = 0;
    Sweep::Cuts first;
    Sweep::Cuts other;
  };
  /// How full the parts are: 8 - h + edges in the entry of each symbol, so that its highest bit says that it is full.
  struct Edges {
    std::uint64_t first = 0;
    std::uint64_t other = 0;
  };
  class Search;

  static bool fits(const Edges& edges, const Choice& choice) {
    return ((edges.first & choice.first_edges) | (edges.other & choice.other_edges)) == 0;
  }
  static Edges with(const Edges& edges, const Choice& choice) {
    return {edges.first + (choice.first_edges >> 3U), edges.other + (choice.other_edges >> 3U)};
  }

  int rows_;
  int first_rows_;
  std::vector<std::vector<Choice>> choices_;            // of each column; one of the first column
  std::vector<std::vector<std::uint32_t>> beginnings_;  // choices of the first columns, one list for each slice
  Edges none_;
};

}  // namespace gridcensus::band_signatures
