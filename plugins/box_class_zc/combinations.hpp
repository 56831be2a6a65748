#pragma once

#include "box_class_zc/interior.hpp"
#include "box_class_zc/row_kernels.hpp"
#include "box_class_zc/selection.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::box_class_zc {

/// Adds up the solutions of a selection of combinations, in slices of similar cost.
///
/// The sum has three loops, and each table is built as soon as its classes are known:
///
///     pair (2, 4)    lanes b: the 56 splits of box 2, column classes of boxes 5 and 8
///                    masks[rows of 8][b]       FF if box 8 exists
///                    windows[columns of 6][b]  the number of row classes, of eight, of box 6 for these columns
///       box 3        counts[rows of 9][b]      the same for the eight column classes of box 6 together
///         box 7      the 56 splits of box 7, row classes of boxes 9 and 8: counts[of 9] where masks[of 8]
///
/// So one row operation replaces the 56 * 64 steps of the source's innermost loop.
class Combinations {
 public:
  /// @param slices  number of slices; fewer if a slice would be less than one class of box 3
  /// @throws std::invalid_argument  the weights of a box 7 are too large for the kernels.
  Combinations(const Interior& interior, Selection selection, std::size_t slices);

  std::size_t slices() const { return starts_.size() - 1; }
  /// Returns the cost of a slice, in units of one combination.
  double cost(std::size_t slice) const;
  /// Returns a number that divides the weighted sum of the slice: a common divisor of the weights of its pairs and
  /// classes of box 3.
  std::uint64_t divisor(std::size_t slice) const;
  /// Adds up a slice.
  ///
  /// @param poll  called for every other class of box 3; may throw
  Sums count(std::size_t slice, const Kernel& kernel, const Poll& poll) const;

 private:
  /// A place in the list of all (pair, class of box 3).
  struct Place {
    std::size_t pair;
    std::size_t partner;
  };
  struct Tables;

  void cut(std::size_t slices);
  double cost_of_box_3(const Selection::Pair& pair) const;
  double cost(const Selection::Pair& pair, std::size_t classes_of_box_3) const;
  void build(const Selection::Pair& pair, Tables& tables) const;
  /// Calls visit(pair, first box 3, last box 3) for the pairs of a slice.
  template <class VisitPair>
  void for_each_pair(std::size_t slice, const VisitPair& visit) const;

  const Interior* interior_;
  Selection selection_;
  std::vector<SplitsRows> splits_;  // by class
  std::vector<OctetRows> octets_;   // by class and class of the next box
  std::vector<Place> starts_;       // of the slices, and the end
};

}  // namespace gridcensus::box_class_zc
