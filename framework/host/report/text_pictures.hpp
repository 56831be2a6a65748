#pragma once

#include "gridcensus/problem.hpp"
#include "gridcensus/rules.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A grid in characters: a line for each row, blanks between the cells.
struct TextPicture {
  std::string title;  ///< what the characters mean: "boxes", "regions"
  std::vector<std::string> lines;
};

/// Returns the letters of the boxes or jigsaw boxes of a description, a line for each row, as the key `layout` takes
/// them; nullopt if it has neither. With `classic` beside a layout, those of the layout.
std::optional<std::vector<std::string>> layout_of(Shape shape, const RuleSpec& rules);

/// Returns what a problem has beyond rows and columns: boxes; further regions, those without a common cell in one
/// picture; cells that must differ from a cell `x`, or are related to it; givens. If it has nothing, the row and the
/// column of a cell.
///
/// @param rules  a description of the same problem, which has its boxes
std::vector<TextPicture> pictures_of(const Problem& problem, const RuleSpec& rules);

/// Returns the lines of pictures that stand beside each other.
///
/// @param blanks  between two of them
std::vector<std::string> beside_each_other(const std::vector<TextPicture>& pictures, std::size_t blanks);

}  // namespace gridcensus::host
