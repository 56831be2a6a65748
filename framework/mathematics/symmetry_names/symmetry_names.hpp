#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Names for the conjugacy classes of the geometric group of a shape: all permutations of the rows of a band, of bands,
/// of the columns of a stack, of stacks, and, if R = C, transposition. Relabellings play no part.
///
/// Two maps get the same name if and only if they are conjugate in the group.
namespace gridcensus::mathematics {

/// A cycle of blocks (bands of rows, or stacks of columns) under a permutation of lines that keeps blocks together.
///
///     block 1 -> block 2 -> .. -> block `length` -> block 1
///
/// After one round, the lines of block 1 are back in block 1, permuted: the cycle product.
struct BlockCycle {
  int length = 0;     ///< [blocks]
  CycleType product;  ///< of the cycle product

  auto operator<=>(const BlockCycle&) const = default;
};

/// The action of a permutation of lines on blocks: its block cycles, ascending by length, then by product.
///
/// It is a complete invariant of conjugacy in the wreath product S_a wr S_b, for b blocks of a lines.
/// - A conjugate has block cycles of the same lengths. The block in which a round begins, and the action of the
/// conjugating permutation inside it, conjugate the cycle product in S_a, which preserves its cycle lengths.
/// - Number the blocks of a cycle as they follow each other, and the lines of each block after the first as the lines
/// before it come in: then all steps but the last preserve the number of a line, and the last is the cycle product. So
/// two permutations of one type become equal by numbering blocks and lines, which is conjugation.
///
/// Source: James and Kerber (1981), The Representation Theory of the Symmetric Group, section 4.2.
using LineType = std::vector<BlockCycle>;

/// Returns the type of a permutation of lines.
///
/// @param images  keeps the blocks together: the lines block * block_size .. + block_size - 1 go to lines of one block
inline LineType line_type(const Images& images, int blocks, int block_size) {
  const auto size = static_cast<std::size_t>(block_size);
  std::vector<bool> is_seen(static_cast<std::size_t>(blocks) * size);
  LineType type;
  for (std::size_t first = 0; first < is_seen.size(); first += size) {
    if (is_seen[first]) continue;
    BlockCycle cycle;
    for (std::size_t line = first; cycle.length == 0 || line / size != first / size; line = images[line]) {
      ++cycle.length;
    }
    // A line is back after whole rounds only: as many as its cycle in the cycle product is long.
    for (std::size_t begin = first; begin < first + size; ++begin) {
      int steps = 0;
      for (std::size_t line = begin; !is_seen[line]; line = images[line]) {
        is_seen[line] = true;
        ++steps;
      }
      if (steps > 0) cycle.product.push_back(steps / cycle.length);
    }
    std::sort(cycle.product.begin(), cycle.product.end(), std::greater<>{});
    type.push_back(std::move(cycle));
  }
  std::sort(type.begin(), type.end());
  return type;
}

/// Returns "1(2+1) 2(3)": a fixed block with two of its three lines exchanged, and two exchanged blocks whose lines
/// return only after three rounds.
inline std::string to_string(const LineType& type) {
  std::string text;
  for (const BlockCycle& cycle : type) {
    if (!text.empty()) text += ' ';
    text += std::to_string(cycle.length);
    char separator = '(';
    for (const int part : cycle.product) {
      text += separator + std::to_string(part);
      separator = '+';
    }
    text += ')';
  }
  return text;
}

/// Returns the name of the class of maps (a, b) without transposition: "ROWS | COLUMNS".
///
/// The types of a and b are a complete invariant if R != C: rows and columns are conjugated separately. If R = C,
/// transposition also carries (a, b) over to (b, a), so the name has the lesser type first.
inline std::string class_name(Shape shape, const LineType& rows, const LineType& columns) {
  const bool is_exchanged = shape.box_rows == shape.box_cols && columns < rows;
  return to_string(is_exchanged ? columns : rows) + " | " + to_string(is_exchanged ? rows : columns);
}

/// Returns the name of the class of transposing maps whose square has rows of this type: "mirrored TYPE".
///
/// Write (a, b; t) for the map of cell (r, c) to (a(c), b(r)). Its square takes row r to a(b(r)). Conjugated
/// - by row and column permutations x and y it is (x a y^-1, y b x^-1; t), and ab becomes x (ab) x^-1;
/// - by the transposition it is (b, a; t), and ba = a^-1 (ab) a.
/// So the type of ab never changes. With y = xa, (a, b; t) becomes (1, x (ab) x^-1; t): two maps with ab of one type
/// are conjugate to the same map.
inline std::string transposing_class_name(const LineType& square) { return "mirrored " + to_string(square); }

/// Returns the name of the conjugacy class of a map.
///
/// @param map  of the geometric group of the shape; its labels are ignored
inline std::string class_name(Shape shape, const GridMap& map) {
  const auto rows_of = [shape](const Images& images) { return line_type(images, shape.bands(), shape.box_rows); };
  if (map.is_transposed) return transposing_class_name(rows_of(composed(map, map).rows));
  return class_name(shape, rows_of(map.rows), line_type(map.columns, shape.stacks(), shape.box_cols));
}

}  // namespace gridcensus::mathematics
