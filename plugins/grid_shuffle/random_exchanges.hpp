#pragma once

#include "grid_shuffle/exchange_words.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <cstdint>

namespace gridcensus::grid_shuffle {

/// The source's program: shuffles a grid by random exchanges and sees whether it is the same again.
class ExchangeShuffler {
 public:
  /// @param exchanges  possible for the shape (`why_no_exchange`)
  ExchangeShuffler(Grid grid, const Exchanges& exchanges) : grid_{std::move(grid)}, exchanges_{exchanges} {}

  /// Shuffles the grid once and compares. Each exchange is of a thing drawn from all with a different one drawn from
  /// those that it may be exchanged with: labels with any label, rows within their band, columns within their stack.
  bool returns(Random& random) const;

  /// How many of so many shuffles give the grid back. `poll` is asked every few thousand shuffles.
  std::uint64_t returning(std::uint64_t shuffles, Random& random, const Poll& poll) const;

 private:
  Grid grid_;
  Exchanges exchanges_;
};

/// The shuffles of one unit where none are given: a tenth of a second or less.
inline constexpr std::uint64_t default_shuffles = 50'000;

/// A share, with the interval of Clopper and Pearson.
struct ShareEstimate {
  Real share = 0;
  Real standard_error = 0;  ///< 0 where none was met: then nothing is known of the error
  Real low = 0;
  Real high = 0;
  double degrees_of_freedom = 1;  ///< hits less one, at least 1: on the few hits the spread rests
};

/// @param hits    at most `trials`
/// @param trials  at least 1
/// @source  Clopper and Pearson (1934), "The use of confidence or fiducial limits illustrated in the case of the
///          binomial".
ShareEstimate estimate_share(std::uint64_t hits, std::uint64_t trials, double confidence = 0.95);

}  // namespace gridcensus::grid_shuffle
