#pragma once

#include "band_signatures/open_graph.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// Counts 1-factorisations of regular graphs of columns against symbols, of all at once that differ in the last two
/// columns only: bands of boxes with two columns, where all boxes but the last are given.
///
/// Let f(G) be the 1-factorisations of a k-regular graph G, the order of the k matchings left out of account. Each has
/// one matching that uses a given edge e, so
///
///     f(G) = sum over the matchings M of G that use e of f(G - M)
///
/// The last two columns are *open*: they hold the 2k free symbols, each half of these in one of binomial(2k,k) / 2
/// ways. What M takes of the other columns leaves two free symbols x, y, which the last two columns must take, one
/// each. So the open graph is the same for all ways to close it:
///
///     f(open graph, {X, Y}) = sum over the M of the open graph that use e and leave x in X, y in Y,
///                             of f(open graph - M, {X - x, Y - y})
///
/// The numbers of all ways to close one open graph are its *line*. Lines of fewer rows are remembered under a form of
/// the graph (`OpenForm`), and of one look-up all ways to close the graph have their part: 70 of 126 for five rows.
///
/// @threads  const functions may be called from many threads; they share what is remembered.
/// @source   the recursion is textbook; memory shared by graphs that are alike is in M. Lin's count of 2x6 (2026,
///           github.com/linche89/sudoku-enumeration), lines are ours
class ClosingLines {
 public:
  /// @param symbols  of the graphs, N: 4 to 12, and as many columns; even
  /// @param memory   [bytes] lines take no more; what finds no room is counted anew each time
  /// @throws std::invalid_argument  another number of symbols.
  explicit ClosingLines(std::size_t symbols, std::uint64_t memory = ~std::uint64_t{0});

  /// The line of a graph: for each way to close it, f.
  ///
  /// @param columns  all but the last two, of one size k = 1 to 6
  /// @return  by the number of the half that the one open column takes (`number_of`)
  /// @throws std::invalid_argument  as `OpenGraph::of`, or for another k.
  /// @cost    12 symbols, k = 5: 10000 look-ups, 3 ms, where all lines of four rows are remembered
  std::vector<std::uint64_t> line(std::span<const mathematics::SymbolSet> columns, const Poll& poll = {}) const;

  /// The number of a way to close a graph.
  ///
  /// @param free  the symbols of the last two columns
  /// @param half  those of one of them
  std::size_t number_of(mathematics::SymbolSet free, mathematics::SymbolSet half) const;

  /// What is remembered of graphs with so many rows.
  struct Remembered {
    std::uint64_t lines = 0;     ///< lines held
    std::uint64_t bytes = 0;     ///< that they take, with what finds them
    std::uint64_t look_ups = 0;  ///< asked for; those that were held among them
  };
  /// @param rows  1 to 6
  Remembered remembered(int rows) const;

 private:
  class Search;

  /// Ways to part 2k things into halves, by the half that has the first of them.
  struct Halves {
    std::vector<std::uint16_t> sets;     // ascending
    std::vector<std::uint16_t> numbers;  // by set of k things: its number, or that of the other half
  };
  /// Where a line lies: as numbers of 32 bits, or of 64 where these do not suffice.
  struct Line {
    const std::uint32_t* narrow = nullptr;
    const std::uint64_t* wide = nullptr;
  };
  /// Lines whose keys have some bits of their hash in common.
  struct Shard {
    std::mutex mutex;
    std::vector<std::uint32_t> slots;  // open addressing: the number of a line + 1, or 0; at most half full
    std::vector<OpenGraphKey> keys;    // by number of the line
    std::vector<std::unique_ptr<std::uint32_t[]>> blocks;  // of `lines_per_block`; `is_wide` first where one is below
    std::map<std::size_t, std::vector<std::uint64_t>> wide;
    std::uint64_t look_ups = 0;
  };

  static constexpr int most_rows = 6;
  static constexpr std::size_t shard_count = 256;
  static constexpr std::size_t lines_per_block = 256;
  static constexpr std::uint32_t is_wide = 0xFFFFFFFFU;

  /// Of the lines of so many rows.
  std::size_t width(int rows) const { return halves_[static_cast<std::size_t>(rows)].sets.size(); }
  std::uint64_t bytes_of_line(int rows) const;
  Shard& shard_of(int rows, std::uint64_t hash) const;
  Line line_at(const Shard& shard, std::size_t number, int rows) const;
  /// Nothing where it is not remembered.
  std::optional<Line> found(int rows, const OpenGraphKey& key) const;
  /// Nothing where there is no room.
  std::optional<Line> remember(int rows, const OpenGraphKey& key, std::span<const std::uint64_t> line) const;

  std::size_t symbols_;
  std::uint64_t memory_;
  const OpenFormKernel& kernel_;
  std::array<Halves, most_rows + 1> halves_;
  mutable std::array<std::array<Shard, shard_count>, most_rows + 1> shards_;
  mutable std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace gridcensus::band_signatures
