#pragma once

#include "gridcensus/shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gridcensus::russell_jarvis {

/// The numbers needed of the automorphisms of a grid, the geometric maps that only relabel it.
struct AutomorphismKind {
  int order = 0;           ///< their number, including the identity
  int of_prime_order = 0;  ///< the number of those with prime order

  auto operator<=>(const AutomorphismKind&) const = default;
};

bool is_prime(int number);

/// Finds all automorphisms of a grid.
///
/// The permutation that leads from one row to another takes the first row's symbol in a column to the second row's. A
/// relabelling does not change its cycle type, nor does a permutation of columns. So an automorphism preserves the
/// types of all pairs of rows, and few permutations of the rows do. Such a permutation and the image of the first
/// column determine the relabelling, and so everything else; a comparison of the cells decides. Transposing
/// automorphisms are found in the same way, as maps of the grid to its transpose.
class AutomorphismSearch {
 public:
  static constexpr int max_side = 15;

  /// @param shape  side at most `max_side`
  explicit AutomorphismSearch(Shape shape) : shape_{shape} {}

  /// @param symbols  a valid grid of the shape: symbols 0..side-1, row by row
  /// @cost  2.6 us for most grids of 3x3, 0.6 ms for the one with the most automorphisms
  AutomorphismKind kind(std::span<const std::uint8_t> symbols);

 private:
  using Line = std::array<std::uint8_t, max_side>;

  /// A grid in rows.
  struct Rows {
    std::array<Line, max_side> symbols{};  ///< by row, by column
    std::array<Line, max_side> columns{};  ///< by row, by symbol: its column
    /// By two rows: the number of cycles of each length, a digit of four bits each.
    std::array<std::array<std::uint64_t, max_side>, max_side> types{};
  };

  void find_types(Rows& rows) const;
  void map_rows(std::size_t row, std::uint32_t used);
  void map_columns();
  bool map_columns(std::uint8_t first);
  bool is_of_prime_order() const;

  Shape shape_;
  Rows grid_;
  Rows transposed_;
  const Rows* image_ = nullptr;  ///< the image of the grid
  Line row_images_{};
  Line column_images_{};
  AutomorphismKind found_;
};

}  // namespace gridcensus::russell_jarvis
