#include "russell_jarvis/use_keys.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::russell_jarvis {

RowEdges::RowEdges(std::size_t rows) {
  std::uint8_t code = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = i + 1; j < rows; ++j, ++code) {
      codes_.at(i).at(j) = codes_.at(j).at(i) = code;
      ends_.at(code) = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)};
      code_of_set_.at(1U << i | 1U << j) = code;
    }
  }
  for (std::size_t one = 0; one < code; ++one) {
    for (std::size_t other = 0; other < code; ++other) numbers_.at(one).at(other) = computed_numbers(one, other);
  }
}

RowNumbers RowEdges::computed_numbers(std::size_t one, std::size_t other) const {
  constexpr std::array<std::uint32_t, 3> in_one{0x9e3779b1, 0x85ebca77, 0};
  constexpr std::array<std::uint32_t, 3> in_both{0, 0xc2b2ae3d, 0x27d4eb2f};
  RowNumbers uses{};
  for (const std::size_t edge : {one, other}) {
    for (const std::uint8_t row : ends_.at(edge)) ++uses.at(row);
  }
  const auto common = static_cast<std::size_t>(std::count(uses.begin(), uses.end(), 2U));
  RowNumbers found{};
  for (std::size_t row = 0; row < uses.size(); ++row) {
    if (uses.at(row) > 0) found.at(row) = uses.at(row) == 1 ? in_one.at(common) : in_both.at(common);
  }
  return found;
}

namespace {

/// The edges of a use: first those of the symbols that p exchanges in pairs.
struct UseEdges {
  std::array<std::uint8_t, max_symbols_of_uses> of_symbol{};
  std::size_t symbols = 0;
  std::size_t exchanged = 0;
};

/// Returns a number for each row, from the relations of the pairs of symbols to it.
RowNumbers first_numbers(const RowEdges& edges, const UseEdges& use) {
  RowNumbers first{};
  for (std::size_t symbol = 0; symbol < use.exchanged; symbol += 2) {
    const RowNumbers& numbers = edges.numbers(use.of_symbol[symbol], use.of_symbol[symbol + 1]);
    for (std::size_t row = 0; row < first.size(); ++row) first[row] += numbers[row];
  }
  return first;
}

/// Returns a number for each row, from its first number and those of the rows that share symbols with it.
RowNumbers second_numbers(const RowEdges& edges, const UseEdges& use, const RowNumbers& first) {
  constexpr std::uint32_t odd = 0x9e3779b1;
  constexpr unsigned half = 16;
  RowNumbers second{};
  for (std::size_t row = 0; row < first.size(); ++row) second[row] = first[row] * odd;
  for (std::size_t symbol = 0; symbol < use.exchanged; symbol += 2) {
    const RowEdges::Ends& one = edges.ends(use.of_symbol[symbol]);
    const RowEdges::Ends& other = edges.ends(use.of_symbol[symbol + 1]);
    const std::uint32_t of_one = first[one[0]] + first[one[1]];
    const std::uint32_t of_other = first[other[0]] + first[other[1]];
    const std::uint32_t mixed = (of_one ^ of_other) * odd + (of_one + of_other);
    const std::uint32_t both = mixed ^ mixed >> half;
    for (const std::uint8_t row : one) second[row] += both + of_one * odd;
    for (const std::uint8_t row : other) second[row] += both + of_other * odd;
  }
  for (std::size_t symbol = use.exchanged; symbol < use.symbols; ++symbol) {
    const auto [one, other] = edges.ends(use.of_symbol[symbol]);
    second[one] += first[other] * first[other];
    second[other] += first[one] * first[one];
  }
  return second;
}

/// Returns the place of each row in the ascending order of the numbers; equal numbers keep the order of the rows.
RowNumbers places_of(const RowNumbers& numbers, std::size_t rows) {
  RowNumbers places{};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t other = 0; other < places.size(); ++other) {
      places[other] += static_cast<std::uint32_t>(numbers[row] < numbers[other]);
    }
  }
  for (std::size_t row = 1; row < rows; ++row) {
    for (std::size_t other = 0; other < row; ++other) {
      places[row] += static_cast<std::uint32_t>(numbers[row] == numbers[other]);
    }
  }
  return places;
}

/// Returns the code of an edge after its ends have been moved to their places.
std::uint8_t placed_code(const RowEdges& edges, std::uint8_t edge, const RowNumbers& places) {
  return edges.code(places[edges.ends(edge)[0]], places[edges.ends(edge)[1]]);
}

/// Returns the codes of the pairs of symbols, ascending, in one number.
std::uint64_t code_of_pairs(const RowEdges& edges, const UseEdges& use, const RowNumbers& places) {
  std::array<std::uint16_t, max_rows_of_uses> pairs{};
  for (std::size_t pair = 0; pair < use.exchanged / 2; ++pair) {
    std::uint16_t one = placed_code(edges, use.of_symbol[2 * pair], places);
    std::uint16_t other = placed_code(edges, use.of_symbol[2 * pair + 1], places);
    if (other < one) std::swap(one, other);
    const auto code = static_cast<std::uint16_t>(one * 16U + other);
    std::size_t at = pair;
    for (; at > 0 && pairs[at - 1] > code; --at) pairs[at] = pairs[at - 1];
    pairs[at] = code;
  }
  constexpr unsigned bits_of_pair = 8;
  std::uint64_t found = 0;
  for (std::size_t pair = 0; pair < use.exchanged / 2; ++pair) found = found << bits_of_pair | pairs[pair];
  return found;
}

}  // namespace

UseKey UseKeys::key_of(const RowUses& uses) const {
  UseEdges use{.symbols = 2 * rows_, .exchanged = exchanged_};
  for (std::size_t symbol = 0; symbol < use.symbols; ++symbol) {
    use.of_symbol[symbol] = edges_.code_of_set(uses[symbol]);
  }
  const RowNumbers places = places_of(second_numbers(edges_, use, first_numbers(edges_, use)), rows_);
  UseKey key;
  key.pairs = code_of_pairs(edges_, use, places);
  constexpr unsigned bits_of_count = 4;
  for (std::size_t symbol = exchanged_; symbol < use.symbols; ++symbol) {
    key.singles += std::uint64_t{1} << (bits_of_count * placed_code(edges_, use.of_symbol[symbol], places));
  }
  return key;
}

}  // namespace gridcensus::russell_jarvis
