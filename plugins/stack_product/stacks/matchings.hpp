#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::stack_product {

/// The perfect matchings of a regular bipartite graph between rows and symbols: a row takes one symbol of its set, and
/// no two rows the same. Counts them, and draws one uniformly.
///
/// Rows and symbols are vertices alike, visited in an order that leaves few of them behind with a neighbour still to
/// come. These are the frontier; what has been done is summed up by the subset of them that has no partner yet:
///
///     W_t(open) = ways to go on after t vertices, with the subset `open` of the frontier still without a partner
///
///     the next vertex v   takes a neighbour out of `open`, or joins `open` itself if a neighbour is still to come;
///     a vertex            whose last neighbour is v leaves the frontier, and takes v now if it is still open.
///
/// The tables of all W_t are filled from the last vertex to the first, and stay; W_0 is the count. A matching is drawn
/// by its number: one walk through the tables finds the matching with a given number.
///
/// Mixing rows and symbols matters: a frontier of symbols alone, row after row, is wider, and the cost is exponential
/// in the width. After t vertices `open` has as many elements as t, but for an even number: so its lowest bit follows
/// from the others, is left out, and the tables are half as long.
///
/// @threads  reentrant; a workspace serves one thread
/// @source   elementary: path decompositions, with the vertices' order found greedily
class Matchings {
 public:
  static constexpr int max_degree = 8;

  /// The tables of the graph last counted. Grows to what the graphs need, and is then allocated no more.
  class Workspace;

  /// @param side  rows, and symbols, from 1 to max_side
  explicit Matchings(int side) : side_{side} {}

  /// How many perfect matchings there are.
  ///
  /// @param rows  `side` sets of symbols below `side`: 1 to max_degree in a row, and every symbol in as many rows. Sets
  ///              that are no regular graph are counted as well, if no row or symbol has more than max_degree
  ///              neighbours.
  /// @cost  bands that are random partitions, in microseconds: D = 5 and side 10, 15, 20, 25: 4, 17, 80, 390; D = 4 and
  ///        16, 20, 24: 9, 20, 51; D = 6 and 12, 18, 24: 12, 110, 2000
  std::uint64_t count(std::span<const SymbolSet32> rows, Workspace& workspace) const;

  /// Draws one of the perfect matchings of the graph last counted with this workspace, uniformly. There must be one;
  /// a regular graph has one.
  ///
  /// @param rest  gets the rows less the symbols that they are matched with
  /// @cost  one random number, and `remove`
  void draw(Random& random, const Workspace& workspace, std::span<SymbolSet32> rest) const;

  /// The same for the matching with a given number: each matching has one, from 0 on, below the count.
  ///
  /// @cost  a walk past 2 `side` vertices: 0.1 to 0.5 microseconds up to D = 5
  void remove(std::uint64_t number, const Workspace& workspace, std::span<SymbolSet32> rest) const;

 private:
  int side_;
};

class Matchings::Workspace {
  friend class Matchings;

  /// What happens when a vertex v is visited. A subset of the frontier has a bit for each vertex in it; those that
  /// leave first have the highest bits, so that a vertex leaves without the others being moved:
  ///
  ///     before v    leaving with v (`leavers`) | later (`keepers`)
  ///     after v                                | later, with v among them at the bit `place` if it stays
  ///
  /// The entry of a subset is that of its bits without the lowest.
  struct Step {
    std::size_t table = 0;  ///< where W begins, over the subsets of the frontier before v
    bool odd = false;       ///< these subsets have an odd number of elements
    std::uint8_t vertex = 0;
    std::uint8_t keepers = 0;
    std::uint8_t leavers = 0;
    bool stays = false;  ///< v has neighbours still to come
    std::uint8_t place = 0;
    std::uint8_t neighbours = 0;                         ///< of v among the keepers
    std::array<std::uint8_t, max_degree> bits{};         ///< of these neighbours
    std::array<std::uint8_t, max_degree> partners{};     ///< the vertices with these bits
    std::array<std::uint8_t, max_degree> leaving_now{};  ///< the vertices with the bits from `keepers` on
  };
  static constexpr std::size_t max_vertices = 2 * static_cast<std::size_t>(max_side);
  using Order = std::array<std::uint8_t, max_vertices>;

  void set_graph(std::span<const SymbolSet32> rows);
  void find_order();
  double greedy_order(std::size_t start, double limit, Order& order) const;
  void make_steps();
  void fill(const Step& step, const std::uint64_t* next);
  static void split(const Step& step, const std::uint64_t* next, std::uint64_t* open, std::uint64_t* taken);

  std::size_t side_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t end_ = 1;  ///< the table after the last vertex
  std::array<SymbolSet32, max_side> rows_{};
  /// The vertices next to a vertex, one bit each: rows from 0, then symbols from `side_`.
  std::array<std::uint64_t, max_vertices> next_to_{};
  Order order_{};
  std::array<Step, max_vertices> steps_{};
  std::vector<std::uint64_t> tables_;
  std::vector<std::uint64_t> taken_;  ///< scratch of `fill`
};

}  // namespace gridcensus::stack_product
