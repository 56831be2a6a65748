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

/// Counts the bands of four to seven rows with given column contents, as a sum of independent slices.
///
/// The rows are cut into the first h and the other R - h. The symbols of the first column go to the two parts in
/// binomial(R,h) ways, all with the same count, so with one of them
///
///     F_R(G) = binomial(R,h) * sum over the h-regular spanning H with H(first column) = fixed of F_h(H) F_(R-h)(G - H)
///
/// H is chosen column by column, and both factors are swept at the same time (`Sweep`), so all H with the same
/// beginning share that part of the work. A slice fixes the first few columns of H.
///
/// Six rows can be cut 3 + 3 or 2 + 4: different graphs H, different factors, the same sum. Nothing is cached.
///
/// @threads  const functions may be called from many threads.
class SlicedCount {
 public:
  /// @param columns     sets of one size R, with every symbol in R of them, as for `FactorisationCounter::count`
  /// @param first_rows  h; both parts have 2 to 4 rows, and R is at most 7
  /// @throws std::invalid_argument  outside these limits.
  SlicedCount(std::span<const mathematics::SymbolSet> columns, int first_rows);

  /// Returns the number of slices: at least 200 if H has so many beginnings.
  std::size_t slices() const { return beginnings_.size(); }

  /// Returns the bands of one slice; those of all slices add up to F_R(G).
  ///
  /// @return  at most F_R, which is below 2^128 by Bregman's bound for N <= 16 and R <= 7.
  /// @throws std::out_of_range  there is no such slice.
  mathematics::UInt128 count(std::size_t slice, const Poll& poll = {}) const;

  /// Returns the sum of every `step`-th slice from `first` on.
  mathematics::UInt128 count_every(std::size_t step, std::size_t first, const Poll& poll = {}) const;

 private:
  /// A way to split a column between the two parts.
  struct Choice {
    std::uint64_t first_edges = 0;  // 8 in the entry of each symbol of the first part, 4 bits an entry
    std::uint64_t other_edges = 0;
    Sweep::Cuts first;
    Sweep::Cuts other;
  };
  /// The degrees in the parts: 8 - h + edges in the entry of each symbol, so its highest bit is set when it is full.
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
  std::vector<std::vector<Choice>> choices_;            // for each column; one for the first column
  std::vector<std::vector<std::uint32_t>> beginnings_;  // choices in the first columns, one list for each slice
  Edges none_;
};

}  // namespace gridcensus::band_signatures
