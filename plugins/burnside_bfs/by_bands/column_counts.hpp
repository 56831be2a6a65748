#pragma once

#include "burnside_bfs/by_bands/keys.hpp"

#include <cstddef>
#include <cstdint>

namespace gridcensus::burnside_bfs {

/// The number of labels in each column of a grid of up to `max_band_side`: a digit of five bits for each, whose highest
/// bit is spare.
using ColumnCounts = std::uint64_t;

inline constexpr unsigned bits_of_count = 5;

/// Returns the count of one label, in this column.
constexpr ColumnCounts one_in(std::size_t column) { return ColumnCounts{1} << (bits_of_count * column); }

/// Returns the same count in every column of a grid of this side.
constexpr ColumnCounts in_all_columns(std::size_t side, std::uint64_t count) {
  ColumnCounts counts = 0;
  for (std::size_t column = 0; column < side; ++column) counts |= count * one_in(column);
  return counts;
}

/// Checks that no column has more labels than allowed.
constexpr bool fits(ColumnCounts labels, ColumnCounts most) {
  constexpr std::uint64_t spare_bit = std::uint64_t{1} << (bits_of_count - 1);
  constexpr ColumnCounts spare = in_all_columns(max_band_side, spare_bit);
  constexpr ColumnCounts full = in_all_columns(max_band_side, spare_bit - 1);
  return ((labels + (full - most)) & spare) == 0;
}

}  // namespace gridcensus::burnside_bfs
