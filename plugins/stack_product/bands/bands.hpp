#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "stack_product/row_structure.hpp"

#include <memory>
#include <optional>
#include <string>

namespace gridcensus::stack_product {

/// Counts all row structures of a band and draws them uniformly. A row structure gives, for each box and row, its set
/// of box_cols symbols; (C!)^(R*R) bands share it.
///
/// The boxes are cut into two parts, of at most three boxes each. The parts are joined by the *row use* of the first:
/// for each set of rows, the number of symbols that have it there (their remaining rows are for the second part). So
///
///     structures = sum over row uses of N! / product of (use of each set)! * ways(first part) * ways(second part)
///
/// and a structure is drawn in three steps: its row use, by that weight (up to row permutations, with a random one
/// applied afterwards); then the symbols of each set; then each part by itself. All weights are integers and all draws
/// exact.
///
/// @threads  the const functions may be called from many at once.
/// @source   Pettersen, forum.enjoysudoku.com, "RxC band counting algorithm" (2006), for the sum; the draw is its
///           reversal.
class Bands {
 public:
  /// @param shape  one that `why_not` does not refuse
  /// @param poll   called now and then; ends the work by throwing
  /// @throws std::invalid_argument  a shape that `why_not` refuses
  /// @throws  what `poll` throws
  explicit Bands(Shape shape, const Poll& poll = {});
  ~Bands();
  Bands(Bands&&) noexcept;
  Bands& operator=(Bands&&) noexcept;
  Bands(const Bands&) = delete;
  Bands& operator=(const Bands&) = delete;

  /// Returns why the bands of a shape are not drawn, or nullopt if they are.
  static std::optional<std::string> why_not(Shape shape);

  /// Returns the number of row structures.
  Integer structures() const;

  /// Returns the mean, over all row structures, of the number of unordered pairs of symbols that share a row in one box
  /// and a row in another (the same for any two boxes); 0 if there is one box.
  Real mean_shared_pairs() const;

  /// Draws a uniform row structure.
  ///
  /// @param structure  overwritten; entries outside the band are 0
  void draw(Random& random, RowStructure& structure) const;

 private:
  class Tables;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace gridcensus::stack_product
