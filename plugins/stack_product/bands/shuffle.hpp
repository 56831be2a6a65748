#pragma once

#include "gridcensus/random.hpp"
#include "stack_product/row_structure.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridcensus::stack_product {

/// Draws a uniform order of the symbols 0 .. side-1 together with a uniform number, from few random words: one for up
/// to 17 symbols, two for up to 25.
///
/// @threads  draw() may be called from many at once.
/// @source   Brackett-Rozinsky, Lemire (2024), "Batched ranged random integer generation".
class Shuffle {
 public:
  using Symbols = std::array<std::uint8_t, max_side>;

  /// @param side   1 .. max_side
  /// @param loose  the number of symbols at the front of an order that need no order among themselves; 1 .. side
  /// @param cases  the bound of the number; 1 .. 2^40
  /// @throws std::invalid_argument  arguments outside these bounds
  explicit Shuffle(int side, int loose = 1, std::uint64_t cases = 1) : cases_{cases} {
    if (side < 1 || side > max_side || loose < 1 || loose > side || cases < 1 || cases > std::uint64_t{1} << 40U) {
      throw std::invalid_argument{"a shuffle of too many symbols or cases, or of none"};
    }
    Batch batch{static_cast<std::size_t>(side), static_cast<std::size_t>(side), cases, 0};
    for (auto left = static_cast<std::size_t>(side); left > static_cast<std::size_t>(loose); --left) {
      // Below 2^56 all words but at most one in 256 are accepted without a comparison.
      if (batch.product * left >= std::uint64_t{1} << 56U) {
        add(batch);
        batch = {left, left, 1, 0};
      }
      batch.product *= left;
      batch.end = left - 1;
    }
    add(batch);
    for (std::size_t i = 0; i < static_cast<std::size_t>(side); ++i) sorted_[i] = static_cast<std::uint8_t>(i);
  }

  /// @param symbols  set to the order
  /// @return         the number
  std::uint64_t draw(Random& random, Symbols& symbols) const {
    symbols = sorted_;
    std::uint64_t number = 0;
    std::uint64_t cases = cases_;
    for (const Batch& batch : batches_) {
      // The high words are digits of a uniform number below the product, in the bases cases, left, left - 1, ..; the
      // remaining low word identifies the few random words that would make some numbers more likely than others.
      std::array<std::uint8_t, max_side> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): what is read is set
      std::uint64_t low = 0;
      std::uint64_t high = 0;
      do {
        mathematics::UInt128 product = mathematics::UInt128{random()} * cases;
        high = static_cast<std::uint64_t>(product >> 64U);
        low = static_cast<std::uint64_t>(product);
        for (std::size_t left = batch.begin; left > batch.end; --left) {
          product = mathematics::UInt128{low} * left;
          digits[left - 1] = static_cast<std::uint8_t>(product >> 64U);
          low = static_cast<std::uint64_t>(product);
        }
      } while (low < batch.rejected);
      number += high;  // 0 in all batches but the first
      cases = 1;
      for (std::size_t left = batch.begin; left > batch.end; --left) {
        std::swap(symbols[left - 1], symbols[digits[left - 1]]);
      }
    }
    return number;
  }

 private:
  /// Steps of the shuffle, for `left` = begin, begin - 1, .. end + 1 symbols.
  struct Batch {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t product = 1;   ///< of these numbers, and of `cases` in the first batch
    std::uint64_t rejected = 0;  ///< 2^64 modulo the product: the number of rejected low words
  };

  void add(Batch batch) {
    batch.rejected = -batch.product % batch.product;
    batches_.push_back(batch);
  }

  std::uint64_t cases_;
  Symbols sorted_{};
  std::vector<Batch> batches_;
};

}  // namespace gridcensus::stack_product
