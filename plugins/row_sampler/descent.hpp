#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/next_row.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::row_sampler {

/// Follows many partial grids side by side, row by row, and estimates from them the number of grids.
///
/// Each partial grid has a weight, the product of 1 / probability of its rows. After a band, and after each row of the
/// last one, grids are resampled in proportion to their weights: a grid that represents much continues in several
/// copies, one that represents little or came to a dead end in none. So the errors of bands add up, while those of
/// single grids would multiply.
///
/// Not thread-safe: each thread has its own object. The grids drawn depend on the random numbers alone.
///
/// @cost    memory_bytes(); for the time of a sample see README.md
/// @source  sequential Monte Carlo: Gordon, Salmond and Smith, IEE Proceedings F 140 (1993) 107-113; systematic
///          resampling: Kitagawa, Journal of Computational and Graphical Statistics 5 (1996) 1-25
class Descent {
 public:
  struct Settings {
    /// The number of grids followed in the last two bands; half as many, at least one, in those above.
    int followed = 1;
    /// The number of a row's last cells drawn by permanents, among the cells that are not drawn by boxes.
    int counted_cells = 8;
  };

  /// Returns the settings that are best by measurements.
  static Settings tuned_settings(Shape shape);

  /// @param shape  R, C >= 1, side at most max_symbols
  explicit Descent(Shape shape) : Descent{shape, tuned_settings(shape)} {}
  Descent(Shape shape, Settings settings);

  /// Returns an unbiased estimate of the number of grids; 0 if all grids came to a dead end.
  Real sample(Random& random, const Poll& poll = {});

 private:
  struct Particle {
    PartialGrid grid;
    Real weight = 1;
    bool is_copy = false;  ///< of the one before
  };

  std::size_t followed_at(int rows) const;
  void add_row(Random& random, const Poll& poll);
  Real resample(Random& random, std::size_t count);

  Shape shape_;
  Settings settings_;
  NextRow next_;
  std::vector<Particle> grids_;
  std::vector<Particle> chosen_;
};

/// Returns the approximate time of a sample [ns].
double descent_nanoseconds(Shape shape);

/// Returns the memory of a `Descent` [bytes], rounded up.
std::uint64_t memory_bytes(Shape shape);

}  // namespace gridcensus::row_sampler
