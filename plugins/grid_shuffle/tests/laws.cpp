#include "grid_shuffle/stabiliser.hpp"
#include "support/arbitrary_moves.hpp"
#include "support/sample_grids.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::grid_shuffle::StabiliserChain;
using gridcensus::testing::arbitrary_moves;
using gridcensus::testing::arbitrary_random;
using gridcensus::testing::arbitrary_shape;
using gridcensus::testing::scrambled_grid;

RC_GTEST_PROP(Stabiliser, OfAnImageHasTheSameOrder, ()) {
  const Shape shape = arbitrary_shape();
  const Moves moves = arbitrary_moves(shape);
  Random random = arbitrary_random();
  const Grid grid = *rc::gen::arbitrary<bool>() ? base_grid(shape) : scrambled_grid(shape, random(), 2);
  // The maps that map the chosen group to itself, or some of them.
  Moves carrying = moves;
  carrying.labels = true;
  if (!moves.transposition) {
    // If whole bands move but rows do not, moving rows would change the order inside a band; otherwise rows may move.
    carrying.bands = carrying.stacks = true;
    carrying.rows = moves.rows || !moves.bands;
    carrying.columns = moves.columns || !moves.stacks;
    carrying.transposition =
        shape.box_rows == shape.box_cols && moves.rows == moves.columns && moves.bands == moves.stacks;
  }
  const Grid image = apply(random_map(shape, carrying, random), grid);
  RC_ASSERT(StabiliserChain(grid, moves).order() == StabiliserChain(image, moves).order());
}

RC_GTEST_PROP(Stabiliser, OrderDividesThatOfTheGroup, ()) {
  const Shape shape = arbitrary_shape();
  const Moves moves = arbitrary_moves(shape);
  Random random = arbitrary_random();
  const Grid grid = scrambled_grid(shape, random(), *rc::gen::inRange(0, 4));
  RC_ASSERT(group_order(shape, moves) % StabiliserChain(grid, moves).order() == 0);
}

}  // namespace
