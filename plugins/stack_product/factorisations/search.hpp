#pragma once

#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <span>

namespace gridcensus::stack_product {

/// The search stores a digit for each symbol in one word.
inline constexpr int max_searched_rows = 16;

/// Counts the ordered 1-factorisations with three colours: searches row by row for the edges of one colour; the other
/// two then have 2^cycles. A symbol whose two edges of the other colours are used up must have the colour, so few
/// branches fail.
///
/// @param rows  3 to max_searched_rows, three symbols in each, every symbol in three of them
std::uint64_t count_by_search(std::span<const SymbolSet32> rows);

}  // namespace gridcensus::stack_product
