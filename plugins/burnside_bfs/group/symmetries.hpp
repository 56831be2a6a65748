#pragma once

#include "burnside_bfs/group/step_graph.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace gridcensus::burnside_bfs {

using mathematics::GridMap;

/// A permutation of the cells of a grid: the cell row * side + column goes to images[row * side + column].
using CellImages = std::vector<std::uint16_t>;

/// Returns the moves of the source: all exchanges of two stacks, of two columns of a stack; if R = C, the quarter turn.
/// For other shapes, which lack it, all exchanges of two bands and of two rows of a band.
///
/// (With the quarter turn the source needs no move of rows: the turn, a move of columns, and the inverse turn make
/// one.)
std::vector<CellImages> moves(Shape shape);

/// Returns the map with this action on cells.
///
/// @throws std::invalid_argument  it does not preserve rows and columns.
GridMap map_of_cells(Shape shape, const CellImages& images);

/// Returns the number of cycles of cells by length. Follows each cell.
std::map<int, int> cell_cycles(const CellImages& images);

/// Returns the images of the 2N lines under a map: row r is point r, column c is point N + c.
std::vector<std::uint16_t> line_images(Shape shape, const GridMap& map);

/// Returns all permutations of lines that the generators generate, ascending, so the identity comes first; empty if
/// they are more than `most`.
///
/// @cost  a step for each element and generator; 80 bytes per element
std::vector<mathematics::Images> closure(const std::vector<mathematics::Images>& generators,
                                         std::size_t most = std::numeric_limits<std::size_t>::max());

/// Returns an upper limit of the number of codes of a shape, without building anything: for refusing large shapes.
Integer code_limit(Shape shape);

/// The group H of a shape: everything that the source's moves generate, found by a breadth-first search from the
/// identity. No relabelling.
///
/// An element is a number, not 81 bytes as in the source:
///
///     code = ((is transposed) * row permutations + row permutation) * column permutations + column permutation
///
/// Line permutations are numbered in lexicographic order, so the identity is code 0. The set of line permutations is
/// found too: the actions of the moves on lines, closed under composition.
class Symmetries {
 public:
  /// @param poll  called every few thousand elements; may throw
  /// @throws std::length_error  side above 25, or more codes than fit 32 bits
  /// @cost  A step per element and generator; one bit per code, and the queue. 3x3: 40 ms, 2 MB. 2x5, with 33 times as
  ///        many elements: 2 s, 90 MB.
  explicit Symmetries(Shape shape, const Poll& poll = {});

  Shape shape() const { return shape_; }
  /// Returns the number of elements that the search reached.
  std::uint64_t order() const { return order_; }
  /// Returns the number of codes. The search need not reach each of them; for a group that is a product of its line
  /// permutations (every shape's is) it does.
  std::uint64_t codes() const;
  /// Checks whether the search reached this element.
  bool contains(Code code) const { return code < codes() && reached_.contains(code); }

  GridMap map_of(Code code) const;
  /// @throws std::out_of_range  not an element: a permutation of lines that the moves do not make, or relabelled
  /// symbols
  Code code_of(const GridMap& map) const;
  /// Returns the element that first applies `first`, then `second`.
  Code product(Code first, Code second) const { return code_of(composed(map_of(first), map_of(second))); }

  /// Returns enough moves to generate all others.
  const std::vector<GridMap>& generators() const { return generators_; }

  /// Returns the graph whose steps are these functions of an element.
  ///
  /// @param steps  permutations of the group that compute the image's rows from the rows alone or from the columns
  /// alone,
  ///               and its columns from the other, each depending on nothing else but whether the element is
  ///               transposing:
  ///               multiplication by an element, conjugation by one
  StepGraph graph(const std::vector<std::function<GridMap(const GridMap&)>>& steps) const;

 private:
  using Lines = std::vector<mathematics::Images>;

  void choose_generators(const std::vector<CellImages>& all_moves);
  void find_lines();
  Code uppers() const { return static_cast<Code>((has_transposition_ ? 2 : 1) * rows_.size()); }

  Shape shape_;
  std::vector<GridMap> generators_;
  bool has_transposition_ = false;
  Lines rows_;     ///< the permutations of rows, ascending
  Lines columns_;  ///< the permutations of columns, ascending
  Reached reached_{0};
  std::uint64_t order_ = 0;
};

}  // namespace gridcensus::burnside_bfs
