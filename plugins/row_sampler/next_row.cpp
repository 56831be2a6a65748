#include "row_sampler/next_row.hpp"

namespace gridcensus::row_sampler {

NextRow::NextRow(Shape shape, int counted_cells) : shape_{shape}, boxed_{shape}, scaled_{shape, counted_cells} {}

void NextRow::prepare(const PartialGrid& grid) {
  const int rows = grid.rows_left_of_band();
  // Boxes of one column exclude nothing that columns do not.
  is_boxed_ = shape_.box_cols > 1 && rows <= 2 && rows < shape_.box_rows;
  is_boxed_ ? boxed_.prepare(grid) : scaled_.prepare(grid);
}

double NextRow::draw(Random& random, std::span<int> row) {
  if (!is_boxed_) return scaled_.draw(random, row);
  return boxed_.is_dead_end() ? 0 : boxed_.draw(random, row);
}

}  // namespace gridcensus::row_sampler
