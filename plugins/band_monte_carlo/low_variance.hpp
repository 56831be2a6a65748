#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "gridcensus/tally.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace gridcensus::band_monte_carlo {

/// Sums over some samples, in units of the mean number of bands with a signature, b / Q^R, where Q is the number of
/// signatures of a box: all values are near 1.
struct LowVarianceSums {
  Moments second;  ///< bands with the signature drawn for the second band
  Moments all;     ///< the product over all bands but the first
  Moments both;    ///< the sum of the two, for their covariance

  void add(const LowVarianceSums& other);
};

/// Draws the first band uniformly, then the columns of all other bands uniformly among the compatible ones, stack by
/// stack, and counts the bands with these columns:
///
///     N = sum over first bands, over compatible column sets of the others, of B_2 B_3 ... B_C
///       = b * M^R * E[B_2 B_3 ... B_C]
///
/// with b bands, M ways to fill the columns of the other bands in one stack, and B_k the number of bands with the
/// columns drawn for band k. Nothing can clash, and no band is searched for: the variance is low.
///
/// @threads  `run` may be called from many threads, each with its own random numbers
class LowVarianceSampler {
 public:
  LowVarianceSampler() = default;
  LowVarianceSampler(const LowVarianceSampler&) = delete;
  LowVarianceSampler& operator=(const LowVarianceSampler&) = delete;
  LowVarianceSampler(LowVarianceSampler&&) = delete;
  LowVarianceSampler& operator=(LowVarianceSampler&&) = delete;
  virtual ~LowVarianceSampler() = default;

  virtual LowVarianceSums run(Random& random, std::uint64_t samples, const Poll& poll) const = 0;

  /// Returns b, which was counted during the preparation.
  virtual Integer bands() const = 0;
  /// Returns M.
  virtual std::uint64_t completions_of_stack() const = 0;
  /// The minimum and maximum number of bands with one signature, if all signatures were examined.
  struct Range {
    std::uint64_t fewest = 0;
    std::uint64_t most = 0;
  };
  virtual std::optional<Range> bands_with_signature() const { return std::nullopt; }
};

/// Checks whether the signatures of all bands are few enough for a table: P^(R-1) of them for P partitions of a box's
/// symbols into columns.
bool can_be_tabled(Shape shape);

/// Returns the sampler that looks B up. Only for shapes whose signatures fit a table.
///
/// @cost  3x3: 0.1 s for the tables
std::unique_ptr<LowVarianceSampler> make_tabled(Shape shape, const Poll& poll = {});

/// Returns the sampler that counts B for every sample.
///
/// @cost  27 us a sample for 3x4, 10 ms for 4x3
/// @throws TooManyStructures  the shape is too large
std::unique_ptr<LowVarianceSampler> make_direct(Shape shape, const Poll& poll = {});

/// Returns the sampler that looks B up if possible, otherwise the one that counts.
///
/// @throws TooManyStructures  the shape is too large
std::unique_ptr<LowVarianceSampler> make_low_variance_sampler(Shape shape, const Poll& poll = {});

/// Returns b / Q^R, with Q = N! / R!^C ordered partitions of a box's symbols into columns.
Real mean_bands_with_signature(Shape shape, const Integer& bands);

}  // namespace gridcensus::band_monte_carlo
