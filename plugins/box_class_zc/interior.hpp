#pragma once

#include "box_class_zc/border.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::box_class_zc {

/// The number of ways, as lines, for a box to fit beside another: the 56 triplets.
inline constexpr std::size_t triplets = 56;
/// The number of possible classes of the box in the corner, for one order of the lines of its neighbour.
inline constexpr std::size_t rows_per_column = 8;

/// Two further boxes in one stack with a border box: the column class of the one next to it, and of the last one.
struct Split {
  Code next = 0;
  Code last = 0;
};

/// Classes of the last box of a band; `no_class` eight times if the next box does not exist.
using Octet = std::array<Code, rows_per_column>;

/// The possible contents of boxes 5, 6, 8 and 9, for every class of the border.
///
/// The tables use columns for boxes 2, 5, 8 and rows for boxes 4, 5, 6; by the mirror they serve the two other pairs as
/// well, and rows for columns. pairs as well, and rows for columns.
class Interior {
 public:
  /// @cost  15 ms, 1.4 MB
  explicit Interior(const Border& border);

  /// Returns one past the last class, which no box has.
  Code no_class() const { return static_cast<Code>(size_); }
  std::size_t classes() const { return size_; }

  /// Checks whether a box with these complete rows and columns exists: ZC = 0. Symmetric in the two.
  bool meet(Code rows, Code columns) const { return meet_[rows * size_ + columns] != 0; }
  /// Returns the same for all column classes, one byte each, 0 or 1.
  const std::uint8_t* meeting(Code rows) const { return &meet_[rows * size_]; }

  /// Returns, if box 2 has this column class, the column classes of boxes 5 and 8, once for each of the 56 column
  /// triplets of box 5.
  const std::array<Split, triplets>& splits(Code box_2) const { return splits_[box_2]; }

  /// Returns, if box 4 has this row class and box 5 that column class, in one order, the row classes of box 6, once for
  /// each of the eight possible row triplets of box 5; `no_class` eight times if there are none.
  const Octet& octet(Code box_4, Code box_5) const { return octets_[box_4 * size_ + box_5]; }
  bool has_octet(Code box_4, Code box_5) const { return octet(box_4, box_5)[0] != no_class(); }

 private:
  std::size_t size_;
  std::vector<std::uint8_t> meet_;                   // [rows][columns]
  std::vector<std::array<Split, triplets>> splits_;  // [class]
  std::vector<Octet> octets_;                        // [row class][column class]
};

}  // namespace gridcensus::box_class_zc
