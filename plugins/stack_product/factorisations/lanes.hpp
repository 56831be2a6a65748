#pragma once

#include "closed_formulas/closed_formulas.hpp"
#include "stack_product/factorisations/graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace gridcensus::stack_product {

/// The orders of the symbols of a row, and the words of states, for one degree. A word has a lane of bits for each
/// colour but the last.
template <int degree>
struct Lanes {
  static constexpr std::size_t colours = degree;
  static constexpr unsigned lanes = degree - 1;  ///< colours in a state word; the last one follows from them
  static constexpr unsigned width = 64 / lanes;  ///< bits of a lane, at least the side
  static constexpr std::uint64_t lane_mask = (std::uint64_t{1} << width) - 1;
  static constexpr std::size_t orders = static_cast<std::size_t>(mathematics::factorial(degree));
  static constexpr std::size_t order_words = (orders + 63) / 64;
  static constexpr std::size_t patterns = std::size_t{1} << lanes;
  using OrderSet = std::array<std::uint64_t, order_words>;

  /// Bit 0 of every lane.
  static constexpr std::uint64_t all_lanes = [] {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{1} << (lane * width);
    return bits;
  }();
  /// A product with this gathers the lowest bits of all lanes, from bit `gathered` on.
  static constexpr unsigned gathered = (lanes - 1) * width;
  static constexpr std::uint64_t gather = [] {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{1} << (gathered - lane * (width - 1));
    return bits;
  }();

  /// colour_of[order][place]: the colour of the symbol at a place of the row.
  static constexpr std::array<std::array<std::uint8_t, colours>, orders> colour_of = [] {
    std::array<std::array<std::uint8_t, colours>, orders> all{};
    std::array<std::uint8_t, colours> order{};
    for (std::size_t i = 0; i < colours; ++i) order[i] = static_cast<std::uint8_t>(i);
    for (auto& entry : all) {
      entry = order;
      std::next_permutation(order.begin(), order.end());
    }
    return all;
  }();

  /// fitting[parity][place][pattern]: the orders that give the symbol at `place` a colour that it does not have yet.
  /// `pattern` has its colours among the lanes, `parity` the parity of the number of all its colours.
  static constexpr std::array<std::array<std::array<OrderSet, patterns>, colours>, 2> fitting = [] {
    std::array<std::array<std::array<OrderSet, patterns>, colours>, 2> all{};
    for (unsigned parity = 0; parity < 2; ++parity) {
      for (std::size_t place = 0; place < colours; ++place) {
        for (unsigned pattern = 0; pattern < patterns; ++pattern) {
          const unsigned last = (static_cast<unsigned>(std::popcount(pattern)) ^ parity) & 1U;
          const unsigned used = pattern | (last << lanes);
          for (std::size_t order = 0; order < orders; ++order) {
            if (((used >> colour_of[order][place]) & 1U) == 0) {
              all[parity][place][pattern][order / 64] |= std::uint64_t{1} << (order % 64);
            }
          }
        }
      }
    }
    return all;
  }();

  using Symbols = std::array<unsigned, colours>;
  using Fitting = std::array<const OrderSet*, colours>;  ///< of every place, by the pattern of its symbol

  /// Returns the orders of a row that give none of its symbols a colour a second time.
  static OrderSet open_orders(std::uint64_t state, const Symbols& symbols, const Fitting& by_place) {
    OrderSet open;
    open.fill(~std::uint64_t{0});
    unrolled<colours>([&](std::size_t place) {
      const std::uint64_t bits = (state >> symbols[place]) & all_lanes;
      const OrderSet& fits = by_place[place][((bits * gather) >> gathered) & (patterns - 1)];
      for (std::size_t word = 0; word < order_words; ++word) open[word] &= fits[word];
    });
    return open;
  }
};

}  // namespace gridcensus::stack_product
