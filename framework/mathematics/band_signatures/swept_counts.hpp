#pragma once

#include "band_signatures/open_graph.hpp"
#include "band_signatures/sweep.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gridcensus::band_signatures {

/// The ways to give the 2k free symbols of an open graph to its last two columns, k to each: binomial(2k,k) / 2.
///
/// A way is given by the half with the first free symbol, as a set of places among the free symbols.
class Closings {
 public:
  /// @param rows  k, 1 to 6
  explicit Closings(int rows);

  /// Returns the number of ways.
  std::size_t size() const { return halves_.size(); }
  /// Returns the halves, ascending.
  const std::vector<std::uint16_t>& halves() const { return halves_; }
  /// Returns the number of a way by either of its halves.
  std::size_t number_of(std::uint32_t half) const { return numbers_[half]; }
  /// Returns the number of a way by a half given as symbols.
  std::size_t number_of(mathematics::SymbolSet free, mathematics::SymbolSet half) const;

 private:
  std::vector<std::uint16_t> halves_;
  std::vector<std::uint16_t> numbers_;
};

/// The ends of the paths of a sweep when only the open columns remain, numbered: which symbols lack an edge of the
/// first pair, how its paths join these, and how those of the second pair join the others.
class PathEnds {
 public:
  /// @param free  the symbols of the open columns; at the end each lacks one edge, in the first pair or in the rest
  /// @param rows  two to four
  void prepare(mathematics::SymbolSet free, int rows);

  /// The upper bound of the numbers.
  static constexpr std::size_t count = std::size_t{70} * 3 * 3;

  /// @param full    as in `Sweep::State`
  /// @param pair    the other ends of the paths of the first pair, as in `Sweep::State`
  /// @param second  those of the second pair
  std::size_t number_of(std::uint32_t full, std::uint64_t pair, std::uint64_t second) const {
    const auto ends = static_cast<mathematics::SymbolSet>(free_ & ~full);
    const std::size_t number = firsts_[ends] + paths_of(ends, pair);
    return has_two_pairs_ ? number + 3 * paths_of(static_cast<mathematics::SymbolSet>(free_ ^ ends), second) : number;
  }

 private:
  /// Returns which of the other three ends the path of the first end has: 0, 1, 2.
  static std::size_t paths_of(mathematics::SymbolSet ends, std::uint64_t other_ends) {
    const auto other = static_cast<unsigned>(other_ends >> (4 * mathematics::least(ends)) & 15U);
    return static_cast<std::size_t>(
               mathematics::size_of(static_cast<mathematics::SymbolSet>(ends & ((1U << other) - 1)))) -
           1;
  }

  mathematics::SymbolSet free_ = 0;
  bool has_two_pairs_ = false;
  std::vector<std::uint16_t> firsts_ = std::vector<std::uint16_t>(std::size_t{1} << OpenGraph::max_symbols);
};

/// The sums of the ways of all final states, by `PathEnds`.
using WaysOfEnds = std::array<std::uint64_t, PathEnds::count>;

/// One implementation of the sweep of the last columns of four rows. All give the same results.
struct LastColumnsKernel {
  std::string_view name;   ///< of its instruction set
  bool (*is_supported)();  ///< by this processor
  /// The number of columns swept before, with equal states merged. After these, few states are equal, and it is faster
  /// not to merge them, if that needs no branches.
  std::size_t columns_before;
  /// @param states   after the columns before
  /// @param columns  the others, of four symbols each
  void (*sweep)(const Sweep::States& states, std::span<const mathematics::SymbolSet> columns, const PathEnds& ends,
                WaysOfEnds& ways);
};

/// Returns the kernels, the fastest first; the last runs everywhere.
std::span<const LastColumnsKernel> last_columns_kernels();

/// Computes closing counts of up to four rows by a sweep.
///
/// Let f(G) be the number of 1-factorisations of a k-regular graph G of columns and symbols, ignoring the order of the
/// k matchings. The *closing counts* of an open graph are f for all ways to close it.
///
/// The sweep processes all columns but the last two. At the end a free symbol lacks one edge, in the pair of rows or in
/// the rest (see `Sweep`); four symbols lack it in a pair, the ends of two paths. Each open column takes two of the
/// four. If these are the ends of one path, so are the others, and one more cycle is closed than otherwise.
///
/// Not thread-safe: reuses its memory for the next count.
class SweptCounts {
 public:
  /// @param symbols  N; there are N - 2 columns
  /// @param rows     1 to 4
  /// @param kernel   nullptr: the fastest that this processor supports
  SweptCounts(std::size_t symbols, int rows, const LastColumnsKernel* kernel = nullptr);

  /// @param line  is replaced: f by the number of the closing. Below 2^32: by Bregman's bound a 4-regular graph of 12
  ///              columns has at most 24^3 6^4 2^6 / 4! 1-factorisations.
  /// @cost  12 symbols, four rows: 0.2 ms with AVX-512, 0.35 ms without
  void count(const OpenGraph& graph, std::vector<std::uint32_t>& line);

 private:
  /// A way to close a state, and the factor of the cycles that it closes.
  struct Term {
    std::uint16_t closing;
    std::uint16_t factor;
  };

  void find_terms();

  std::size_t symbols_;
  int rows_;
  Closings closings_;
  Sweep sweep_;
  Sweep::States now_;
  Sweep::States next_;
  const LastColumnsKernel* kernel_;
  PathEnds ends_;
  std::vector<std::vector<Term>> terms_;  // by `PathEnds`
};

}  // namespace gridcensus::band_signatures
