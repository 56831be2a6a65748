#pragma once

#include "band_recursion/row_uses.hpp"
#include "band_recursion/sub_bands.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_recursion {

/// Returns why the bands of a shape cannot be counted in reasonable time, or nullopt if they can.
std::optional<std::string> why_not(Shape shape);

/// Counts bands by a sum over the ways to cut a band in two, the first boxes and the others:
///
///     b(R,C) = sum over uses of N! / product of (use of each set)! * ways(use) * ways(complement) * (C!)^(R*R)
///
/// `use` is the row use of the first boxes; in the others every symbol is in the rows that are not in its set. Uses
/// that row permutations map to each other have equal terms, so each class has one term.
class BandSum {
 public:
  /// @param shape  one that `why_not` does not refuse
  /// @throws       the exceptions of `poll`
  explicit BandSum(Shape shape, const Poll& poll = {});

  /// Returns the number of terms; the most costly come first.
  std::size_t terms() const { return classes_.size(); }
  /// Returns the bands of one class of uses.
  Integer term(std::size_t number, const Poll& poll = {}) const;
  /// Returns the cost of a term relative to others.
  double cost(std::size_t number) const;

  /// Returns N! (C!)^(R(R-1)), which divides every term by T10 of docs/mathematics.md.
  Integer divisor() const;

 private:
  Shape shape_;
  int first_boxes_;
  RowSets sets_;
  RowSets other_sets_;
  SubBands sub_bands_;
  std::vector<RowUseClass> classes_;
};

/// Returns the number of terms for a shape, or nullopt for 6x4, 7x2 and 8x1, where computing it takes over a second.
///
/// @cost  0.15 s for 6x3, milliseconds for others.
std::optional<std::size_t> count_terms(Shape shape);

/// Returns the memory that one thread needs, a bound on measured values.
std::size_t memory_bytes(Shape shape);

/// Returns b(R,C), the sum of all terms.
Integer bands(Shape shape);

}  // namespace gridcensus::band_recursion
