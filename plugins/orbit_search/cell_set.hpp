#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace gridcensus::orbit_search {

/// A set of cells of a grid, or of cells and symbols, with at most 128 of them, a bit for each.
struct CellSet {
  std::uint64_t low = 0;   ///< cells 0 to 63
  std::uint64_t high = 0;  ///< cells 64 to 127

  static constexpr int capacity = 128;

  constexpr void insert(int cell) {
    if (cell < 64)
      low |= std::uint64_t{1} << static_cast<unsigned>(cell);
    else
      high |= std::uint64_t{1} << static_cast<unsigned>(cell - 64);
  }
  constexpr bool contains(int cell) const {
    return ((cell < 64 ? low >> static_cast<unsigned>(cell) : high >> static_cast<unsigned>(cell - 64)) & 1U) != 0;
  }
  constexpr bool is_disjoint_from(const CellSet& other) const { return ((low & other.low) | (high & other.high)) == 0; }
  constexpr CellSet united_with(const CellSet& other) const { return {low | other.low, high | other.high}; }
  constexpr CellSet without(const CellSet& other) const { return {low & ~other.low, high & ~other.high}; }
  constexpr int size() const { return std::popcount(low) + std::popcount(high); }

  /// Returns the least element from a number on; there must be one.
  constexpr int first_from(int cell) const {
    if (cell < 64) {
      const std::uint64_t left = low >> static_cast<unsigned>(cell);
      if (left != 0) return cell + std::countr_zero(left);
      return 64 + std::countr_zero(high);
    }
    return cell + std::countr_zero(high >> static_cast<unsigned>(cell - 64));
  }

  /// Calls `visit` with each cell, in ascending order.
  template <class Visit>
  constexpr void for_each(const Visit& visit) const {
    for (std::uint64_t left = low; left != 0; left &= left - 1) visit(std::countr_zero(left));
    for (std::uint64_t left = high; left != 0; left &= left - 1) visit(64 + std::countr_zero(left));
  }

  auto operator<=>(const CellSet&) const = default;
};

}  // namespace gridcensus::orbit_search
