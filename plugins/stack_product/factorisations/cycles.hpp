#pragma once

#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <span>

namespace gridcensus::stack_product {

/// Counts the ordered 1-factorisations with two colours. The rows are edges of a graph on the symbols, and each of its
/// cycles has two orders: 2^cycles.
///
/// @param rows  two symbols in each, every symbol in two of them
std::uint64_t count_by_cycles(std::span<const SymbolSet32> rows);

}  // namespace gridcensus::stack_product
