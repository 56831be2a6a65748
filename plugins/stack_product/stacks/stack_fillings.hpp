#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/factorisations/factorisations.hpp"
#include "stack_product/row_structure.hpp"
#include "stack_product/stacks/matchings.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace gridcensus::stack_product {

/// The method for counting the fillings of a stack whose rows are known as sets: exactly, or by an unbiased estimate.
struct Counting {
  /// The number of columns that are counted exactly, from 2 to the columns of a box. The others are drawn one after the
  /// other: a column is a perfect matching of rows and symbols, and its weight is the number of such matchings.
  int exact_columns = 2;
  /// The number of first columns drawn for one stack, each continued on its own; 1 if no column is drawn.
  int draws = 1;

  bool operator==(const Counting&) const = default;
};

/// Counts the fillings of a stack whose rows are given as sets: G, the number of ways to order each set such that every
/// column has every symbol once.
///
///     G = sum over first columns M of G(rest of M)  =  (number of columns) * mean of G(rest of M)
///
/// so with M drawn uniformly, (number of columns) * G(rest of M) has the mean G.
///
/// @threads  const functions may be called from many threads, with a workspace each.
class StackFillings {
 public:
  class Workspace {
    friend class StackFillings;
    Factorisations::Workspace factorisations_;
    std::vector<Matchings::Workspace> matchings_;  ///< one for each column that is drawn
  };

  /// @param side  N, rows and symbols of the stack
  /// @param cols  columns of the stack, symbols of a row set
  /// @throws std::invalid_argument  `Factorisations::why_not`
  StackFillings(int side, int cols, Counting counting);

  bool is_exact() const { return counting_.exact_columns >= cols_; }

  /// Computes G, or independent and unbiased estimates of it.
  ///
  /// @param results  one number, or `counting.draws` numbers if columns are drawn
  void count(std::span<const SymbolSet32> rows, Random& random, Workspace& workspace, std::span<double> results) const;

 private:
  double estimate(std::span<const SymbolSet32> rows, int cols, Random& random, Workspace& workspace) const;

  int side_;
  int cols_;
  Counting counting_;
  Factorisations factorisations_;
  Matchings matchings_;
};

}  // namespace gridcensus::stack_product
