#include "stack_product/factorisations/cycles.hpp"

#include "stack_product/factorisations/graph.hpp"

#include <array>

namespace gridcensus::stack_product {

std::uint64_t count_by_cycles(std::span<const SymbolSet32> rows) {
  std::array<std::uint8_t, 32> ends{};
  for (std::size_t i = 0; i < rows.size(); ++i) ends[i] = static_cast<std::uint8_t>(i);
  unsigned cycles = 0;
  for (const SymbolSet32 row : rows) {
    const unsigned a = lowest_symbol(row);
    const unsigned b = lowest_symbol(row & (row - 1));
    const std::uint8_t x = ends[a];
    const std::uint8_t y = ends[b];
    cycles += x == b ? 1U : 0U;
    ends[x] = y;
    ends[y] = x;
  }
  return std::uint64_t{1} << cycles;
}

}  // namespace gridcensus::stack_product
