#pragma once

#include "stack_product/row_structure.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

/// What the ways of counting 1-factorisations share: a graph is given by its rows, each the set of its symbols.
namespace gridcensus::stack_product {

using Rows = std::array<SymbolSet32, max_side>;

constexpr unsigned least_symbol(SymbolSet32 set) { return static_cast<unsigned>(std::countr_zero(set)); }

/// Calls f(0), f(1), .. without a loop: g++ 12 at -O2 leaves loops of three to five turns as they are.
template <std::size_t n, class Function>
void unrolled(const Function& function) {
  [&function]<std::size_t... i>(std::index_sequence<i...>) { (function(i), ...); }
  (std::make_index_sequence<n>{});
}

}  // namespace gridcensus::stack_product
