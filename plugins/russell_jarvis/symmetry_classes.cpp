#include "russell_jarvis/symmetry_classes.hpp"

#include "symmetry_names/symmetry_names.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace gridcensus::russell_jarvis {

using mathematics::GridMap;
using mathematics::UInt128;

namespace {

Shape checked_shape(Shape shape) {
  if (shape.side() > mathematics::max_grid_side) {
    throw std::invalid_argument{"symmetries are listed up to side " + std::to_string(mathematics::max_grid_side) +
                                "; " + to_string(shape) + " has side " + std::to_string(shape.side())};
  }
  return shape;
}

Integer order_of_group(Shape shape) {
  Integer order = mathematics::group_order(shape, mathematics::geometric_moves(shape));
  if (order >= power(2, 128)) {
    throw std::overflow_error{"the order of the group of " + to_string(shape) + " does not fit 128 bits"};
  }
  return order;
}

}  // namespace

SymmetryClasses::SymmetryClasses(Shape shape)
    : shape_{checked_shape(shape)},
      group_order_{order_of_group(shape)},
      row_order_{mathematics::group_order(shape, {.rows = true, .bands = true}).convert_to<UInt128>()},
      rows_{line_classes(shape.bands(), shape.box_rows)},
      columns_{has_transposition() ? std::vector<LineClass>{} : line_classes(shape.stacks(), shape.box_cols)},
      starts_{0},
      transposing_classes_{has_transposition() ? rows_.size() : 0} {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    starts_.push_back(starts_.back() + column_classes().size() - (has_transposition() ? row : 0));
  }
}

SymmetryClasses::Class SymmetryClasses::at(std::size_t number) const {
  if (number >= size()) throw std::out_of_range{"there is no such class of symmetries"};
  if (number >= starts_.back()) {
    // The transposing map of row part a and column part b has the square ab in its rows. For each of the row_order_
    // choices of a, one b gives ab the wanted value.
    const LineClass& square = rows_[number - starts_.back()];
    return {&square, &square, true, row_order_ * square.size};
  }
  const auto row =
      static_cast<std::size_t>(std::distance(starts_.begin(), std::ranges::upper_bound(starts_, number))) - 1;
  const std::size_t column = number - starts_[row] + (has_transposition() ? row : 0);
  const bool is_doubled = has_transposition() && row != column;  // the class of (b, a) is that of (a, b)
  const LineClass& rows = rows_[row];
  const LineClass& columns = column_classes()[column];
  return {&rows, &columns, false, rows.size * columns.size * (is_doubled ? 2 : 1)};
}

GridMap SymmetryClasses::representative(std::size_t number) const {
  const Class found = at(number);
  GridMap map;
  map.rows = found.rows->representative;
  if (!found.is_transposed) map.columns = found.columns->representative;
  map.is_transposed = found.is_transposed;
  return map;
}

std::string SymmetryClasses::name(std::size_t number) const {
  const Class found = at(number);
  return found.is_transposed ? mathematics::transposing_class_name(found.rows->type)
                             : mathematics::class_name(shape_, found.rows->type, found.columns->type);
}

}  // namespace gridcensus::russell_jarvis
