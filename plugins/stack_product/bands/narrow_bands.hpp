#pragma once

#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "stack_product/bands/shuffle.hpp"
#include "stack_product/row_structure.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gridcensus::stack_product {

/// Draws row structures of bands of up to three rows, faster than by row uses.
///
/// In three boxes a symbol moves up, or down, by one row from each box to the next, cyclically. From each row of the
/// first box equally many symbols move up: say k, and C - k move down. So there are
///
///     N! / (C!)^3 * sum over k of binomial(C, k)^3
///
/// structures. A draw takes k by its term and then an order of the symbols, which it cuts into six groups.
///
/// @threads  draw() may be called from many at once.
class NarrowBands {
 public:
  static constexpr int max_rows = 3;

  /// @param shape  1 to 3 box rows, and at most 8 box columns if there are 3
  explicit NarrowBands(Shape shape);

  /// @param structure  overwritten
  void draw(Random& random, RowStructure& structure) const {
    Shuffle::Symbols order;  // NOLINT(cppcoreguidelines-pro-type-member-init): the shuffle sets it
    const std::uint64_t number = shuffle_.draw(random, order);
    std::size_t up = 0;
    while (number >= ends_[up]) ++up;

    std::array<SymbolSet32, max_side + 1> first;  // NOLINT(cppcoreguidelines-pro-type-member-init): what is read is set
    first[0] = 0;
    for (std::size_t i = 0; i < side_; ++i) first[i + 1] = first[i] | SymbolSet32{1} << order[i];

    structure = {};
    if (box_rows_ == 3) {
      const std::size_t down = box_cols_ - up;
      std::array<SymbolSet32, 3> ups;    // NOLINT(cppcoreguidelines-pro-type-member-init): set below
      std::array<SymbolSet32, 3> downs;  // NOLINT(cppcoreguidelines-pro-type-member-init): set below
      for (std::size_t row = 0; row < 3; ++row) {
        ups[row] = first[(row + 1) * up] ^ first[row * up];
        downs[row] = first[3 * up + (row + 1) * down] ^ first[3 * up + row * down];
      }
      structure.rows[0] = {ups[0] | downs[0], ups[1] | downs[1], ups[2] | downs[2], 0, 0, 0};
      structure.rows[1] = {ups[2] | downs[1], ups[0] | downs[2], ups[1] | downs[0], 0, 0, 0};
      structure.rows[2] = {ups[1] | downs[2], ups[2] | downs[0], ups[0] | downs[1], 0, 0, 0};
    } else {
      // One row of one box, or two that are exchanged.
      const SymbolSet32 upper = first[box_cols_];
      const SymbolSet32 lower = first[side_] ^ upper;
      structure.rows[0] = {upper, lower, 0, 0, 0, 0};
      if (box_rows_ == 2) structure.rows[1] = {lower, upper, 0, 0, 0, 0};
    }
  }

 private:
  std::size_t box_rows_;
  std::size_t box_cols_;
  std::size_t side_;
  std::array<std::uint64_t, 9> ends_{};  ///< by k: the sum of the terms up to k
  Shuffle shuffle_;
};

}  // namespace gridcensus::stack_product
