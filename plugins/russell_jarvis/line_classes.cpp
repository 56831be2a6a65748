#include "russell_jarvis/line_classes.hpp"

#include "cycle_types/cycle_types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::centraliser_order;
using mathematics::cycle_types;
using mathematics::CycleType;
using mathematics::permutation_of;

namespace {

using mathematics::BlockCycle;
using mathematics::checked_multiply;
using mathematics::Images;
using mathematics::LineType;
using mathematics::UInt128;

/// Appends the types of `rest` blocks with cycles from number `first` of `kinds` on, each appended to `type`, in
/// ascending order.
void add_types(int rest, const std::vector<BlockCycle>& kinds, std::size_t first, LineType& type,
               std::vector<LineType>& found) {
  if (rest == 0) found.push_back(type);
  for (std::size_t kind = first; kind < kinds.size() && kinds[kind].length <= rest; ++kind) {
    type.push_back(kinds[kind]);
    add_types(rest - kinds[kind].length, kinds, kind, type, found);
    type.pop_back();
  }
}

std::vector<LineType> all_types(int blocks, int block_size) {
  const std::vector<CycleType> products = cycle_types(block_size);
  std::vector<BlockCycle> kinds;
  for (int length = 1; length <= blocks; ++length) {
    for (const CycleType& product : products) kinds.push_back({length, product});
  }
  std::sort(kinds.begin(), kinds.end());
  std::vector<LineType> types;
  LineType type;
  add_types(blocks, kinds, 0, type, types);
  return types;
}

/// Returns the number of permutations that commute with one of that type.
UInt128 commuting(const LineType& type) {
  UInt128 order = 1;
  UInt128 run = 0;  // equal cycles so far
  for (std::size_t i = 0; i < type.size(); ++i) {
    run = i > 0 && type[i] == type[i - 1] ? run + 1 : 1;
    order = checked_multiply(order, static_cast<UInt128>(type[i].length) * run);
    order = checked_multiply(order, centraliser_order(type[i].product));
  }
  return order;
}

/// Returns the number of permutations that keep the blocks together: block_size!^blocks blocks!.
UInt128 line_permutations(int blocks, int block_size) {
  UInt128 order = 1;
  for (int block = 1; block <= blocks; ++block) {
    order = checked_multiply(order, static_cast<UInt128>(block));
    for (int line = 2; line <= block_size; ++line) order = checked_multiply(order, static_cast<UInt128>(line));
  }
  return order;
}

/// Returns a representative: each block cycle takes the next blocks. All its steps but the last keep the order of the
/// lines in a block; the last applies the cycle product.
Images representative_of(const LineType& type, std::size_t block_size) {
  Images images = mathematics::unmoved();
  std::size_t line = 0;
  for (const BlockCycle& cycle : type) {
    const std::size_t first = line;
    const std::size_t last_block = first + (static_cast<std::size_t>(cycle.length) - 1) * block_size;
    for (; line < last_block; ++line) images[line] = static_cast<std::uint8_t>(line + block_size);
    for (const int image : permutation_of(cycle.product)) {
      images[line++] = static_cast<std::uint8_t>(first + static_cast<std::size_t>(image));
    }
  }
  return images;
}

}  // namespace

std::vector<LineClass> line_classes(int blocks, int block_size) {
  const UInt128 order = line_permutations(blocks, block_size);
  std::vector<LineClass> classes;
  for (LineType& type : all_types(blocks, block_size)) {
    const UInt128 size = order / commuting(type);
    const Images representative = representative_of(type, static_cast<std::size_t>(block_size));
    classes.push_back({std::move(type), size, representative});
  }
  return classes;
}

}  // namespace gridcensus::russell_jarvis
