#pragma once

#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <span>

namespace gridcensus::stack_product {

/// The search keeps a digit of one word for each symbol.
inline constexpr int most_searched_rows = 16;

/// The ordered 1-factorisations with three colours: a search for the edges of one of them, row by row; the other two
/// are 2^cycles. A symbol with both edges of the others already used up must have the colour, so that few branches are
/// in vain.
///
/// @param rows  3 to most_searched_rows, three symbols in each, every symbol in three of them
std::uint64_t count_by_search(std::span<const SymbolSet32> rows);

}  // namespace gridcensus::stack_product
