#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::stack_product {

/// Counts the perfect matchings of a regular bipartite graph between rows and symbols, and draws one uniformly. In a
/// matching each row takes one symbol of its set, and no two rows take the same.
///
/// Rows and symbols are both vertices, visited in an order that leaves few visited vertices with an unvisited
/// neighbour. These are the frontier. The subset of them that is unmatched yet summarises the work so far:
///
///     W_t(open) = ways to continue after t vertices, with the subset `open` of the frontier still unmatched
///
///     the next vertex v   takes a neighbour out of `open`, or joins `open` if a neighbour is still to come;
///     a vertex            whose last neighbour is v leaves the frontier, and takes v now if it is still open.
///
/// The tables of all W_t are filled from the last vertex to the first and kept; W_0 is the count. To draw a matching, a
/// random number is drawn, and one walk through the tables finds the matching with that number.
///
/// Mixing rows and symbols matters: a frontier of symbols alone, row after row, is wider, and the cost is exponential
/// in the width. The size of `open` has the parity of t, so its lowest bit follows from the others and is left out: the
/// tables are half as long.
///
/// @threads  reentrant; a workspace serves one thread
/// @source   elementary: path decompositions, with the vertices' order found greedily
class Matchings {
 public:
  static constexpr int max_degree = 8;

  /// The tables of the last graph counted. Grows to the size that the graphs need, and then allocates no more.
  class Workspace;

  /// @param side  rows, and symbols, from 1 to max_side
  explicit Matchings(int side) : side_{side} {}

  /// Returns the number of perfect matchings.
  ///
  /// @param rows  `side` sets of symbols below `side`: 1 to max_degree in a row, and every symbol in as many rows. A
  ///              graph that is not regular is counted as well, if no row or symbol has more than max_degree
  ///              neighbours.
  /// @cost  bands that are random partitions, in microseconds: D = 5 and side 10, 15, 20, 25: 4, 17, 80, 390; D = 4 and
  ///        16, 20, 24: 9, 20, 51; D = 6 and 12, 18, 24: 12, 110, 2000
  std::uint64_t count(std::span<const SymbolSet32> rows, Workspace& workspace) const;

  /// Draws uniformly one of the perfect matchings of the last graph counted with this workspace. There must be one; a
  /// regular graph has one.
  ///
  /// @param rest  set to the rows without the symbols that they are matched with
  /// @cost  one random number, and `remove`
  void draw(Random& random, const Workspace& workspace, std::span<SymbolSet32> rest) const;

  /// Does the same for the matching with a given number. The matchings are numbered from 0 to count - 1.
  ///
  /// @cost  a walk along 2 `side` vertices: 0.1 to 0.5 microseconds up to D = 5
  void remove(std::uint64_t number, const Workspace& workspace, std::span<SymbolSet32> rest) const;

 private:
  int side_;
};

class Matchings::Workspace {
  friend class Matchings;

  /// The visit of a vertex v. A subset of the frontier has a bit for each vertex in it. The vertices that leave first
  /// have the highest bits, so a vertex leaves without moving the others:
  ///
  ///     before v    leaving with v (`leavers`) | later (`keepers`)
  ///     after v                                | later, with v among them at the bit `place` if it stays
  ///
  /// The entry of a subset is given by its bits without the lowest.
  struct Step {
    std::size_t table = 0;  ///< the start of W, over the subsets of the frontier before v
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
  /// The neighbours of each vertex, one bit each: rows from 0, then symbols from `side_`.
  std::array<std::uint64_t, max_vertices> next_to_{};
  Order order_{};
  std::array<Step, max_vertices> steps_{};
  std::vector<std::uint64_t> tables_;
  std::vector<std::uint64_t> taken_;  ///< scratch of `fill`
};

}  // namespace gridcensus::stack_product
