#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/next_row.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::row_sampler {

/// Follows many partial grids side by side, row by row, and estimates from them how many grids there are.
///
/// Each partial grid has a weight, the product of 1 / probability of its rows. After a band, and after each row of the
/// last one, grids are chosen anew among them, in proportion to their weights (resampling): what stands for much goes
/// on in several copies, what stands for little or came to a dead end in none. So the errors of bands add up, where
/// those of single grids would multiply.
///
/// Not thread-safe: each thread has its own. What is drawn depends on the random numbers alone.
///
/// @cost    memory_bytes(); for the time of a sample see README.md
/// @source  sequential Monte Carlo: Gordon, Salmond and Smith, IEE Proceedings F 140 (1993) 107-113; systematic
///          resampling: Kitagawa, Journal of Computational and Graphical Statistics 5 (1996) 1-25
class Descent {
 public:
  struct Settings {
    /// Grids that are followed in the last two bands; half of them, at least one, in those above.
    int followed = 1;
    /// Of a row's cells that are not drawn by boxes, the last ones, drawn by permanents.
    int counted_cells = 8;
  };

  /// What measurements say is best.
  static Settings useful_settings(Shape shape);

  /// @param shape  R, C >= 1, side at most max_symbols
  explicit Descent(Shape shape) : Descent{shape, useful_settings(shape)} {}
  Descent(Shape shape, Settings settings);

  /// An estimate of the number of grids: its expectation is that number. 0 where all grids came to a dead end.
  Real sample(Random& random, const Poll& poll = {});

 private:
  struct Followed {
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
  std::vector<Followed> grids_;
  std::vector<Followed> chosen_;
};

/// About how long a sample takes [ns].
double descent_nanoseconds(Shape shape);

/// The memory of a `Descent` [bytes], rounded up.
std::uint64_t memory_bytes(Shape shape);

}  // namespace gridcensus::row_sampler
