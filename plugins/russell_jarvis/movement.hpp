#pragma once

#include "russell_jarvis/symmetry_classes.hpp"

#include <map>

namespace gridcensus::russell_jarvis {

/// What the maps of a class do to a grid, for readers.
struct Movement {
  int order = 1;  ///< doing the map so often moves no cell
  // Those that do not stay in their place. Of a transposing map, which makes columns of rows: under the map done twice.
  int bands = 0;
  int stacks = 0;
  int rows = 0;
  int columns = 0;
  int fixed_cells = 0;
  std::map<int, int> cell_cycles;  ///< by length: the number of cycles of cells

  bool operator==(const Movement&) const = default;
};

/// From the types of rows and columns alone: no map is made and no cell is followed.
///
/// A block cycle of length l with a part k of its cycle product is a cycle of lk lines.
/// - Without transposition: a cycle of a rows and one of b columns meet in ab cells, which move as the pairs (i, j) of
///   Z_a x Z_b when 1 is added to both: gcd(a, b) cycles of length lcm(a, b).
/// - Transposing: up to conjugation the map takes cell (r, c) to (c, x(r)), where x is the square's permutation of rows
///   (see symmetry_names.hpp). Two cycles of x, of lengths a and b, meet in ab cells on one side of the diagonal and
///   as many on the other. The map changes sides, and its square moves those of one side as above: gcd(a, b) cycles of
///   length 2 lcm(a, b). A cycle of x of length a meets itself in the cells (i, j) of Z_a x Z_a, and the map takes
///   (i, j) to (j, i + 1). Its square adds 1 to both, which keeps d = j - i; the map makes 1 - d of d. So two values of
///   d share a cycle of length 2a, but for d = 1 - d, which is solved by one d where a is odd: a cycle of length a.
Movement movement(const SymmetryClasses::Class& symmetries);

}  // namespace gridcensus::russell_jarvis
