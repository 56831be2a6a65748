#include "mathematics.hpp"

#include "grids/grid_maps.hpp"

namespace new_strategy {

using gridcensus::Integer;

Integer min_classes(gridcensus::Shape shape, const Integer& grids) {
  const Integer order = gridcensus::mathematics::group_order(shape, gridcensus::mathematics::all_moves(shape));
  return (grids + order - 1) / order;
}

}  // namespace new_strategy
