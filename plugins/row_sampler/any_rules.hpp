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

/// The least number of last rows that are counted, for any rules.
inline constexpr int min_counted_rows = 2;

/// Draws grids of any rules row by row, and estimates from each the number of grids. Uses the cells that must differ,
/// the symbols allowed in each cell and the cells that are related, but no bands or boxes.
///
/// Many partial grids reach a dead end, and the others differ in their weights, the product of 1 / probability of their
/// rows. So the weight of a partial grid, times a guess at its completions, is divided by a target weight; the grid is
/// followed in that number of copies: several if it represents much; one or none, at random, if it represents less than
/// the target weight.
///
/// Not thread-safe: each thread has its own object. The grids drawn depend on the random numbers alone.
///
/// @cost    memory_bytes(side); for the time of a sample see README.md
/// @source  Grassberger, Physical Review E 56 (1997) 3682 (PERM), with fixed thresholds: because of these, and because
///          fractional numbers of copies are rounded at random, an estimate has no bias
class AnyRulesDescent {
 public:
  struct Settings {
    int counted_rows = min_counted_rows;  ///< the last rows, which are counted and not drawn; at most N - 2
    double foresight = 0.5;               ///< of the rows that are drawn
    std::vector<Real> target_weights;     ///< by row; 0, or not given: every partial grid is followed in one copy
    std::uint64_t min_samples = default_min_samples;  ///< the number of samples needed before an error is stated
  };

  /// Returns settings found by short trials: target weights with which about `population_size` partial grids reach each
  /// row; the most counted rows that take at most three times as long to count as the others to draw; and the number of
  /// samples of which five on average reach no dead end. Depends on the problem alone.
  ///
  /// @cost  a second for 3x3, three for 4x4, four more if nearly all samples reach a dead end; no trials above a side
  ///        of 20
  static Settings tuned_settings(const std::shared_ptr<const Neighbours>& neighbours, const Poll& poll = {});

  AnyRulesDescent(std::shared_ptr<const Neighbours> neighbours, Settings settings);

  /// Returns an unbiased estimate of the number of grids; 0 if all rows came to a dead end.
  Real sample(Random& random, const Poll& poll = {});

 private:
  class Trials;

  /// Returns an estimate of the completions of a partial grid, times its weight.
  Real follow(Random& random, const OpenGrid& grid, Real weight, const Poll& poll);
  /// Does the same for a known number of copies.
  Real follow_copies(Random& random, const OpenGrid& grid, Real weight, int copies, const WeightedRow& next,
                     const Poll& poll);

  std::shared_ptr<const Neighbours> neighbours_;
  Settings settings_;
  OpenGrid top_;  // shared by all: the first row if symbols are alike, since N! grids differ by relabelling alone
  WeightedRow first_drawn_;  // the row below `top_`, so it is prepared once
  WeightedRow next_;
  Completions completions_;
  bool is_first_drawn_ready_ = false;
  std::uint64_t prepared_rows_ = 0;
  std::vector<Real> guessed_;  // by row: the sum over partial grids of the weight times the guess at their completions
};

/// Returns about how many partial grids a sample has at each row.
int population_size(int side);

/// Returns the approximate time of a sample [ns].
double sample_nanoseconds(int side);

/// Returns the memory of an `AnyRulesDescent` [bytes], rounded up.
std::uint64_t any_rules_memory_bytes(int side);

}  // namespace gridcensus::row_sampler
