#include "host/base/shape_hint.hpp"

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace gridcensus::host {

std::string shape_hint(const std::string& text) {
  const auto cross = text.find('x');
  if (cross == std::string::npos || text.substr(0, cross) != text.substr(cross + 1)) return {};
  const auto number = parse_integer(text.substr(0, cross));
  if (!number || *number < 4 || *number > max_side) return {};
  const int side = number->convert_to<int>();
  std::vector<std::string> boxes;
  for (int rows = 2; rows * rows <= side; ++rows) {
    if (side % rows == 0) boxes.push_back(to_string(Shape{rows, side / rows}));
  }
  if (boxes.empty()) return {};
  return fmt::format("{0} would be boxes of {1} rows and {1} columns; the {0} grid has boxes of {2}", text, side,
                     fmt::join(boxes, " or "));
}

}  // namespace gridcensus::host
