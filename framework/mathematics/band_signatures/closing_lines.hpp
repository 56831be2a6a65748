#pragma once

#include "band_signatures/line_table.hpp"
#include "band_signatures/open_graph.hpp"
#include "band_signatures/swept_lines.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// A matching of an open graph taken out of it. The two symbols that it leaves are free, and go to the two open
/// columns.
struct RestOfMatching {
  OpenGraph graph;            ///< what remains of the columns, and of the free symbols
  std::array<int, 2> left{};  ///< the two symbols, ascending
};

/// The matchings of an open graph that use one edge, the same for all of them.
class MatchingsOfEdge {
 public:
  /// The edge is that of the first column and its least symbol. (One that the fewest matchings use has 6 % fewer of
  /// them, and to find it takes as long.)
  ///
  /// @param symbols  N; there are N - 2 columns
  MatchingsOfEdge(const OpenGraph& graph, std::size_t symbols);

  /// @cost  12 symbols: 60,000 of a graph with six rows, 10,000 of one with five
  template <class Visit>
  void for_each(const Visit& visit) {
    match(1, first_, visit);
  }

 private:
  /// Gives columns `from`.. their symbols.
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
      ending_{};  // by column: what must be used there, since later it cannot
  std::array<std::uint8_t, OpenGraph::max_columns> matching_{};  // by column: its symbol
};

/// Counts the lines of open graphs with five rows.
///
/// Each 1-factorisation of G has one matching that uses a given edge, so with f as in `SweptLines`
///
///     f(G) = sum over the matchings M of G that use the edge of f(G - M)
///
/// What M takes of the columns that are not open leaves two symbols x, y for the open ones, one each. So the open graph
/// is the same for all ways to close it:
///
///     f(open graph, {X, Y}) = sum over the M of the open graph that use the edge and leave x in X, y in Y,
///                             of f(open graph - M, {X - x, Y - y})
///
/// and of one look-up 70 of the 126 ways to close five rows have their part. Lines of four rows are looked up by a form
/// of their graph (`OpenForm`), many at once: memory answers slowly, but may be asked much in advance.
///
/// Not thread-safe: each thread has its own; the table is shared.
///
/// @source  the recursion is textbook; memory shared by graphs that are alike is in M. Lin's count of 2x6 (2026,
///          github.com/linche89/sudoku-enumeration), lines are ours
class ClosingLines {
 public:
  /// @param symbols  N: 4 to 12, even
  /// @param table    of lines of four rows; must outlive this. What finds no room in it is counted anew each time
  /// @throws std::invalid_argument  another number of symbols.
  ClosingLines(std::size_t symbols, LineTable& table);

  /// Numbers of a line of four rows, the width of the table.
  static std::size_t width_of_table() { return Closings{4}.size(); }

  /// The line of a graph with five rows.
  ///
  /// @param line  is replaced: f by the number of the closing
  /// @cost  12 symbols: 10,000 look-ups, 1.5 ms, where all lines of four rows are in the table
  void count(const OpenGraph& graph, std::vector<std::uint64_t>& line, const Poll& poll);

 private:
  static constexpr int rows_below = 4;
  static constexpr std::size_t most_waiting = 64;

  /// A byte for each half that lines of four rows have numbers for, in whole words.
  using Halves = std::array<std::uint8_t, 40>;
  using HalvesInWords = std::array<std::uint64_t, sizeof(Halves) / sizeof(std::uint64_t)>;

  void look_up();
  void add_line(std::span<const std::uint32_t> line, std::size_t waiting);
  void add_up(const OpenGraph& graph, std::vector<std::uint64_t>& line) const;

  std::size_t symbols_;
  LineTable& table_;
  const OpenFormKernel& kernel_;
  Closings closings_{rows_below + 1};
  Closings closings_below_{rows_below};
  std::array<HalvesInWords, std::size_t{2} * rows_below> having_{};  // by free symbol: ones for the halves that have it
  SweptLines swept_;
  std::vector<std::uint32_t> swept_line_;
  std::size_t waiting_ = 0;  // look-ups that wait for memory; of each:
  std::array<OpenGraph, most_waiting> rests_;
  std::array<std::array<int, 2>, most_waiting> left_{};
  std::array<OpenForm, most_waiting> forms_;
  std::array<std::uint64_t, most_waiting> hashes_{};
  std::vector<std::uint64_t> sums_;  // [x][y][line of what M leaves]: over the M that leave x < y
};

}  // namespace gridcensus::band_signatures
