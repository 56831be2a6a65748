#pragma once

#include "stack_product/row_structure.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

/// Shared by the ways of counting 1-factorisations: a graph is given by its rows, each the set of its symbols.
namespace gridcensus::stack_product {

using Rows = std::array<SymbolSet32, max_side>;

constexpr unsigned lowest_symbol(SymbolSet32 set) { return static_cast<unsigned>(std::countr_zero(set)); }

/// Calls f(0), f(1), .. without a loop, because g++ 12 at -O2 does not unroll loops of three to five iterations.
template <std::size_t n, class Function>
void unrolled(const Function& function) {
  [&function]<std::size_t... i>(std::index_sequence<i...>) { (function(i), ...); }
  (std::make_index_sequence<n>{});
}

}  // namespace gridcensus::stack_product
