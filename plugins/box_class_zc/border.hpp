#pragma once

#include "box_class_zc/box_algebra.hpp"

#include <cstddef>
#include <vector>

namespace gridcensus::box_class_zc {

/// Boxes 2 and 3 beside box 1, and boxes 4 and 7 below it, in a 3x3 grid whose box 1 is filled 1 2 3 / 4 5 6 / 7 8 9.
///
///     +-------+-------+-------+
///     | 1 2 3 |       |       |    The possible contents of boxes 5, 6, 8 and 9 depend on the column classes of boxes
///     | 4 5 6 |   2   |   3   |    2 and 3 and the row classes of boxes 4 and 7: 252 classes each.
///     | 7 8 9 |       |       |
///     +-------+-------+-------+    The mirror (transpose the grid, and exchange the symbols 2-4, 3-7, 6-8)
///     |   4   |   5   |   6   |    fixes box 1 and maps column classes of box 2 to row classes of box 4. A row class
///     +-------+-------+-------+    has the number of the column class that is its mirror image, so every table here
///     |   7   |   8   |   9   |    serves both sides.
///     +-------+-------+-------+
class Border {
 public:
  /// Computes the copies of pairs among the border's classes, the 280 classes in the numbering of the source.
  ///
  /// A column class of box 2 is numbered by the greatest box 2 that has it, read row by row: class 0 has the smallest
  /// of these. The 28 classes that box 2 cannot have follow. Only the bookkeeping depends on this numbering.
  ///
  /// @cost  9 ms
  Border();

  static constexpr int symbols = 9;
  static constexpr std::size_t lines = 3;

  /// Returns all 280 classes, those of the border first.
  const ClassNumbers& classes() const { return classes_; }
  /// Returns the number of classes that a border box can have: 252.
  std::size_t size() const { return copies_.size(); }
  /// Returns the rows of box 1, or its columns as the mirror shows them.
  static Lines box_1_rows() { return {0b000000111, 0b000111000, 0b111000000}; }
  /// Returns the row triplets of box 2: 56.
  const std::vector<Lines>& row_triplets() const { return row_triplets_; }
  /// Returns the number of ways, by row triplets, for boxes 2 and 3 to have these column classes; 0 if they cannot.
  int copies(Code box_2, Code box_3) const { return copies_[box_2][box_3]; }
  /// Returns the column classes of box 3 for one of box 2, ascending.
  std::vector<Code> partners(Code box_2) const;

  /// A relabelling that preserves the rows and the columns of box 1, by its action on the classes of the border.
  struct Symmetry {
    std::vector<Code> columns;  ///< the images of column classes, by number
    std::vector<Code> rows;     ///< the images of row classes, by number
  };
  /// Returns the 36 relabellings that permute the rows and the columns of box 1.
  std::vector<Symmetry> symmetries() const;

 private:
  ClassNumbers classes_;
  std::vector<Lines> row_triplets_;
  std::vector<std::vector<int>> copies_;
};

/// Returns the lines with the symbols of a 3x3 grid exchanged 2-4, 3-7, 6-8: the transpose of box 1.
Lines mirror(const Lines& lines);

}  // namespace gridcensus::box_class_zc
