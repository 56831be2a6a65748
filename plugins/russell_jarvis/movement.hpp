#pragma once

#include "russell_jarvis/symmetry_classes.hpp"

#include <map>

namespace gridcensus::russell_jarvis {

/// A readable description of the action of a class's maps on a grid.
struct Movement {
  int order = 1;  ///< the least number of applications that moves no cell
  // The numbers that the map moves. A transposing map turns rows into columns; for it, the numbers that its square
  // moves.
  int bands = 0;
  int stacks = 0;
  int rows = 0;
  int columns = 0;
  int fixed_cells = 0;
  std::map<int, int> cell_cycles;  ///< by length: the number of cycles of cells

  bool operator==(const Movement&) const = default;
};

/// Computes the movement from the types of rows and columns alone, without making a map or following a cell.
///
/// A block cycle of length l with a part k of its cycle product is a cycle of lk lines.
/// - Without transposition: a cycle of a rows and one of b columns meet in ab cells, which move like the pairs (i, j)
///   of
///   Z_a x Z_b when 1 is added to both: gcd(a, b) cycles of length lcm(a, b).
/// - Transposing: up to conjugation the map takes cell (r, c) to (c, x(r)), where x is the square's permutation of rows
///   (see symmetry_names.hpp). Two cycles of x, of lengths a and b, meet in ab cells on one side of the diagonal and
///   as many on the other. The map exchanges the sides, and its square moves the cells of one side as above: gcd(a, b)
///   cycles of length 2 lcm(a, b). A cycle of x of length a meets itself in the cells (i, j) of Z_a x Z_a, and the map
///   takes (i, j) to (j, i + 1). Its square adds 1 to both, which keeps d = j - i; the map turns d into 1 - d. So two
///   values of d share a cycle of length 2a, unless d = 1 - d, which one d solves if a is odd: a cycle of length a.
Movement movement(const SymmetryClasses::Class& symmetries);

}  // namespace gridcensus::russell_jarvis
