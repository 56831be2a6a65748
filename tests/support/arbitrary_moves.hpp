#pragma once

#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstdint>
#include <rapidcheck.h>

/// Inputs for property tests of maps of grids.
namespace gridcensus::testing {

inline Shape arbitrary_shape() {
  return *rc::gen::element(Shape{1, 4}, Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{3, 4}, Shape{4, 4},
                           Shape{5, 5});
}

inline mathematics::Moves arbitrary_moves(Shape shape) {
  const auto toss = [] { return *rc::gen::arbitrary<bool>(); };
  mathematics::Moves moves{toss(), toss(), toss(), toss(), toss(), toss()};
  if (mathematics::why_no_group(shape, moves)) moves.transposition = false;
  return moves;
}

inline Random arbitrary_random() { return {*rc::gen::arbitrary<std::uint64_t>(), 5, 0}; }

}  // namespace gridcensus::testing
