#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// Counts the ordered 1-factorisations of a graph with two to four rows, one column after the other.
///
/// The rows are cut into a pair and the rest: no row, a single row or a second pair. A column with the symbols {a,b,..}
/// gives two of them to the pair, which is an edge a-b of a graph on the symbols. In the end this graph consists of
/// cycles, and 2^cycles is the number of ways to distinguish the two rows. The second pair is treated likewise.
///
/// Later columns depend on little of the earlier ones, so equal states are merged:
///
///     full   which symbols have all their edges in the pair (bits 0-15), in the rest (bits 16-31)
///     ends   for each pair 16 entries of 4 bits: the other end of the path that ends in the symbol; the symbol itself
///            if no path has begun; 0 if the symbol is full
///     ways   the sum of 2^(cycles closed so far) over all choices that led here
///
/// Two pairs may be exchanged, so of two states that differ only in that one is kept.
///
/// @cost    R = 4 on 12 + 12 vertices: some 1500 states in all, instead of 60000 single choices; 80 microseconds.
/// @source  elementary; the other end of each path is stored as in Knuth's SIMPATH (The Art of Computer Programming
/// 4A).
class Sweep {
 public:
  /// A state of the sweep, described above.
  struct State {
    std::uint32_t met = 0;                ///< as `full`: symbols with at least one edge
    std::uint32_t full = 0;               ///< see above
    std::array<std::uint64_t, 2> ends{};  ///< see above
    std::uint64_t ways = 0;               ///< at most 6^(N-2) choices times 2^N closed cycles, below 2^53 for N = 16
  };
  /// The states after one column.
  using States = std::vector<State>;

  /// Two symbols of one pair of rows.
  struct Edge {
    unsigned a = 0;          ///< the first bit of one symbol's entry of `ends`
    unsigned b = 0;          ///< and of the other's
    std::uint64_t bits = 0;  ///< of both entries
  };
  /// A way to cut a column: an edge for the pair, the other symbols for the rest.
  struct Cut {
    std::uint32_t uses = 0;     ///< as `full`
    std::uint32_t fills = 0;    ///< the single row's symbol, which has its only edge there
    std::array<Edge, 2> edges;  ///< of each pair of rows
  };
  /// All ways to cut a column.
  struct Cuts {
    /// @param column  two to four symbols
    explicit Cuts(mathematics::SymbolSet column = 0);

    std::array<Cut, 6> cuts;  ///< the first `count` of them
    std::uint32_t count = 0;  ///< number of ways
    bool two_pairs = false;   ///< whether the rest is a pair, too
  };

  /// Returns the number of 1-factorisations of a regular graph.
  ///
  /// @param columns  two to four symbols each; best ordered so that few symbols are between their first and last column
  std::uint64_t factorisations(std::span<const mathematics::SymbolSet> columns);

  /// Returns the number of ways to cut the first column; `begin` follows one.
  static std::uint64_t first_cuts(int rows) { return rows == 4 ? 6 : rows == 3 ? 3 : 1; }

  /// Computes the states after the first column, cut in one way. All ways have the same count.
  static void begin(const Cuts& column, States& states);

  /// Computes the states after one more column.
  ///
  /// @param after  is replaced
  void advance(const States& before, const Cuts& column, States& after);

  /// Does the same without merging equal states. Cheaper if few columns follow.
  static void advance_apart(const States& before, const Cuts& column, States& after);

  /// Returns the sum of `ways` at the end, if only one more column follows. That column leaves no choice: every state
  /// has one way to take it, which closes the last path of each pair.
  static std::uint64_t ways_in_the_end(const States& before, const Cuts& last_but_one);

 private:
  void put_together(const State& state, States& states);
  void enlarge(const States& states);

  std::vector<std::uint32_t> slots_;  // by hash: places in `after`, plus 1; 0 if empty (docs/decisions.md, 68)
  States now_;
  States next_;
};

}  // namespace gridcensus::band_signatures
