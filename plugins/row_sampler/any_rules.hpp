#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/sampling.hpp"
#include "row_sampler/completions.hpp"
#include "row_sampler/weighted_row.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// How many of the last rows are counted at least, whatever the rules.
inline constexpr int fewest_counted_rows = 2;

/// Draws grids of any rules row by row, and estimates from each how many there are. Knows which cells must differ, what
/// each may hold and which are related, and nothing of bands or boxes.
///
/// Many partial grids come to a dead end, and the others differ in their weights, the product of 1 / probability of
/// their rows. So a partial grid is followed in as many copies as its weight, times a guess at its completions, has
/// portions: more than one where it stands for much; one or none, by chance, where it stands for less than a portion.
///
/// Not thread-safe: each thread has its own. What is drawn depends on the random numbers alone.
///
/// @cost    memory_bytes(side); for the time of a sample see README.md
/// @source  Grassberger, Physical Review E 56 (1997) 3682 (PERM), with fixed thresholds: by these, and by copies that
///          are drawn at random where they are no whole number, an estimate has no bias
class AnyRulesDescent {
 public:
  struct Settings {
    int counted_rows = fewest_counted_rows;  ///< the last rows, which are counted and not drawn; at most N - 2
    double foresight = 0.5;                  ///< of the rows that are drawn
    std::vector<Real> portions;  ///< for each row; 0, or not given: every partial grid is followed in one copy
    std::uint64_t fewest = fewest_samples;  ///< samples that are needed before an error is stated
  };

  /// What short trials say: portions by which about `followed_grids` partial grids come to each row; the most counted
  /// rows that take at most three times as long to count as the others to draw; and so many samples that five on
  /// average do not come to a dead end. Follows from the problem alone.
  ///
  /// @cost  a second for 3x3, three for 4x4, four more if nearly all samples come to a dead end; nothing is tried above
  ///        a side of 20
  static Settings useful_settings(const std::shared_ptr<const Neighbours>& neighbours, const Poll& poll = {});

  AnyRulesDescent(std::shared_ptr<const Neighbours> neighbours, Settings settings);

  /// An estimate of the number of grids: its expectation is that number. 0 where all rows came to a dead end.
  Real sample(Random& random, const Poll& poll = {});

 private:
  class Trials;

  /// An estimate of the completions of a partial grid, times its weight.
  Real follow(Random& random, const OpenGrid& grid, Real weight, const Poll& poll);
  /// The same, once it is known in how many copies.
  Real follow_copies(Random& random, const OpenGrid& grid, Real weight, int copies, const WeightedRow& next,
                     const Poll& poll);

  std::shared_ptr<const Neighbours> neighbours_;
  Settings settings_;
  OpenGrid top_;  // the same for all: the first row if symbols are alike, since N! grids differ by relabelling alone
  WeightedRow first_drawn_;  // the row below that, so prepared once
  WeightedRow next_;
  Completions completions_;
  bool is_first_drawn_ready_ = false;
  std::uint64_t prepared_rows_ = 0;
  std::vector<Real> guessed_;  // by row: what partial grids stood for, times the guess at their completions; the sum
};

/// How many partial grids a sample holds at each row, about.
int followed_grids(int side);

/// About how long a sample takes [ns].
double sample_nanoseconds(int side);

/// The memory of an `AnyRulesDescent` [bytes], rounded up.
std::uint64_t any_rules_memory_bytes(int side);

}  // namespace gridcensus::row_sampler
