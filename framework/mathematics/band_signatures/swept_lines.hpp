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
/// A way is the half that has the first free symbol, as a set of places among the free symbols.
class Closings {
 public:
  /// @param rows  k, 1 to 6
  explicit Closings(int rows);

  /// How many ways.
  std::size_t size() const { return halves_.size(); }
  /// The halves, ascending.
  const std::vector<std::uint16_t>& halves() const { return halves_; }
  /// The number of a way by either of its halves.
  std::size_t number_of(std::uint32_t half) const { return numbers_[half]; }
  /// The same, of symbols instead of places.
  std::size_t number_of(mathematics::SymbolSet free, mathematics::SymbolSet half) const;

 private:
  std::vector<std::uint16_t> halves_;
  std::vector<std::uint16_t> numbers_;
};

/// Where the paths of a sweep can end, when only the open columns are left: by number, which symbols lack an edge of
/// the first pair, how its paths join these, and how those of the second pair join the others.
class PathEnds {
 public:
  /// @param free  the symbols of the open columns; in the end each lacks one edge, in the first pair or in the rest
  /// @param rows  two to four
  void prepare(mathematics::SymbolSet free, int rows);

  /// At most so many numbers.
  static constexpr std::size_t count = std::size_t{70} * 3 * 3;

  /// @param full  as of `Sweep::State`
  /// @param pair  the other ends of the paths of the first pair, as of `Sweep::State`; of the second pair
  std::size_t number_of(std::uint32_t full, std::uint64_t pair, std::uint64_t second) const {
    const auto ends = static_cast<mathematics::SymbolSet>(free_ & ~full);
    const std::size_t number = firsts_[ends] + paths_of(ends, pair);
    return has_two_pairs_ ? number + 3 * paths_of(static_cast<mathematics::SymbolSet>(free_ ^ ends), second) : number;
  }

 private:
  /// Which of the three ends behind the first its path has: 0, 1, 2.
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

/// The sums of the ways of all states in the end, by `PathEnds`.
using WaysOfEnds = std::array<std::uint64_t, PathEnds::count>;

/// One way to sweep the last columns of four rows. All give the same.
struct LastColumnsKernel {
  std::string_view name;   ///< of the instructions that it needs
  bool (*is_supported)();  ///< by this processor
  /// How many columns are swept before, with equal states put together. After that few are equal, and it is quicker to
  /// leave them apart, if that needs no branches.
  std::size_t columns_before;
  /// @param states   after the columns before
  /// @param columns  the others, of four symbols
  void (*sweep)(const Sweep::States& states, std::span<const mathematics::SymbolSet> columns, const PathEnds& ends,
                WaysOfEnds& ways);
};

/// The fastest first; the last runs everywhere.
std::span<const LastColumnsKernel> last_columns_kernels();

/// Counts lines of up to four rows by a sweep.
///
/// Let f(G) be the 1-factorisations of a k-regular graph G of columns against symbols, the order of the k matchings
/// left out of account. The *line* of an open graph is f of all ways to close it.
///
/// The sweep goes along the columns and leaves the last two out. In the end a free symbol lacks one edge, in the pair
/// of rows or in the rest (see `Sweep`); of those that lack it in a pair there are four, the ends of two paths. Each
/// open column takes two of the four. If these are the ends of one path, so are the others, and one cycle more is
/// closed than if they are not.
///
/// Not thread-safe: keeps memory from one count to the next.
class SweptLines {
 public:
  /// @param symbols  N; there are N - 2 columns
  /// @param rows     1 to 4
  /// @param kernel   nullptr: the fastest that this processor supports
  SweptLines(std::size_t symbols, int rows, const LastColumnsKernel* kernel = nullptr);

  /// @param line  is replaced: f by the number of the closing. Below 2^32: by Bregman's bound a 4-regular graph of 12
  ///              columns has at most 24^3 6^4 2^6 / 4! 1-factorisations.
  /// @cost  12 symbols, four rows: 0.2 ms with AVX-512, 0.35 ms without
  void count(const OpenGraph& graph, std::vector<std::uint32_t>& line);

 private:
  /// A way to close that a state allows, and the factor of the cycles that it closes.
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
