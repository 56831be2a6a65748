#pragma once

#include "band_signatures/closing_count_table.hpp"
#include "band_signatures/open_graph.hpp"
#include "band_signatures/swept_counts.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// An open graph without one of its matchings. The two symbols that the matching leaves are free and go to the two open
/// columns.
struct RestOfMatching {
  OpenGraph graph;            ///< the remaining columns and free symbols
  std::array<int, 2> left{};  ///< the two symbols, ascending
};

/// The matchings of an open graph that use one edge, the same for all of them.
class MatchingsOfEdge {
 public:
  /// Uses the edge of the first column and its least symbol. (The edge in the fewest matchings has 6 % fewer, but
  /// finding it takes as long.)
  ///
  /// @param symbols  N; there are N - 2 columns
  MatchingsOfEdge(const OpenGraph& graph, std::size_t symbols);

  /// @cost  12 symbols: 60,000 matchings of a graph with six rows, 10,000 with five
  template <class Visit>
  void for_each(const Visit& visit) {
    match(1, first_, visit);
  }

 private:
  /// Assigns symbols to the columns from `from` on.
  template <class Visit>
  void match(std::size_t from, mathematics::SymbolSet used, const Visit& visit) {
    if (from == columns_) {
      visit(rest_of(used));
      return;
    }
    auto choices = mathematics::without(graph_.columns[from], used);
    const auto ending = mathematics::without(ending_[from], used);
    if (ending != 0) {
      if (mathematics::without_least(ending) != 0) return;
      choices = static_cast<mathematics::SymbolSet>(choices & ending);
    }
    for (; choices != 0; choices = mathematics::without_least(choices)) {
      const auto symbol = static_cast<mathematics::SymbolSet>(choices & -choices);
      matching_[from] = static_cast<std::uint8_t>(std::countr_zero(symbol));
      match(from + 1, static_cast<mathematics::SymbolSet>(used | symbol), visit);
    }
  }

  RestOfMatching rest_of(mathematics::SymbolSet used) const;

  OpenGraph graph_;  // the edge is in the first column
  std::size_t symbols_;
  std::size_t columns_;
  mathematics::SymbolSet first_ = 0;
  std::array<mathematics::SymbolSet, OpenGraph::lanes>
      ending_{};  // by column: symbols to use there, because no later column has them
  std::array<std::uint8_t, OpenGraph::max_columns> matching_{};  // by column: its symbol
};

/// Computes the closing counts of open graphs with five rows.
///
/// Each 1-factorisation of G has one matching that uses a given edge, so with f as in `SweptCounts`
///
///     f(G) = sum over the matchings M of G that use the edge of f(G - M)
///
/// In the columns that are not open, M uses all symbols but two, x and y; the open columns get one each. So the open
/// graph is the same for all ways to close it:
///
///     f(open graph, {X, Y}) = sum over the M of the open graph that use the edge and leave x in X, y in Y,
///                             of f(open graph - M, {X - x, Y - y})
///
/// and one look-up contributes to 70 of the 126 ways to close five rows. Closing counts of four rows are looked up by a
/// form of their graph (`OpenForm`), many at once, because memory has a high latency but allows many requests in
/// flight.
///
/// Not thread-safe: use one object per thread; the table is shared.
///
/// @source  the recursion is textbook; memory shared by isomorphic graphs is in Che Lin's count of 2x6 (2026,
///          github.com/linche89/sudoku-enumeration); vectors of closing counts are ours
class ClosingCounts {
 public:
  /// @param symbols  N: 4 to 12, even
  /// @param table    of closing counts of four rows; must outlive this. Counts that do not fit are recomputed each time
  /// @throws std::invalid_argument  another number of symbols.
  ClosingCounts(std::size_t symbols, ClosingCountTable& table);

  /// Returns the number of closing counts for four rows, the width of the table.
  static std::size_t width_of_table() { return Closings{4}.size(); }

  /// Computes the closing counts of a graph with five rows.
  ///
  /// @param line  is replaced: f by the number of the closing
  /// @cost  12 symbols: 10,000 look-ups, 1.5 ms if the closing counts of four rows are all in the table
  void count(const OpenGraph& graph, std::vector<std::uint64_t>& line, const Poll& poll);

 private:
  static constexpr int rows_below = 4;
  static constexpr std::size_t max_waiting = 64;

  /// A byte for each half that closing counts of four rows refer to, in whole words.
  using Halves = std::array<std::uint8_t, 40>;
  using HalvesInWords = std::array<std::uint64_t, sizeof(Halves) / sizeof(std::uint64_t)>;

  void look_up();
  void add_line(std::span<const std::uint32_t> line, std::size_t waiting);
  void add_up(const OpenGraph& graph, std::vector<std::uint64_t>& line) const;

  std::size_t symbols_;
  ClosingCountTable& table_;
  const OpenFormKernel& kernel_;
  Closings closings_{rows_below + 1};
  Closings closings_below_{rows_below};
  std::array<HalvesInWords, std::size_t{2} * rows_below> having_{};  // by free symbol: ones for the halves that have it
  SweptCounts swept_;
  std::vector<std::uint32_t> swept_line_;
  std::size_t waiting_ = 0;  // look-ups that wait for memory; for each:
  std::array<OpenGraph, max_waiting> rests_;
  std::array<std::array<int, 2>, max_waiting> left_{};
  std::array<OpenForm, max_waiting> forms_;
  std::array<std::uint64_t, max_waiting> hashes_{};
  std::vector<std::uint64_t> sums_;  // [x][y][closing of the graph without M]: over the M that leave x < y
};

}  // namespace gridcensus::band_signatures
