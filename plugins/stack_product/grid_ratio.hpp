#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "stack_product/bands/band_orders.hpp"
#include "stack_product/bands/bands.hpp"
#include "stack_product/row_structure.hpp"
#include "stack_product/stacks/disjoint_stacks.hpp"
#include "stack_product/stacks/stack_fillings.hpp"

#include <vector>

namespace gridcensus::stack_product {

/// The method of taking a sample.
struct Settings {
  Counting counting;
  /// The probability that a band after the first repeats the row structure of an earlier one, with its rows and boxes
  /// in another order. In small shapes such grids are rare but have so many fillings that they matter. They are drawn
  /// more often and weighted accordingly.
  double repeats = 0;
  /// True: E[G] is computed from the bands of the transposed shape. False: trials choose a number close to it.
  bool has_exact_mean = true;

  bool operator==(const Settings&) const = default;
};

/// Samples whose mean is the number of grids divided by a scale. The scale is Kilfoil, Silver and Pettersen's
/// approximation if E[G], the mean number of fillings of a stack, is known exactly, and close to it otherwise:
///
///     grids = beta^C E[G]^R * E[sample] = b(R,C)^C b(C,R)^R / N!^N * E[sample]
///
/// The bands' row structures are drawn uniformly and independently, and represent all grids that result from putting
/// the boxes of each band in another order. A stack whose rows are known as sets has G fillings; d = G / E[G] - 1 has
/// the mean zero, because the boxes of a stack are in different bands. For the grids made of stacks s = 1..R,
///
///     E[product of (1 + d_s)] = 1 + sum of E[d_s d_t] + sum of E[d_s d_t d_u] + ..
///
/// without its first order. The larger part of the second order is known, too (README, "What is known exactly"): the
/// part of d that depends linearly on the number of pairs of symbols that share a row in two bands of the stack.
///
/// The bands of the transposed shape give E[G] and that linear part. If there are too many bands, separate trials
/// choose both numbers. The first order is then a part of each sample, and no mean depends on the choice (README,
/// "Where the mean of G is not known").
///
/// @threads  const functions may be called from many threads, with a workspace each.
class GridRatio {
 public:
  struct Workspace {
    StackFillings::Workspace fillings;
    std::vector<RowStructure> bands;
    std::vector<double> results;
    std::vector<double> surplus;   ///< d, by stack
    std::vector<double> residual;  ///< d minus its linear part, by stack
    std::vector<double> shared;    ///< of two bands, by box and box: pairs of symbols that share rows, minus their mean
  };

  /// The parts of a sample, which is their sum.
  struct Sample {
    double known = 1;    ///< 1 plus the known part of the second order
    double first = 0;    ///< the first order, and the products with a linear part; 0 if E[G] is known
    double pairs = 0;    ///< the rest of the second order
    double triples = 0;  ///< the third and all higher orders
    double total() const { return known + first + pairs + triples; }
  };

  /// @throws std::invalid_argument  bands of the shape, or of the transposed one if E[G] is to be exact, are not drawn
  /// @throws  what `poll` throws
  GridRatio(Shape shape, Settings settings, const Poll& poll = {});

  /// @param poll  called before each stack; it ends the sample by throwing
  Sample draw(Random& random, Workspace& workspace, const Poll& poll) const;

  /// Returns the weight of a sample with the last drawn bands, if bands are repeated with probability `repeats`. The
  /// probability of these bands is inversely proportional to the weight. The weight multiplies all of the sample but
  /// `known`.
  double weight(const Workspace& workspace, double repeats) const;

  /// Returns the factor that turns a sample into an estimate of the grids.
  Real scale() const { return scale_; }
  /// Returns true if E[G] is known, so the scale is b(R,C)^C b(C,R)^R / N!^N.
  bool has_known_mean() const { return settings_.has_exact_mean; }

 private:
  struct StackMoments {
    Real fillings = 0;    ///< E[G]
    Real covariance = 0;  ///< of d and the pairs of symbols that share a row in two bands of the stack
    Real scale = 0;
  };

  /// Returns the moments that follow from the bands of the transposed shape.
  StackMoments exact_moments(const Poll& poll) const;
  /// Returns moments from trials, with random numbers that no sample draws. They are the same in every run.
  StackMoments moments_by_trials(const Poll& poll) const;
  /// Counts the fillings of a stack, or estimates them: sets `results`, and returns their mean.
  double mean_count(std::size_t stack, Random& random, Workspace& workspace) const;
  void add_linear_parts(Workspace& workspace) const;
  Sample draw_two_stacks(Random& random, Workspace& workspace) const;
  /// Draws one grid of more than two stacks, without the others that its bands make: the first order varies most, and
  /// all these grids mostly share it.
  Sample draw_one_grid(Random& random, Workspace& workspace) const;
  /// Draws the bands, and returns the weight of the sample.
  double draw_bands(Random& random, Workspace& workspace) const;

  Shape shape_;
  Settings settings_;
  Bands bands_;
  StackFillings fillings_;
  DisjointStacks stacks_;
  BandOrders orders_;
  Real scale_ = 0;
  double mean_fillings_ = 0;         ///< E[G], or a number close to it
  double mean_shared_ = 0;           ///< pairs of symbols that share a row in two independent boxes
  double slope_ = 0;                 ///< of the linear part of d
  double variance_of_shared_ = 0;    ///< of the pairs of symbols that share a row in two independent boxes
  double known_pair_product_ = 0;    ///< the expected product of the linear parts of two stacks
  double structures_per_order_ = 0;  ///< of a band, divided by the orders of its rows and boxes
};

}  // namespace gridcensus::stack_product
