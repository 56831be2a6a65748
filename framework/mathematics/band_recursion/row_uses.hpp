#pragma once

#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::band_recursion {

/// A set of the rows of a band, one bit each.
using RowSet = std::uint32_t;

/// The sets of `size` of the rows 0..rows-1, largest bit mask first.
class RowSets {
 public:
  /// Lists all sets of `size` of the rows 0 .. `rows` - 1.
  RowSets(int rows, int size);

  /// Returns the number of rows to choose from.
  int rows() const { return rows_; }
  /// Returns the number of sets: rows choose size.
  std::size_t count() const { return sets_.size(); }
  /// Returns the set at a place, a bit for each row.
  RowSet operator[](std::size_t place) const { return sets_[place]; }
  /// Returns the place of a set of this size in the order.
  std::size_t place_of(RowSet set) const { return places_[set]; }

 private:
  int rows_;
  std::vector<RowSet> sets_;
  std::vector<std::size_t> places_;  ///< by bit mask; 0 for sets of another size
};

/// The numbers of symbols of a sub-band by the rows that they use: for each set of as many rows as the sub-band has
/// boxes, in the order of `RowSets`, the number of symbols in exactly these rows.
///
///     sub-band of two 3x2 boxes, 6 symbols       rows {2,1}: 5 6     -> 2
///     row 0:  1 2 | 3 4                          rows {2,0}: 3 4     -> 2
///     row 1:  5 6 | 1 2                          rows {1,0}: 1 2     -> 2
///     row 2:  3 4 | 5 6
///
/// Every row is in the sets of box_cols * boxes symbols.
using RowUse = std::vector<int>;

/// A class of uses under permutations of the rows.
struct RowUseClass {
  RowUse greatest;         ///< the lexicographic maximum
  std::uint64_t size = 0;  ///< the number of uses
};

/// Returns, for each permutation of the rows, the images of the sets of one size, by place.
std::vector<std::vector<std::size_t>> images_under_row_permutations(const RowSets& sets);

/// Returns the classes of all uses of `boxes` boxes of box_rows x box_cols.
///
/// @param boxes  1..box_rows
/// @throws       the exceptions of `poll`
/// @cost         visits all uses that begin with their greatest number: 4,906 uses are 73 classes for three 5x5 boxes,
///               1.5 million are 2457 for three 6x3 boxes.
std::vector<RowUseClass> row_use_classes(int box_rows, int box_cols, int boxes, const Poll& poll);

}  // namespace gridcensus::band_recursion
