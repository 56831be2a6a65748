#pragma once

#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::band_recursion {

/// A set of the rows of a band, one bit each.
using RowSet = std::uint32_t;

/// The sets of `size` of the rows 0..rows-1, greatest bit mask first.
class RowSets {
 public:
  /// All sets of `size` of the rows 0 .. `rows` - 1.
  RowSets(int rows, int size);

  /// How many rows there are to choose from.
  int rows() const { return rows_; }
  /// How many sets there are: rows choose size.
  std::size_t count() const { return sets_.size(); }
  /// The set in this place, a bit for each row.
  RowSet operator[](std::size_t place) const { return sets_[place]; }
  /// Where a set of this size stands in the order.
  std::size_t place_of(RowSet set) const { return places_[set]; }

 private:
  int rows_;
  std::vector<RowSet> sets_;
  std::vector<std::size_t> places_;  ///< by bit mask; 0 for sets of another size
};

/// How the symbols use the rows of a sub-band: for each set of as many rows as the sub-band has boxes, in the order of
/// `RowSets`, how many symbols stand in exactly these rows.
///
///     sub-band of two 3x2 boxes, 6 symbols       rows {2,1}: 5 6     -> 2
///     row 0:  1 2 | 3 4                          rows {2,0}: 3 4     -> 2
///     row 1:  5 6 | 1 2                          rows {1,0}: 1 2     -> 2
///     row 2:  3 4 | 5 6
///
/// Every row is in the sets of box_cols * boxes symbols.
using RowUse = std::vector<int>;

/// The uses that permutations of the rows turn into each other.
struct RowUseClass {
  RowUse greatest;         ///< the lexicographically greatest of them
  std::uint64_t size = 0;  ///< how many they are
};

/// For each permutation of the rows, where it takes the sets of one size, by place.
std::vector<std::vector<std::size_t>> images_under_row_permutations(const RowSets& sets);

/// All uses of `boxes` boxes of box_rows x box_cols, by classes.
///
/// @param boxes  1..box_rows
/// @throws       what `poll` throws
/// @cost         Visits all uses that begin with their greatest number: 4,906 uses are 73 classes for three 5x5 boxes,
///               1.5 million are 2457 for three 6x3 boxes.
std::vector<RowUseClass> row_use_classes(int box_rows, int box_cols, int boxes, const Poll& poll);

}  // namespace gridcensus::band_recursion
