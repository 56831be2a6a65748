#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Moves that generate the group of a shape, each of rows only or of columns only.
struct LineMoves {
  std::vector<mathematics::Images> rows;
  std::vector<mathematics::Images> columns;
};

/// Returns the moves of a shape, separated into those of rows and those of columns, without those that others generate;
/// nullopt if one of them moves both, as the quarter turn does.
///
/// Moves of rows commute with moves of columns. So if they can be separated, the group is the direct product of the two
/// generated groups: an element is a permutation of rows with one of columns, and so is a conjugacy class.
std::optional<LineMoves> line_moves(Shape shape);

/// A conjugacy class of permutations of lines.
struct LineClass {
  mathematics::Images representative{};  ///< the least member
  std::uint64_t size = 0;                ///< members

  bool operator==(const LineClass&) const = default;
};

/// Returns the conjugacy classes of the group that permutations of lines generate: `listed_classes`.
///
/// @return  in the order of their representatives, the identity first
/// @cost    two steps for each element and generator; 70 bytes per element
std::vector<LineClass> line_classes(const std::vector<mathematics::Images>& generators, const Poll& poll = {});

}  // namespace gridcensus::burnside_bfs
