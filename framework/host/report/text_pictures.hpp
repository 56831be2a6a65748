#pragma once

#include "gridcensus/problem.hpp"
#include "gridcensus/rules.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A grid in characters: one line per row, blanks between the cells.
struct TextPicture {
  std::string title;  ///< what the characters mean: "boxes", "regions"
  std::vector<std::string> lines;
};

/// Returns the letters of the boxes or jigsaw boxes of a description, one line per row, as the key `layout` accepts
/// them; nullopt if it has neither. If it has `classic` and a layout, returns the letters of the layout.
std::optional<std::vector<std::string>> layout_of(Shape shape, const RuleSpec& rules);

/// Returns pictures of the rules of a problem beyond rows and columns: boxes; further regions, those without a common
/// cell in one picture; cells that must differ from a cell `x`, or are related to it; givens. If there are none,
/// returns the row and the column of a cell.
///
/// @param rules  a description of the same problem, which has its boxes
std::vector<TextPicture> pictures_of(const Problem& problem, const RuleSpec& rules);

/// Returns the lines of pictures side by side, without blanks at their ends.
///
/// @param blanks  between two of them
std::vector<std::string> side_by_side(const std::vector<TextPicture>& pictures, std::size_t blanks);

}  // namespace gridcensus::host
