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

/// Why the bands of a shape cannot be counted in reasonable time; nullopt where they can.
std::optional<std::string> why_not(Shape shape);

/// The number of bands as a sum over the ways to cut a band in two, the first boxes and the others:
///
///     b(R,C) = sum over uses of N! / product of (use of each set)! * ways(use) * ways(complement) * (C!)^(R*R)
///
/// `use` is the row use of the first boxes; in the others every symbol stands in the rows that are not in its set. The
/// uses that row permutations turn into each other have equal terms, so there is one term for each class.
class BandSum {
 public:
  /// @param shape  one that `why_not` does not refuse
  /// @throws       what `poll` throws
  explicit BandSum(Shape shape, const Poll& poll = {});

  /// How many terms there are, the most costly first.
  std::size_t terms() const { return classes_.size(); }
  /// The bands of one class of uses.
  Integer term(std::size_t number, const Poll& poll = {}) const;
  /// The cost of a term, compared with others.
  double cost(std::size_t number) const;

  /// N! (C!)^(R(R-1)), which divides every term: by T10 of docs/mathematics.md.
  Integer divisor() const;

 private:
  Shape shape_;
  int first_boxes_;
  RowSets sets_;
  RowSets other_sets_;
  SubBands sub_bands_;
  std::vector<RowUseClass> classes_;
};

/// Returns how many terms the sum of a shape has; nullopt for 6x4, 7x2 and 8x1, where a second would pass before it is
/// known.
///
/// @cost  0.15 s for 6x3, milliseconds for others.
std::optional<std::size_t> count_terms(Shape shape);

/// What one thread needs, a bound on what was measured.
std::size_t memory_bytes(Shape shape);

/// b(R,C): all terms added up.
Integer bands(Shape shape);

}  // namespace gridcensus::band_recursion
