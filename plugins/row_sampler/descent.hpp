#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/next_row.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::row_sampler {

/// Draws grids row by row, and estimates from each how many there are.
///
/// Not thread-safe: each thread has its own. What is drawn depends on the random numbers alone.
///
/// @cost  memory_bytes(); for the time of a sample see README.md
class Descent {
 public:
  struct Settings {
    int lookahead = 0;
    std::vector<int> copies;  ///< for each row, how many are drawn below one and the same upper part; 1 where not given
  };

  /// What measurements say is best.
  static Settings useful_settings(Shape shape);

  /// @param shape  R, C >= 1, side at most max_symbols
  explicit Descent(Shape shape) : Descent{shape, useful_settings(shape)} {}
  Descent(Shape shape, Settings settings);

  /// An estimate of the number of grids: its expectation is that number. 0 where the rows came to a dead end.
  Real sample(Random& random, const Poll& poll = {});

 private:
  Real descend(Random& random, const PartialGrid& grid, const Poll& poll);

  Shape shape_;
  Settings settings_;
  NextRow next_;
};

/// The memory of a `Descent` [bytes], rounded up.
std::uint64_t memory_bytes(Shape shape);

}  // namespace gridcensus::row_sampler
