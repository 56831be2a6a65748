#include "uniform_grids/grid_sampler.hpp"

#include <bit>
#include <cstdint>

namespace gridcensus::uniform_grids {

UInt128 random_below(Random& random, UInt128 bound) {
  constexpr unsigned word = 64;
  const UInt128 last = bound - 1;
  const auto high = static_cast<std::uint64_t>(last >> word);
  if (high == 0 && last != ~std::uint64_t{0}) return random.below(static_cast<std::uint64_t>(bound));
  const auto high_bits = static_cast<unsigned>(std::bit_width(high));
  for (;;) {
    const UInt128 upper = high_bits == 0 ? 0 : random() >> (word - high_bits);
    const UInt128 drawn = upper << word | random();
    if (drawn <= last) return drawn;
  }
}

}  // namespace gridcensus::uniform_grids
