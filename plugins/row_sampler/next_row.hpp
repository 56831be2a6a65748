#pragma once

#include "row_sampler/boxed_row.hpp"
#include "row_sampler/rows.hpp"
#include "row_sampler/scaled_row.hpp"

#include <span>

namespace gridcensus::row_sampler {

/// The distribution of the next row of a partial grid: a `BoxedRow` in the last two rows of a band that has other rows
/// above, otherwise a `ScaledRow`. Every row that lets the boxes of its band be filled has a probability above 0.
class NextRow {
 public:
  NextRow(Shape shape, int counted_cells);

  /// @param grid  not full
  void prepare(const PartialGrid& grid);

  /// Draws a row. Requires `prepare`.
  ///
  /// @param row  set to a symbol for each column, unless there is a dead end
  /// @return     1 / probability of that row; 0 for a dead end
  double draw(Random& random, std::span<int> row);

 private:
  Shape shape_;
  bool is_boxed_ = false;
  BoxedRow boxed_;
  ScaledRow scaled_;
};

}  // namespace gridcensus::row_sampler
