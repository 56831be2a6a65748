#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"
#include "russell_jarvis/line_classes.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gridcensus::russell_jarvis {

/// The conjugacy classes of the geometric group of a shape, combined from those of its rows and its columns. Only the
/// latter are stored: with k classes of rows and l of columns,
///
///     R != C   every pair (rows, columns)                       k l classes
///     R = C    every pair with rows <= columns, since           k (k + 1) / 2
///              transposition exchanges the two;
///              then the transposing maps, by the class of       k
///              the rows of their square
///
/// The first class is that of the identity. The names, with a proof that they are right, are in
/// symmetry_names/symmetry_names.hpp.
class SymmetryClasses {
 public:
  /// The action of the maps of a class on rows and on columns; for a transposing map, the action of its square (then
  /// the same on both). Its rows and its columns live as long as the SymmetryClasses.
  struct Class {
    const LineClass* rows = nullptr;
    const LineClass* columns = nullptr;
    bool is_transposed = false;
    mathematics::UInt128 size = 0;  ///< [maps]
  };

  /// @throws std::invalid_argument  the side is above 25.
  /// @throws std::overflow_error  the group has 2^128 maps or more; of sides up to 25 only 1xN and Nx1 from N = 21 on.
  explicit SymmetryClasses(Shape shape);

  std::size_t size() const { return starts_.back() + transposing_classes_; }
  const Integer& group_order() const { return group_order_; }

  /// @throws std::out_of_range  `number` is not below the number of classes.
  /// @cost  15 ns
  Class at(std::size_t number) const;
  /// Returns a map of the class, always the same one.
  mathematics::GridMap representative(std::size_t number) const;
  std::string name(std::size_t number) const;

  /// Returns the classes of the permutations of rows; if R = C, also those of the columns.
  const std::vector<LineClass>& row_classes() const { return rows_; }
  const std::vector<LineClass>& column_classes() const { return has_transposition() ? rows_ : columns_; }

 private:
  bool has_transposition() const { return mathematics::geometric_moves(shape_).transposition; }

  Shape shape_;
  Integer group_order_;
  mathematics::UInt128 row_order_;  // permutations of the rows
  std::vector<LineClass> rows_;
  std::vector<LineClass> columns_;   // empty if R = C
  std::vector<std::size_t> starts_;  // of each class of rows: its first pair; and the end
  std::size_t transposing_classes_;
};

}  // namespace gridcensus::russell_jarvis
