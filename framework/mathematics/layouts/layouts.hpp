#pragma once

#include "gridcensus/permutation_group.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::mathematics {

/// The largest side for all layouts; larger squares have too many.
inline constexpr int max_side_of_all_layouts = 6;

/// Returns the rotations and reflections of a square, as images of its cells and of the symbols after them, which stay;
/// equal ones once.
std::vector<PointImages> square_symmetries(int side);

/// Returns all ways to divide a square into `side` connected regions of `side` cells, by the first layout of each
/// class: the number of layouts that the symmetries carry to it.
///
/// A layout is its letters, row by row, which follow the alphabet in the order of their first cells.
///
/// @param side        at most `max_side_of_all_layouts`
/// @param symmetries  a group, as images of the cells; points after them are ignored
/// @cost              side 6: a second
std::map<std::string, std::uint64_t> layout_classes(int side, const std::vector<PointImages>& symmetries);

/// Returns the letters of the same layout, renamed to follow the alphabet in the order of their first cells.
///
/// @throws std::out_of_range  the layout has more than 64 different letters.
std::string with_ordered_letters(std::string_view letters);

}  // namespace gridcensus::mathematics
