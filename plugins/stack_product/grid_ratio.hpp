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

/// How a sample is taken.
struct Settings {
  Counting counting;
  /// The chance that a band after the first repeats the row structure of an earlier one, with its rows and boxes in
  /// another order. In small shapes such grids are rare, but have so many fillings that they matter; they are drawn
  /// more often, and have a weight for it.
  double repeats = 0;

  bool operator==(const Settings&) const = default;
};

/// Samples whose mean is the number of grids divided by Kilfoil, Silver and Pettersen's approximation,
///
///     grids = b(R,C)^C b(C,R)^R / N!^N * E[sample]
///
/// The bands' row structures are drawn, uniformly and independently, and stand for all the grids that can be made by
/// putting the boxes of each band in another order. A stack whose rows are known as sets has G fillings; d = G / E[G] -
/// 1 has the mean zero, as the boxes of a stack lie in different bands. For the grids made of stacks s = 1..R,
///
///     E[product of (1 + d_s)] = 1 + sum of E[d_s d_t] + sum of E[d_s d_t d_u] + ..
///
/// without its first order. Of the second order the greater part is known, too (README, "What is known exactly"): the
/// part of d that depends linearly on how many pairs of symbols share a row in two bands of the stack.
///
/// @threads  const functions may be called from many threads, with a workspace each.
class GridRatio {
 public:
  struct Workspace {
    StackFillings::Workspace fillings;
    std::vector<RowStructure> bands;
    std::vector<double> results;
    std::vector<double> surplus;   ///< d, by stack
    std::vector<double> residual;  ///< d less its linear part, by stack
    std::vector<double> shared;    ///< of two bands, by box and box: pairs of symbols that share rows, less their mean
  };

  /// The parts of a sample: they add up to it.
  struct Sample {
    double known = 1;    ///< 1 and the known part of second order
    double pairs = 0;    ///< the rest of the second order
    double triples = 0;  ///< the third and all higher orders
    double total() const { return known + pairs + triples; }
  };

  /// @throws  what `poll` throws
  GridRatio(Shape shape, Settings settings, const Poll& poll = {});

  /// @param poll  called before each stack; it ends the sample by throwing
  Sample draw(Random& random, Workspace& workspace, const Poll& poll) const;

  /// The weight of a sample with the bands that were drawn last, if bands are repeated with the chance `repeats`: the
  /// probability of these bands is in proportion to its inverse. In the sample it is a factor of `pairs` and `triples`.
  double weight(const Workspace& workspace, double repeats) const;

  /// b(R,C)^C b(C,R)^R / N!^N
  Real ksp() const { return ksp_; }

 private:
  void add_linear_parts(Workspace& workspace) const;
  Sample draw_two_stacks(Random& random, Workspace& workspace) const;
  /// Draws the bands, and returns the weight of the sample.
  double draw_bands(Random& random, Workspace& workspace) const;

  Shape shape_;
  Settings settings_;
  Bands bands_;
  StackFillings fillings_;
  DisjointStacks stacks_;
  BandOrders orders_;
  Real ksp_ = 0;
  double mean_fillings_ = 0;         ///< E[G]
  double mean_shared_ = 0;           ///< pairs of symbols that share a row in two independent boxes
  double slope_ = 0;                 ///< of the linear part of d
  double known_pair_product_ = 0;    ///< E of the product of the linear parts of two stacks
  double structures_per_order_ = 0;  ///< of a band, divided by the orders of its rows and boxes
};

}  // namespace gridcensus::stack_product
