#pragma once

#include "grid_shuffle/exchange_words.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <cstdint>

namespace gridcensus::grid_shuffle {

/// The source's program: shuffles a grid by random exchanges and checks if it is the same again.
class ExchangeShuffler {
 public:
  /// @param exchanges  possible for the shape (`why_no_exchange`)
  ExchangeShuffler(Grid grid, const Exchanges& exchanges) : grid_{std::move(grid)}, exchanges_{exchanges} {}

  /// Shuffles the grid once and compares. Each exchange takes a thing drawn from all and a different one drawn from
  /// those that it may be exchanged with: labels with any label, rows within their band, columns within their stack.
  bool returns(Random& random) const;

  /// Returns how many of so many shuffles give the grid back. Calls `poll` every few thousand shuffles.
  std::uint64_t returning(std::uint64_t shuffles, Random& random, const Poll& poll) const;

 private:
  Grid grid_;
  Exchanges exchanges_;
};

/// The default number of shuffles of one unit: a tenth of a second or less.
inline constexpr std::uint64_t default_shuffles = 50'000;

/// A share, with the interval of Clopper and Pearson.
struct ShareEstimate {
  Real share = 0;
  Real standard_error = 0;  ///< 0 without a hit: nothing is known of the error then
  Real low = 0;
  Real high = 0;
  double degrees_of_freedom = 1;  ///< hits minus one, at least 1: the spread rests on the few hits
};

/// Estimates a share from the number of hits.
///
/// @param hits    at most `trials`
/// @param trials  at least 1
/// @source  Clopper and Pearson (1934), "The use of confidence or fiducial limits illustrated in the case of the
///          binomial".
ShareEstimate estimate_share(std::uint64_t hits, std::uint64_t trials, double confidence = 0.95);

}  // namespace gridcensus::grid_shuffle
