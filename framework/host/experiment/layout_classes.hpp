#pragma once

#include "gridcensus/permutation_group.hpp"
#include "gridcensus/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// A class of layouts that symmetries of the square carry to each other.
struct LayoutClass {
  /// The letters of its first layout, row by row. Letters follow the alphabet in the order of their first cells.
  std::string letters;
  std::uint64_t layouts = 1;  ///< in the class
};

/// The largest side for all layouts; larger squares have too many.
inline constexpr int max_side_of_all_layouts = 6;

/// Returns the rotations and reflections of a square, as images of its cells; equal ones once.
std::vector<PointImages> square_symmetries(int side);

/// Checks whether a map of cells carries the rules of a problem to themselves.
bool preserves_rules(const Problem& problem, const PointImages& images);

/// Returns all ways to divide a square into `side` connected regions of `side` cells: one of each class, in the order
/// of their letters.
///
/// @param side        at most `max_side_of_all_layouts`
/// @param symmetries  a group, the identity included
/// @throws std::invalid_argument  the identity is missing
/// @cost              side 6: half a second
std::vector<LayoutClass> layout_classes(int side, const std::vector<PointImages>& symmetries);

/// Returns the letters of the same layout, renamed to follow the alphabet in the order of their first cells.
///
/// @param letters  at most 64 different ones
std::string with_ordered_letters(std::string_view letters);

}  // namespace gridcensus::host
