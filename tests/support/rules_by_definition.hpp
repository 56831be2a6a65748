#pragma once

#include "gridcensus/rules.hpp"

#include <string_view>
#include <utility>

/// The meaning of rules with a name, written from docs/rules.md and independent of the SDK.
namespace gridcensus::testing {

/// Returns true if the offset leads from one cell to the other.
inline bool leads_to(Shape shape, const Offset& offset, int one, int other) {
  const int side = shape.side();
  const int down = other / side - one / side - offset.down;
  const int right = other % side - one % side - offset.right;
  return offset.wraps ? down % side == 0 && right % side == 0 : down == 0 && right == 0;
}

inline bool are_apart(Shape shape, const Offset& offset, int one, int other) {
  return leads_to(shape, offset, one, other) || leads_to(shape, offset, other, one);
}

/// Returns true if rules with a name require two different cells to differ, rows and columns left out of account.
inline bool differ_by_family(Shape shape, std::string_view family, int one, int other) {
  const int side = shape.side();
  const int row = one / side;
  const int col = one % side;
  const int down = other / side - row;
  const int right = other % side - col;
  const auto share = [&](auto part) { return part(row, col) == part(row + down, col + right); };
  const auto box = [&](int rows, int cols) {
    return share([&](int r, int c) { return std::pair{r / rows, c / cols}; });
  };
  const bool wraps = family.starts_with("toroidal_");
  const auto apart = [&](int by_rows, int by_cols) { return are_apart(shape, {by_rows, by_cols, wraps}, one, other); };
  if (family == "classic") return box(shape.box_rows, shape.box_cols);
  if (family == "both_boxes") return box(shape.box_rows, shape.box_cols) || box(shape.box_cols, shape.box_rows);
  if (family == "diagonal" || family == "diagonals") {
    const bool falls = row == col && down == right;
    const bool rises = row + col == side - 1 && down == -right;
    return falls || (family == "diagonals" && rises);
  }
  if (family == "pandiagonal") return (down - right) % side == 0 || (down + right) % side == 0;
  if (family == "disjoint_groups") {
    return share([&](int r, int c) { return std::pair{r % shape.box_rows, c % shape.box_cols}; });
  }
  if (family.ends_with("windows")) {
    const auto window = [&](int line) {
      return line % (shape.box_rows + 1) == 0 ? 0 : line / (shape.box_rows + 1) + 1;
    };
    const bool are_inside = window(row) > 0 && window(col) > 0;
    return (are_inside || family == "all_windows") && share([&](int r, int c) {
             return std::pair{window(r), window(c)};
           });
  }
  if (family.ends_with("anti_knight")) return apart(1, 2) || apart(1, -2) || apart(2, 1) || apart(2, -1);
  if (family.ends_with("anti_king")) return apart(1, 1) || apart(1, -1);
  return false;  // latin, square, non_consecutive
}

}  // namespace gridcensus::testing
